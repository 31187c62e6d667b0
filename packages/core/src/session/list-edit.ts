/** A change that a person or another program makes in the list, beside the agent's turns. */

import type { Intent } from '../decide/intent.js'
import type { Actor, Change, TodoStatus, Violation } from '../events.js'
import type { ListEdit, ListEdited, ListEditing } from '../host-input.js'
import { itemOfKey } from '../items.js'
import type { Profile } from '../profiles/profile.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState, TodoItem, Undelivered } from '../state.js'
import { type CallContext, judge, modeOf, reject, rejectedBy, updateData, updated } from './todo-call.js'
import type { Transaction } from './transaction.js'

/** What an edit is called in the log, where a call has its tool. */
const editName = 'edit'

/**
 * Changes the list where that breaks no rule but those that are let pass. The agent is told with its next request.
 * @param editing the edit without secrets, who makes it and when
 */
export function editList(
  context: CallContext,
  transaction: Transaction,
  { waivedRules = [], change, ...occurrence }: ListEditing & { readonly change: ListEdit },
): ListEdited {
  const { profile } = context
  const { state } = transaction
  const call = { ...occurrence, call: `${editName}-${state.seq + 1}`, name: editName, input: change }
  const at = transaction.timeOf(call)
  const strangers = unknownKeys(state, change)
  const refuse = (violations: readonly Violation[]): ListEdited => {
    reject(context, transaction, call, { violations, edit: true }, at)
    return { ok: false, violations }
  }
  // There is nothing that could be changed, whatever is let pass.
  if (strangers.length > 0) return refuse(strangers)
  const reading = { intent: intentOf(profile, state, change), violations: unknownStatuses(profile, change) }
  const decided = updateData(transaction, call, reading)
  const candidate = { ...decided, numbered: hasPlacesForIds(profile), edit: true }
  const attempt = judge(context, transaction, reading, { candidate, call: { ...call, at } })
  const broken = attempt.violations.filter(({ rule }) => modeOf(state, rule, true) !== 'off')
  const rejecting = broken.filter(({ rule }) => modeOf(state, rule, true) === 'reject')
  const refused = waivedRules === 'all' ? [] : rejecting.filter(({ rule }) => !waivedRules.includes(rule))
  if (refused.length > 0) return refuse(refused)
  const passed = [...new Set([...rejectedBy(state, broken), ...rejecting.map(({ rule }) => rule)])]
  const { items, goal } = attempt.next
  const added = {
    flags: broken,
    reply: newsOf(occurrence.actor, candidate.changes, state.items, profile.render(items, goal)),
    ...(passed.length === 0 ? {} : { waivedRules: passed }),
  }
  transaction.add(updated(transaction, candidate, added), { ...call, at })
  const keys = candidate.changes.flatMap((each) => (each.type === 'added' ? [each.key] : []))
  return {
    ok: true,
    added: keys,
    waived: rejecting,
    flags: broken.filter((each) => !rejecting.includes(each)),
  }
}

function unknownKeys(
  { items }: SessionState,
  { edit = [], remove = [], order = [] }: ListEdit,
): readonly Violation[] {
  const keys = [...new Set([...edit.map(({ key }) => key), ...remove, ...order])]
  const removed = new Set(remove)
  const unknown = keys.filter((key) => itemOfKey(items, key) === undefined)
  const twice = [...edit.map(({ key }) => key), ...order].filter((key) => removed.has(key))
  return [...unknown, ...twice].map((key) =>
    violationOf('id-known', {
      message: `No item of the list has the key ${JSON.stringify(key)}`,
      expected: 'the key of an item',
      received: key,
      fix: 'Read the list again: somebody may have removed it meanwhile.',
    }),
  )
}

/** The tools of a system may not know every status that there is. */
function unknownStatuses(
  { name, capabilities }: Profile,
  { add = [], edit = [] }: ListEdit,
): readonly Violation[] {
  const known = capabilities?.statuses
  if (known === undefined) return []
  const given = [...add, ...edit].flatMap(({ status }) => status ?? [])
  return [...new Set(given.filter((status) => !known.includes(status)))].map((status) =>
    violationOf('status-valid', {
      message: `The tools of ${name} know no status ${status}`,
      expected: [...known],
      received: status,
      fix: `Use one of ${known.join(', ')}.`,
    }),
  )
}

function intentOf(profile: Profile, state: SessionState, change: ListEdit): Intent {
  const { add = [], ...others } = change
  const wanted = add.map(({ text, status = 'pending', ...rest }, index) => {
    const id = nextId(profile, state, index)
    return { id, ownId: true, text, status, ...rest }
  })
  return { kind: 'edit', ...others, add: wanted }
}

/** True where an item's place is its id. */
function hasPlacesForIds({ capabilities }: Profile): boolean {
  return capabilities?.replace?.ids === 'position' && capabilities.add === undefined
}

/** The id of the item that comes next but so many. */
function nextId({ capabilities }: Profile, state: SessionState, index: number): string {
  const next = capabilities?.add?.nextId(state, index)
  if (next !== undefined && !state.items.some(({ id }) => id === next)) return next
  const numbers = state.items.map(({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0))
  return String(Math.max(state.idsUsed, ...numbers) + 1 + index)
}

const kinds: { readonly [kind in Actor['kind']]: string } = {
  person: 'a person',
  program: 'a program',
  agent: 'an agent',
  'sub-agent': 'a sub-agent',
}

/** Stands before the list, alone on its line: texts from outside are quoted, each on one line. */
const listHeading = '\nGo on with the list as it is now:\n'

/** What is told together: the list stands in the last of the edits alone. */
export function toldTogether(told: readonly Pick<Undelivered, 'kind' | 'text'>[]): readonly string[] {
  const last = told.findLastIndex(({ kind }) => kind === 'edit')
  return told.map(({ kind, text }, index) => {
    if (kind !== 'edit' || index === last) return text
    const [changes = text] = text.split(listHeading, 1)
    return changes
  })
}

/** What the agent is told: its list is another one than it wrote. Texts from outside are quoted, each on one line. */
function newsOf(
  { kind, id }: Actor,
  changes: readonly Change[],
  before: readonly TodoItem[],
  rendered: string,
): string {
  const lines = changes.map((change) => `- ${changeText(change, before)}`)
  return `The todo list was changed by ${kinds[kind]}, ${quoted(id)}, not by you:\n${lines.join('\n')}${listHeading}${rendered}`
}

function changeText(change: Change, before: readonly TodoItem[]): string {
  const item = 'key' in change ? before.find(({ key }) => key === change.key) : undefined
  const name = item === undefined ? 'an item' : `item ${quoted(item.id)}, ${quoted(item.text)},`
  switch (change.type) {
    case 'added':
      return `new: item ${quoted(change.id)}, ${quoted(change.text)}, ${change.status}`
    case 'removed':
      return `removed: item ${quoted(change.id)}, ${quoted(change.text)}`
    case 'reworded':
      return `${name} now reads ${quoted(change.to)}`
    case 'moved':
      return `${name} is number ${change.to + 1} of the list now`
    case 'status-set':
      return `${name} is ${wordOf(change.to)} now${change.reason === null ? '' : `: ${quoted(change.reason)}`}`
    case 'field-set':
      return `${name} has another ${change.field}`
    case 'goal-set':
      return change.to === null ? 'the goal is gone' : `the goal is ${quoted(change.to)} now`
  }
}

function wordOf(status: TodoStatus): string {
  return status === 'in_progress' ? 'in progress' : status
}

/** So much of a text is told. */
const longestText = 300

function quoted(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  const cut = [...line].length > longestText ? `${[...line].slice(0, longestText).join('')}…` : line
  return JSON.stringify(cut)
}
