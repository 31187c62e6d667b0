import { itemsOfKeys } from '../compact/list-index.js'
import type { Change, ItemAdded } from '../events.js'
import type { SessionState, TodoItem } from '../state.js'

/** The items, as they stand in `next`, that an update's changes completed. */
export function completedBy(changes: readonly Change[], next: SessionState): readonly TodoItem[] {
  const keys = new Set<string>()
  for (const change of changes) {
    const completes = change.type === 'status-set' && change.to === 'completed' && change.from !== 'completed'
    if (completes) keys.add(change.key)
    if (change.type === 'added' && isAddedCompleted(change)) keys.add(change.key)
  }
  if (keys.size === 0) return []
  return itemsOfKeys(next.items, keys).filter((item) => item.status === 'completed')
}

/** True where an item came into the list completed, and did not stand there so before the log began. */
export function isAddedCompleted({ status, before }: ItemAdded): boolean {
  return status === 'completed' && before !== 'completed'
}
