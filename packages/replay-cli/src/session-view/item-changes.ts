/** What a turn did to the list, as a person sees it: the list at its end against the list before it. */

import type { Change } from '@todo-ledger/core'
import type { ListedItemReplay, ListVersion } from './session-replay.js'
import { statusWords } from './words.js'

/** What a turn did to one item. */
export type ItemChange =
  | 'added'
  | 'completed'
  | 'started'
  | 'blocked'
  | 'cancelled'
  | 'reopened'
  | 'reworded'
  | 'moved'
  | 'removed'

/** An item of the list after a turn, or one that the turn took off it. */
export interface ListEntry {
  /** The item; one that left stands as it was. */
  readonly item: ListedItemReplay
  /** The item before the turn, or null where it was not on the list. */
  readonly before: ListedItemReplay | null
  /** What the turn did to it, or null. */
  readonly change: ItemChange | null
}

/** The items after a turn, those that it removed last. @param moved the keys of the items that took another place */
export function listEntries(
  before: ListVersion,
  after: ListVersion,
  moved: ReadonlySet<string>,
): readonly ListEntry[] {
  if (before === after) return after.items.map((item) => ({ item, before: item, change: null }))
  const old = new Map(before.items.map((item) => [item.key, item]))
  const now = new Set(after.items.map(({ key }) => key))
  return [
    ...after.items.map((item) => {
      const was = old.get(item.key) ?? null
      return { item, before: was, change: changeOf(was, item, moved) }
    }),
    ...before.items
      .filter(({ key }) => !now.has(key))
      .map((item) => ({ item, before: item, change: 'removed' as const })),
  ]
}

function changeOf(
  before: ListedItemReplay | null,
  after: ListedItemReplay,
  moved: ReadonlySet<string>,
): ItemChange | null {
  if (before === null) return 'added'
  if (before.status !== after.status) {
    if (after.status === 'in_progress') return isClosed(before) ? 'reopened' : 'started'
    return after.status === 'pending' ? 'reopened' : after.status
  }
  if (before.text !== after.text) return 'reworded'
  return moved.has(after.key) ? 'moved' : null
}

/** The items after a turn that others worked beside, with what this one alone did, those that it removed last. */
export function ownEntries(changes: readonly Change[], after: ListVersion): readonly ListEntry[] {
  const added = new Set<string>()
  const gone = new Map<string, ListedItemReplay>()
  const was = new Map<string, Partial<ListedItemReplay>>()
  const moved = new Set<string>()
  for (const change of changes) {
    if (change.type === 'added') added.add(change.key)
    else if (change.type === 'moved') moved.add(change.key)
    else if (change.type === 'removed') {
      const { key, id, text, status } = change
      gone.set(key, { key, id, text, status, reason: null, parent: null })
    } else if (change.type === 'status-set')
      was.set(change.key, { status: change.from, ...was.get(change.key) })
    else if (change.type === 'reworded') was.set(change.key, { text: change.from, ...was.get(change.key) })
  }
  const listed = new Set(after.items.map(({ key }) => key))
  return [
    ...after.items.map((item): ListEntry => {
      const before = added.has(item.key) ? null : { ...item, ...was.get(item.key) }
      return { item, before, change: changeOf(before, item, moved) }
    }),
    ...[...gone.values()]
      .filter(({ key }) => !listed.has(key) && !added.has(key))
      .map((item) => ({ item, before: item, change: 'removed' as const })),
  ]
}

function isClosed({ status }: ListedItemReplay): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** What the turn did to an item, in short words; null where it did nothing. */
export function changeWords({ item, before, change }: ListEntry): string | null {
  if (change === 'removed') return isClosed(item) ? 'left the list' : 'dropped'
  if (before === null) return 'new'
  const words = [
    ...(before.status === item.status ? [] : [`was ${statusWords[before.status]}`]),
    ...(before.text === item.text ? [] : ['reworded']),
    ...(before.reason === item.reason || before.status !== item.status ? [] : ['other reason']),
    ...(change === 'moved' ? ['moved'] : []),
  ]
  return words.length === 0 ? null : words.join(', ')
}
