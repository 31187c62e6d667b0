import type { Change } from '../events.js'
import type { SessionState, TodoItem } from '../state.js'

/** The items, as they stand in `next`, that an update's changes completed. */
export function completedBy(changes: readonly Change[], next: SessionState): readonly TodoItem[] {
  const keys = new Set<string>()
  for (const change of changes) {
    const completes = change.type === 'status-set' && change.to === 'completed' && change.from !== 'completed'
    if (completes) keys.add(change.key)
    if (change.type === 'added' && change.status === 'completed') keys.add(change.key)
  }
  return keys.size === 0 ? [] : next.items.filter((item) => keys.has(item.key) && item.status === 'completed')
}
