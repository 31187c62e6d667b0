/** What a recorded call of a todo tool changed, or wanted to, in no system's words. */

import type { Change, EventOf, Profile, SessionState, TodoItem } from '@todo-ledger/core'
import { decide, textOf } from '@todo-ledger/core/profiles'

export type TodoCallEvent = EventOf<'todos.updated'> | EventOf<'todos.rejected'>

/** An item as a recorded call has it; its key is null where the recording refused the call and so never made the item. */
export interface RecordedItem
  extends Pick<TodoItem, 'id' | 'text' | 'status' | 'reason' | 'activeForm' | 'priority'> {
  readonly key: string | null
}

/** What a recorded call comes to, on the list that it found there. */
export interface RecordedCall {
  /** `list` says the whole list, `items` changes single ones. */
  readonly kind: 'list' | 'items' | 'query' | 'unreadable'
  readonly changes: readonly ItemChange[]
  /** The list that it led to, or would have. */
  readonly items: readonly RecordedItem[]
  /** True where ids are mere positions. */
  readonly numbered: boolean
  readonly goal: string | null
  /** What of it could not be read, a sentence each. */
  readonly unread: readonly string[]
}

/** A change, and the item that it is of: as it was before, or as it is added. */
export interface ItemChange {
  readonly change: Exclude<Change, { type: 'goal-set' }>
  readonly item: RecordedItem
}

/** Reads a recorded call. @param profile the recording's; where it is not known only the outcome can be read */
export function readCall(
  event: TodoCallEvent,
  before: SessionState,
  after: SessionState,
  profile: Profile | undefined,
): RecordedCall {
  const { tool, input } = event.data
  const isAccepted = event.type === 'todos.updated'
  const unreadable = (why: readonly string[]): RecordedCall => ({
    ...nothing,
    kind: 'unreadable',
    unread: why,
  })
  if (isAccepted && event.data.query) return { ...nothing, kind: 'query' }
  const recorded = isAccepted ? { ok: true, output: event.data.reply } : null
  const isKnown = profile?.tools.some(({ name }) => name === tool) === true
  const reading = isKnown ? profile.read({ tool, input, state: before, recorded }) : undefined
  if (!isAccepted && reading === undefined) return unreadable([`no call of ${tool} can be read`])
  if (!isAccepted && reading?.intent.kind === 'query') return { ...nothing, kind: 'query' }
  const violations = reading?.violations ?? []
  const kind = reading === undefined || reading.intent.kind === 'replace' ? 'list' : 'items'
  const decided = isAccepted || reading === undefined ? event.data : decide(before, reading.intent)
  const all = 'changes' in decided ? decided.changes : []
  if (kind === 'items' && all.length === 0 && violations[0] !== undefined)
    return unreadable([violations[0].message])
  const changes = all.flatMap((change) => itemChange(change, before, isAccepted))
  const goal = all.find((change) => change.type === 'goal-set')?.to ?? null
  const items = isAccepted ? after.items : applied(before.items, changes)
  const unread = violations.filter(({ rule }) => unreadRules.has(rule)).map(({ message }) => message)
  return { kind, changes, items, numbered: 'numbered' in decided && decided.numbered, goal, unread }
}

const nothing = { changes: [], items: [], numbered: false, goal: null, unread: [] }
const unreadRules: ReadonlySet<string> = new Set(['input-shape', 'status-valid'])

function itemChange(change: Change, { items }: SessionState, isAccepted: boolean): readonly ItemChange[] {
  if (change.type === 'goal-set') return []
  if (change.type !== 'added') {
    const item = items.find(({ key }) => key === change.key)
    return item === undefined ? [] : [{ change, item }]
  }
  const { id, text, status, reason = null, fields } = change
  const [activeForm, priority] = [textOf(fields?.activeForm), textOf(fields?.priority)]
  const key = isAccepted ? change.key : null
  return [{ change, item: { key, id, text, status, reason, activeForm, priority } }]
}

function applied(before: readonly RecordedItem[], changes: readonly ItemChange[]): readonly RecordedItem[] {
  const items = [...before]
  for (const { change, item } of changes) {
    const place = items.findIndex(({ key }) => key === change.key)
    const now = items[place] ?? item
    if (change.type === 'added') items.splice(change.position, 0, item)
    else if (change.type === 'removed') items.splice(place, 1)
    else if (change.type === 'moved') items.splice(change.to, 0, ...items.splice(place, 1))
    else if (change.type === 'reworded') items[place] = { ...now, text: change.to }
    else if (change.type === 'status-set') items[place] = { ...now, status: change.to, reason: change.reason }
  }
  return items
}
