/** What a turn did to each item of the list, by comparing the list at its end with the one before. */

import type { ListedItemReplay } from '@todo-ledger/replay-cli/report-data'
import { listAt, type SessionView } from './session-view.js'

/** An item of the list at a turn, with what the turn did to it. */
export interface ChangedItem {
  /** The item; one that left stands as it was. */
  readonly item: ListedItemReplay
  /** The item before the turn, or null where it was not on the list. */
  readonly before: ListedItemReplay | null
  /** True where the turn took it off the list. */
  readonly left: boolean
}

/** The list at the end of a turn, and behind it what left in the turn. */
export function changedItems(view: SessionView, turn: number): readonly ChangedItem[] {
  const after = listAt(view, turn).items
  const before = new Map((turn === 0 ? [] : listAt(view, turn - 1).items).map((item) => [item.key, item]))
  const kept = new Set(after.map(({ key }) => key))
  return [
    ...after.map((item) => ({ item, before: before.get(item.key) ?? null, left: false })),
    ...[...before.values()]
      .filter(({ key }) => !kept.has(key))
      .map((item) => ({ item, before: item, left: true })),
  ]
}

/** What the turn did to the item, in short words; null where it did nothing. */
export function changeWords({ item, before, left }: ChangedItem): string | null {
  if (left) return item.status === 'completed' || item.status === 'cancelled' ? 'left the list' : 'dropped'
  if (before === null) return 'new'
  const words = [
    ...(before.status === item.status ? [] : [`was ${statusWords[before.status]}`]),
    ...(before.text === item.text ? [] : ['reworded']),
    ...(before.reason === item.reason || before.status !== item.status ? [] : ['other reason']),
  ]
  return words.length === 0 ? null : words.join(', ')
}

/** The statuses as people say them. */
export const statusWords: { readonly [S in ListedItemReplay['status']]: string } = {
  pending: 'pending',
  in_progress: 'in progress',
  blocked: 'blocked',
  completed: 'completed',
  cancelled: 'cancelled',
}
