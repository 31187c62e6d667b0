/** What a recorded call of a todo tool means, in no system's words. */

import type {
  Change,
  EventOf,
  JsonValue,
  Profile,
  RecordedOutcome,
  SessionState,
  TodoItem,
  TodoStatus,
} from '@todo-ledger/core'
import type { Reading } from '@todo-ledger/core/profiles'

/** An item as a recorded call wants it to be. */
export interface CarriedItem {
  /** The item's key in the recording; null where the recording refused the call and so never made the item. */
  readonly key: string | null
  /** Its id there. */
  readonly id: string
  /** True where the id is a mere position. */
  readonly numbered: boolean
  /** Its text. */
  readonly text: string
  /** Its status. */
  readonly status: TodoStatus
  /** Why it is blocked, else null. */
  readonly reason: string | null
  /** The text while it is worked on, or null. */
  readonly activeForm: string | null
  /** Its priority, or null. */
  readonly priority: string | null
}

/** One step of a call that changes single items. */
export type CarriedStep =
  | {
      /** An item is added. */
      readonly kind: 'add'
      /** The item. */
      readonly item: CarriedItem
    }
  | {
      /** An item gets another text. */
      readonly kind: 'reword'
      /** The item as it was. */
      readonly item: CarriedItem
      /** The new text. */
      readonly text: string
    }
  | {
      /** An item gets another status. */
      readonly kind: 'status'
      /** The item as it was. */
      readonly item: CarriedItem
      /** The new status. */
      readonly status: TodoStatus
      /** Why it is blocked, else null. */
      readonly reason: string | null
    }
  | {
      /** An item is removed. */
      readonly kind: 'remove'
      /** The item as it was. */
      readonly item: CarriedItem
    }
  | {
      /** Something else of an item changes. */
      readonly kind: 'other'
      /** The item as it was. */
      readonly item: CarriedItem
      /** What, such as `owner`. */
      readonly what: string
    }

/** What a recorded call means. */
export type CarriedIntent =
  | {
      /** The whole list is replaced. */
      readonly kind: 'list'
      /** The list that is wanted. */
      readonly items: readonly CarriedItem[]
      /** True where it is a new list. */
      readonly fresh: boolean
      /** The goal that the call sets; null where it takes it away; absent where it says nothing of it. */
      readonly goal?: string | null
    }
  | {
      /** Single items change. */
      readonly kind: 'steps'
      /** The steps, in order. */
      readonly steps: readonly CarriedStep[]
      /** The whole list after them. */
      readonly items: readonly CarriedItem[]
    }
  | {
      /** The list is only read. */
      readonly kind: 'query'
    }
  | {
      /** The call can't be read. */
      readonly kind: 'unreadable'
      /** Why not. */
      readonly why: string
    }

/** What was read in a recorded call. */
export interface CarriedReading {
  /** What it means. */
  readonly intent: CarriedIntent
  /** What of it could not be read, a sentence each. */
  readonly unread: readonly string[]
}

/** A recorded call of a todo tool. */
export type TodoCallEvent = EventOf<'todos.updated'> | EventOf<'todos.rejected'>

/**
 * Reads a recorded call under the profile of the recording.
 * @param before the recording's state before it
 * @param after the recording's state after it
 * @param profile the recording's profile; where it is not known only the outcome can be read
 */
export function readCarried(
  event: TodoCallEvent,
  before: SessionState,
  after: SessionState,
  profile: Profile | undefined,
): CarriedReading {
  const isAccepted = event.type === 'todos.updated'
  if (isAccepted && event.data.query) return { intent: { kind: 'query' }, unread: [] }
  const recorded = isAccepted ? { ok: true, output: event.data.reply } : null
  const reading = readUnder(profile, event, before, recorded)
  const unread = (reading?.violations ?? []).filter(
    ({ rule }) => rule === 'input-shape' || rule === 'status-valid',
  )
  const sentences = unread.map(({ message }) => message)
  if (isAccepted)
    return { intent: acceptedIntent(event, before, after, reading?.intent, sentences), unread: sentences }
  return { intent: refusedIntent(event, before, reading), unread: sentences }
}

function readUnder(
  profile: Profile | undefined,
  { data }: TodoCallEvent,
  state: SessionState,
  recorded: RecordedOutcome | null,
): Reading | undefined {
  const isKnown = profile?.tools.some(({ name }) => name === data.tool) === true
  return isKnown ? profile.read({ tool: data.tool, input: data.input, state, recorded }) : undefined
}

function acceptedIntent(
  { data }: EventOf<'todos.updated'>,
  before: SessionState,
  after: SessionState,
  intent: Reading['intent'] | undefined,
  unread: readonly string[],
): CarriedIntent {
  const items = after.items.map((item) => carriedItem(item, data.numbered))
  if (intent === undefined || intent.kind === 'replace') {
    const goal = intent?.goal === undefined ? {} : { goal: intent.goal }
    return { kind: 'list', items, fresh: intent?.fresh === true, ...goal }
  }
  const [why] = unread
  if (why !== undefined && data.changes.length === 0) return { kind: 'unreadable', why }
  return { kind: 'steps', steps: data.changes.flatMap((change) => stepOf(change, before, after)), items }
}

function stepOf(change: Change, before: SessionState, after: SessionState): readonly CarriedStep[] {
  if (change.type === 'goal-set') return []
  const state = change.type === 'added' ? after : before
  const found = state.items.find(({ key }) => key === change.key)
  if (found === undefined) return []
  const item = carriedItem(found, false)
  switch (change.type) {
    case 'added':
      return [{ kind: 'add', item }]
    case 'removed':
      return [{ kind: 'remove', item }]
    case 'reworded':
      return [{ kind: 'reword', item, text: change.to }]
    case 'status-set':
      return [{ kind: 'status', item, status: change.to, reason: change.reason }]
    case 'moved':
      return [{ kind: 'other', item, what: 'its place' }]
    case 'field-set':
      return [{ kind: 'other', item, what: change.field }]
  }
}

/** A call that the recording refused: what it wanted, as far as it can be read. */
function refusedIntent(
  { data }: TodoCallEvent,
  before: SessionState,
  reading: Reading | undefined,
): CarriedIntent {
  const [violation] = reading?.violations ?? []
  if (reading === undefined) return { kind: 'unreadable', why: `no call of ${data.tool} can be read` }
  const { intent } = reading
  switch (intent.kind) {
    case 'query':
      return { kind: 'query' }
    case 'replace': {
      const goal = intent.goal === undefined ? {} : { goal: intent.goal }
      const items = wantedItems(intent.items, intent.numbered, before)
      return { kind: 'list', items, fresh: intent.fresh === true, ...goal }
    }
    case 'edit': {
      const added = wantedItems(intent.add ?? [], false, before)
      const steps = [...editSteps(intent, before), ...added.map((item) => ({ kind: 'add', item }) as const)]
      if (steps.length === 0 && violation !== undefined) return { kind: 'unreadable', why: violation.message }
      return { kind: 'steps', steps, items: [...before.items.map((item) => edited(item, steps)), ...added] }
    }
  }
}

type Edits = Extract<Reading['intent'], { kind: 'edit' }>
type Wanted = NonNullable<Edits['add']>[number]

function editSteps({ edit = [], remove = [] }: Edits, before: SessionState): readonly CarriedStep[] {
  const itemOf = (key: string): readonly CarriedItem[] => {
    const found = before.items.find((item) => item.key === key)
    return found === undefined ? [] : [carriedItem(found, false)]
  }
  const removed = remove.flatMap(itemOf).map((item): CarriedStep => ({ kind: 'remove', item }))
  const changed = edit.flatMap(({ key, text, status, reason = null, fields = {} }) =>
    itemOf(key).flatMap((item): readonly CarriedStep[] => [
      ...(text === undefined || text === item.text ? [] : [{ kind: 'reword', item, text } as const]),
      ...(status === undefined ? [] : [{ kind: 'status', item, status, reason } as const]),
      ...Object.keys(fields).map((what) => ({ kind: 'other', item, what }) as const),
    ]),
  )
  return [...removed, ...changed]
}

function edited(item: TodoItem, steps: readonly CarriedStep[]): CarriedItem {
  let now = carriedItem(item, false)
  for (const step of steps) {
    if (step.item.key !== item.key) continue
    if (step.kind === 'reword') now = { ...now, text: step.text }
    if (step.kind === 'status') now = { ...now, status: step.status, reason: step.reason }
  }
  return now
}

/** Items of a call that made none: each is the item of the list that has its text, one to one. */
function wantedItems(
  wanted: readonly Wanted[],
  numbered: boolean,
  before: SessionState,
): readonly CarriedItem[] {
  const free = new Map<string, string[]>()
  for (const { text, key } of before.items) {
    const same = free.get(text)
    if (same === undefined) free.set(text, [key])
    else same.push(key)
  }
  return wanted.map(({ id, ownId, text, status, reason = null, fields }) => ({
    key: free.get(text)?.shift() ?? null,
    id,
    numbered: numbered || !ownId,
    text,
    status,
    reason,
    activeForm: textOf(fields?.activeForm),
    priority: textOf(fields?.priority),
  }))
}

function carriedItem(item: TodoItem, numbered: boolean): CarriedItem {
  const { key, id, text, status, reason, activeForm, priority } = item
  return { key, id, numbered, text, status, reason, activeForm, priority }
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
