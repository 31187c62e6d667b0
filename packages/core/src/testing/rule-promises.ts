/** What each built-in rule promises, said without the rule's own check: so a check that is wrong shows. */

import { stateOf } from '../actor-state.js'
import type { EventOf, JsonValue, TodosUpdatedData } from '../events.js'
import type { TodoTool } from '../profiles/profile.js'
import { isOpen, type SessionState, type TodoItem } from '../state.js'
import { isSchema, type JsonSchema, listAt, schemaAt } from './arbitraries/schema-values.js'
import type { SessionRun } from './drive-session.js'
import { type Invariant, promisedRules } from './invariants.js'

/** An accepted update with the states around it. */
export interface AcceptedUpdate {
  /** The update's event. */
  readonly event: EventOf<'todos.updated'>
  /** The tool that was called; undefined where the profile has none of the name. */
  readonly tool: TodoTool | undefined
  /** The state that it found. */
  readonly before: SessionState
  /** The state that it led to. */
  readonly after: SessionState
  /** The rule's options, the defaults filled in. */
  readonly options: { readonly [key: string]: JsonValue }
}

/** Says what is wrong with an accepted call, in one sentence, or null. */
export type RulePromise = (update: AcceptedUpdate) => string | null

/**
 * The invariant that a rule's promise is kept wherever the profile sets the rule to `reject`.
 * @param judges what it is held against: `updates` of the list alone, or all `calls` that are accepted, queries too
 */
export function rulePromise(
  rule: string,
  summary: string,
  promise: RulePromise,
  judges: 'updates' | 'calls' = 'updates',
): Invariant {
  return {
    name: rule,
    summary,
    check(run) {
      const promised = promisedRules(run).find((each) => each.rule.id === rule)
      if (promised === undefined) return null
      for (const update of acceptedUpdates(run)) {
        if (judges === 'updates' && update.event.data.query) continue
        const wrong = promise({ ...update, options: promised.options })
        if (wrong !== null) return { seq: update.event.seq, message: wrong }
      }
      return null
    },
  }
}

function* acceptedUpdates(run: SessionRun): Iterable<Omit<AcceptedUpdate, 'options'>> {
  for (const [index, event] of run.events.entries()) {
    const before = run.states[index - 1]
    const after = run.states[index]
    if (event.type !== 'todos.updated' || before === undefined || after === undefined) continue
    const tool = run.promises.tools.find(({ name }) => name === event.data.tool)
    // What is counted in a turn is counted in that of who calls.
    yield { event, tool, before: stateOf(before, event.actor ?? null), after }
  }
}

/** The promises of the rules that are judged on the input. */
const inputPromises: readonly Invariant[] = [
  rulePromise(
    'input-shape',
    'What is accepted is an object with the lists that it must have.',
    ({ tool, event }) => (tool === undefined ? null : wrongShape(tool.inputSchema, event.data)),
    'calls',
  ),
  rulePromise(
    'status-valid',
    'What is accepted names statuses that the tool knows.',
    ({ tool, event }) => (tool === undefined ? null : unknownStatus(tool.inputSchema, event.data.input)),
    'calls',
  ),
  rulePromise(
    'id-known',
    'What is accepted names items that are there.',
    ({ tool, event, before }) => {
      const named = tool === undefined ? null : namedItem(tool, event.data.input)
      if (named === null || before.items.some(({ id }) => id === named)) return null
      return `There is no item ${JSON.stringify(named)}`
    },
    'calls',
  ),
]

function wrongShape(schema: JsonSchema, { input }: TodosUpdatedData): string | null {
  const required = listAt(schema, 'required').filter((name) => typeof name === 'string')
  if (required.length === 0) return null
  if (!isRecord(input)) return 'The input is no object'
  const properties = schemaAt(schema, 'properties')
  for (const name of required) {
    const { type } = schemaAt(properties, name)
    if (type === 'array' && !Array.isArray(input[name])) return `${name} is no list`
  }
  return null
}

/** The first status, at whatever depth, that is not in the schema's list; letter case is left to the profile. */
function unknownStatus(schema: JsonSchema, input: unknown): string | null {
  if (Array.isArray(input)) {
    const item = schemaAt(schema, 'items')
    return input.map((each: unknown) => unknownStatus(item, each)).find((wrong) => wrong !== null) ?? null
  }
  if (!isRecord(input)) return null
  for (const [name, each] of Object.entries(schemaAt(schema, 'properties'))) {
    if (!isSchema(each) || !Object.hasOwn(input, name)) continue
    const value = input[name]
    const words = name === 'status' ? listAt(each, 'enum') : []
    if (words.length > 0 && !words.some((word) => isSameWord(word, value))) {
      return `The status ${JSON.stringify(value)} is none of ${words.join(', ')}`
    }
    const deeper = unknownStatus(each, value)
    if (deeper !== null) return deeper
  }
  return null
}

function isSameWord(word: JsonValue, value: unknown): boolean {
  return typeof value === 'string' && typeof word === 'string' && value.trim().toLowerCase() === word
}

/** The id that a call of a single-item tool names, or null. A tool that takes it as optional does not count. */
function namedItem(tool: TodoTool, input: unknown): string | null {
  const required = listAt(tool.inputSchema, 'required').filter((name) => typeof name === 'string')
  const name = required.find((each) => /^(id|.+Id)$/u.test(each))
  if (name === undefined || !isRecord(input)) return null
  const value = input[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The promises of the rules that look at the list alone. */
const listPromises: readonly Invariant[] = [
  rulePromise('max-items', 'A list is never longer than its cap.', ({ after, options }) => {
    const { length } = after.items
    return typeof options['max'] === 'number' && length > options['max'] ? `${length} items` : null
  }),
  rulePromise('text-required', 'No item is without words.', ({ after }) => {
    const blank = after.items.find(({ text }) => /^\s*$/u.test(text))
    return blank === undefined ? null : `Item ${blank.id} has no text`
  }),
  rulePromise('ids-unique', 'There are as many ids as items.', ({ after }) =>
    new Set(after.items.map(({ id }) => id)).size === after.items.length ? null : 'Two items have one id',
  ),
  rulePromise('single-in-progress', 'Never two items are in progress.', ({ after, options }) => {
    const isPerActor = options['per'] === 'actor'
    const owners = isPerActor ? new Set(after.items.map(ownerOf)) : [null]
    for (const owner of owners) {
      const busy = countBusy(after.items.filter((item) => owner === null || ownerOf(item) === owner))
      if (busy > 1) return `${busy} items are in progress${isPerActor ? ' of one agent' : ''}`
    }
    return null
  }),
  rulePromise('exactly-one-in-progress', 'One item is in progress until all are completed.', ({ after }) => {
    const busy = countBusy(after.items)
    const left = after.items.filter(({ status }) => status !== 'completed').length
    return left > 0 && busy !== 1 ? `${left} items are left and ${busy} are in progress` : null
  }),
  rulePromise('reason-required-when-blocked', 'Whatever is blocked has a reason.', ({ after }) => {
    const mute = after.items.find(({ status, reason }) => status === 'blocked' && !/\S/u.test(reason ?? ''))
    return mute === undefined ? null : `Item ${mute.id} is blocked and does not say why`
  }),
  rulePromise('no-dependency-cycle', 'The items can be brought into an order of work.', ({ after }) => {
    const stuck = inCircles(after.items)
    return stuck.length === 0 ? null : `Items ${stuck.join(', ')} wait for each other`
  }),
  rulePromise(
    'no-parent-cycle',
    'Every item stands, over others or directly, below a top.',
    ({ before, after }) => {
      const topless = withoutTop(after.items)
      return topless.length === 0 || withoutTop(before.items).length > 0
        ? null
        : `Items ${topless.join(', ')} are parts of each other`
    },
  ),
  rulePromise('dependencies-closed-first', 'Nothing is completed that still waits.', ({ before, after }) => {
    const done = newlyCompleted(before.items, after.items)
    const open = new Set(after.items.filter(isOpen).map(({ id }) => id))
    const early = done.find(({ dependencies }) => dependencies.some((id) => open.has(id)))
    return early === undefined ? null : `Item ${early.id} is completed before what it depends on`
  }),
  rulePromise('children-closed-first', 'Nothing is completed before its parts.', ({ before, after }) => {
    const done = newlyCompleted(before.items, after.items)
    const parents = new Set(after.items.filter(isOpen).map(({ parent }) => parent))
    const early = done.find(({ id }) => parents.has(id))
    return early === undefined ? null : `Item ${early.id} is completed before its subtasks`
  }),
]

function ownerOf({ actor }: TodoItem): string {
  return `${actor?.kind} ${actor?.id}`
}

function countBusy(items: readonly TodoItem[]): number {
  return items.filter(({ status }) => status === 'in_progress').length
}

/** The items that are completed after an update and were not before it. */
function newlyCompleted(before: readonly TodoItem[], after: readonly TodoItem[]): readonly TodoItem[] {
  const done = new Set(before.filter(({ status }) => status === 'completed').map(({ key }) => key))
  return after.filter(({ key, status }) => status === 'completed' && !done.has(key))
}

/** The ids that are left when what waits for nothing is taken away, again and again. */
function inCircles(items: readonly TodoItem[]): readonly string[] {
  let left = new Map(items.map(({ id, dependencies }) => [id, dependencies]))
  for (;;) {
    const next = new Map([...left].filter(([, dependencies]) => dependencies.some((id) => left.has(id))))
    if (next.size === left.size) return [...left.keys()]
    left = next
  }
}

/** The ids that are left when tops are taken away, again and again; an item is a part of the first of an id. */
function withoutTop(items: readonly TodoItem[]): readonly string[] {
  const first = new Map(items.toReversed().map((item) => [item.id, item]))
  let left = [...first.values()]
  for (;;) {
    const ids = new Set(left.map(({ id }) => id))
    const next = left.filter(({ parent }) => parent !== null && ids.has(parent))
    if (next.length === left.length) return left.map(({ id }) => id)
    left = next
  }
}

/** The promises of the rules that compare the list with the one before. */
const stepPromises: readonly Invariant[] = [
  rulePromise(
    'one-update-per-turn',
    'A turn has one write of the list at most.',
    ({ event, before, options }) => {
      const { tools } = options
      const counts = (tool: string) => !Array.isArray(tools) || tools.length === 0 || tools.includes(tool)
      const writes = before.turn.writers.filter(counts).length
      return before.turn.open && counts(event.data.tool) && writes > 0
        ? `Write ${writes + 1} of the turn`
        : null
    },
  ),
  rulePromise('empty-list-only-when-done', 'Open items are not swept away.', ({ before, after }) => {
    const open = before.items.filter(isOpen).length
    return after.items.length === 0 && open > 0 ? `The list was emptied with ${open} open items` : null
  }),
  rulePromise('no-reopen', 'What is closed is not opened again.', ({ before, after }) => {
    const closed = new Set(before.items.filter((item) => !isOpen(item)).map(({ key }) => key))
    const reopened = after.items.find((item) => isOpen(item) && closed.has(item.key))
    return reopened === undefined ? null : `Item ${reopened.id} was closed and is open again`
  }),
  rulePromise('skipped-in-progress', 'What is completed was worked on.', ({ before, after }) => {
    const untouched = new Set(
      before.items
        .filter(({ status, started }) => status !== 'completed' && started === null)
        .map(({ key }) => key),
    )
    const skipped = after.items.find(({ key, status }) => status === 'completed' && untouched.has(key))
    return skipped === undefined ? null : `Item ${skipped.id} was completed without a start`
  }),
  rulePromise('evidence-required', 'No completion has too little support.', ({ event, after, options }) => {
    const threshold = typeof options['threshold'] === 'number' ? options['threshold'] : 0
    const { support = {}, waivedRules = [] } = event.data
    if (waivedRules.includes('evidence-required')) return null
    const known = new Map(Object.entries(support))
    const completed = after.items.filter(({ status }) => status === 'completed')
    const thin = completed.find(({ key }) => (known.get(key) ?? threshold) < threshold)
    return thin === undefined ? null : `Item ${thin.id} has too little support`
  }),
]

/** One invariant for each built-in rule, under the rule's name. */
export const rulePromises: readonly Invariant[] = [...inputPromises, ...listPromises, ...stepPromises]
