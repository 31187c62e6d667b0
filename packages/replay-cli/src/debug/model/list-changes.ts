/** What a turn did to the list, as a person sees it: the list at its end against the list before it. */

import type { ListedItemReplay, ListVersion } from '../../replay/session-replay.js'

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

/** An item of the list after a turn, or one that the turn took off it. */
export interface ListEntry {
  /** The item. */
  readonly item: ListedItemReplay
  /** What the turn did to it, or null. */
  readonly change: ItemChange | 'removed' | null
}

/** The items after a turn, those that it removed last. @param moved the keys of the items that took another place */
export function listEntries(
  before: ListVersion,
  after: ListVersion,
  moved: ReadonlySet<string>,
): readonly ListEntry[] {
  if (before === after) return after.items.map((item) => ({ item, change: null }))
  const old = new Map(before.items.map((item) => [item.key, item]))
  const now = new Set(after.items.map(({ key }) => key))
  return [
    ...after.items.map((item) => ({ item, change: changeOf(old.get(item.key), item, moved) })),
    ...before.items.filter(({ key }) => !now.has(key)).map((item) => ({ item, change: 'removed' as const })),
  ]
}

function changeOf(
  before: ListedItemReplay | undefined,
  after: ListedItemReplay,
  moved: ReadonlySet<string>,
): ItemChange | null {
  if (before === undefined) return 'added'
  if (before.status !== after.status) {
    if (after.status === 'in_progress') return isClosed(before) ? 'reopened' : 'started'
    return after.status === 'pending' ? 'reopened' : after.status
  }
  if (before.text !== after.text) return 'reworded'
  return moved.has(after.key) ? 'moved' : null
}

function isClosed({ status }: ListedItemReplay): boolean {
  return status === 'completed' || status === 'cancelled'
}
