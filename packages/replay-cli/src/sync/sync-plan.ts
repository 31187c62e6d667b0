/** What would make a list and a tracker equal: a three-way comparison. What both sides changed is a conflict and stays. */

import { isOpen, type TodoItem, type TodoStatus } from '@todo-ledger/core'
import { oneLine, type Tracker, type TrackerEntry } from './tracker.js'

/** The side that a conflict is settled by. */
export type SyncSide = 'ledger' | 'tracker'

/** A part that is kept equal. */
export type SyncPart = 'text' | 'status'

/** How one part of an item and its entry stand to each other. */
export interface PartPlan {
  /** Which part. */
  readonly part: SyncPart
  /** What the list has, in the tracker's words. */
  readonly ledger: string
  /** What the tracker has. */
  readonly tracker: string
  /** What both had when they were last brought together; null where they never were. */
  readonly base: string | null
  /** Where a change goes; `conflict` where that is not known. */
  readonly goes: 'nowhere' | 'to-tracker' | 'to-ledger' | 'conflict'
}

/** An item and its entry. */
export interface PairPlan {
  /** The item. */
  readonly item: TodoItem
  /** The entry. */
  readonly entry: TrackerEntry
  /** Its text and its status. */
  readonly parts: readonly PartPlan[]
}

/** An entry that nothing is done with, and why. */
export interface LeftEntry {
  /** The entry. */
  readonly entry: TrackerEntry
  /** Why. */
  readonly why: string
}

/** What is to be done. */
export interface SyncPlan {
  /** Items that have an entry. */
  readonly pairs: readonly PairPlan[]
  /** Items that are to get one; parents, and what others wait for, come first. */
  readonly creates: readonly TodoItem[]
  /** Entries that are to become items. */
  readonly adds: readonly { readonly entry: TrackerEntry; readonly status: TodoStatus }[]
  /** Entries that stay as they are, and why. */
  readonly left: readonly LeftEntry[]
}

/** What is compared. */
export interface SyncInput {
  /** The session's id. */
  readonly session: string
  /** Its list. */
  readonly items: readonly TodoItem[]
  /** What the tracker has. */
  readonly entries: readonly TrackerEntry[]
  /** The tracker's words. */
  readonly tracker: Pick<Tracker, 'keepsClosed' | 'titleOf' | 'wordOf' | 'statusOf'>
  /** The side that wins where both changed; null: neither. */
  readonly prefer: SyncSide | null
}

/** An item's name in a link. */
export function linkedItem(session: string, key: string): string {
  return `${session}/${key}`
}

/** Compares a list with a tracker. */
export function planSync(input: SyncInput): SyncPlan {
  const { session, items, entries, tracker } = input
  const left: LeftEntry[] = []
  const byLink = new Map<string, TrackerEntry>()
  const free: TrackerEntry[] = []
  const isOurs = (item: string): boolean => item.slice(0, item.lastIndexOf('/')) === session
  const known = new Set(items.map(({ key }) => linkedItem(session, key)))
  for (const entry of entries) {
    const { link } = entry
    if (link === null) free.push(entry)
    else if (!isOurs(link.item)) left.push({ entry, why: 'it belongs to another session' })
    else if (!known.has(link.item)) left.push({ entry, why: 'its item is no longer in the list' })
    else if (byLink.has(link.item)) {
      const why = `it names the same item as ${byLink.get(link.item)?.id ?? 'another'}: close one of them`
      left.push({ entry, why })
    } else byLink.set(link.item, entry)
  }
  const unlinked = items.filter(({ key }) => !byLink.has(linkedItem(session, key)))
  const byTitle = matchedByTitle(unlinked, free, tracker)
  const taken = new Set(byTitle.values())
  const entryOf = ({ key }: TodoItem): TrackerEntry | undefined =>
    byLink.get(linkedItem(session, key)) ?? byTitle.get(key)
  const adds = free.flatMap((entry) => {
    if (taken.has(entry)) return []
    const status = tracker.statusOf(entry.status)
    if (status === null) {
      left.push({ entry, why: unknownStatus(entry.status) })
      return []
    }
    const isWanted = tracker.keepsClosed || (status !== 'completed' && status !== 'cancelled')
    return isWanted ? [{ entry, status }] : []
  })
  return {
    pairs: items.flatMap((item) => {
      const entry = entryOf(item)
      return entry === undefined ? [] : [pairOf(item, entry, input)]
    }),
    creates: parentsFirst(
      items.filter((item) => entryOf(item) === undefined && (tracker.keepsClosed || isOpen(item))),
    ),
    adds,
    left,
  }
}

/** Items and entries that were never brought together and have the same title, one to one, in their order. */
function matchedByTitle(
  items: readonly TodoItem[],
  entries: readonly TrackerEntry[],
  { titleOf }: Pick<Tracker, 'titleOf'>,
): ReadonlyMap<string, TrackerEntry> {
  const waiting = new Map<string, TrackerEntry[]>()
  for (const entry of entries) waiting.set(entry.title, [...(waiting.get(entry.title) ?? []), entry])
  const matches = new Map<string, TrackerEntry>()
  for (const item of items) {
    const entry = waiting.get(titleOf(item.text))?.shift()
    if (entry !== undefined) matches.set(item.key, entry)
  }
  return matches
}

function pairOf(item: TodoItem, entry: TrackerEntry, { tracker, prefer }: SyncInput): PairPlan {
  const { link } = entry
  const text = { ledger: tracker.titleOf(item.text), tracker: entry.title, base: link?.title ?? null }
  const now = tracker.statusOf(entry.status)
  // A tracker may have two words for one status: nobody changed it from one to the other.
  const word = (status: TodoStatus): string => (status === now ? entry.status : tracker.wordOf(status))
  const status = { ledger: word(item.status), tracker: entry.status, base: link?.status ?? null }
  const before = status.base === null ? null : tracker.statusOf(status.base)
  const compared = before === null ? status : { ...status, base: word(before) }
  return {
    item,
    entry,
    parts: [
      { part: 'text', ...text, goes: wayOf(text, prefer) },
      { part: 'status', ...status, goes: now === null ? 'conflict' : wayOf(compared, prefer) },
    ],
  }
}

function wayOf(
  { ledger, tracker, base }: Pick<PartPlan, 'ledger' | 'tracker' | 'base'>,
  prefer: SyncSide | null,
): PartPlan['goes'] {
  if (ledger === tracker) return 'nowhere'
  if (tracker === base) return 'to-tracker'
  if (ledger === base) return 'to-ledger'
  if (prefer === null) return 'conflict'
  return prefer === 'ledger' ? 'to-tracker' : 'to-ledger'
}

/** The items with their parents and what they wait for before them, else in their order. */
function parentsFirst(items: readonly TodoItem[]): readonly TodoItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const sorted = new Set<TodoItem>()
  const begun = new Set<TodoItem>()
  const stack = [...items].reverse()
  while (stack.length > 0) {
    const item = stack.at(-1)
    if (item === undefined) break
    const before = [item.parent, ...item.dependencies].flatMap((id) => byId.get(id ?? '') ?? [])
    const missing = begun.has(item) ? [] : before.filter((each) => !begun.has(each))
    begun.add(item)
    if (missing.length > 0) stack.push(...missing)
    else {
      stack.pop()
      sorted.add(item)
    }
  }
  return [...sorted]
}

/** Why a status of a tracker is not followed. */
export function unknownStatus(word: string): string {
  return `nobody here knows the status ${JSON.stringify(word)}`
}

/** The text that an entry's title stands for, as a list has it. */
export function textOfTitle(title: string): string {
  return oneLine(title, 2000)
}
