/** Items that wait for each other in a circle. */

import type { TodoItem } from '../state.js'
import { isSameList } from './same-list.js'

/**
 * The ids of one circle, its first id again at the end; null where there is none. Depth-first without recursion, in
 * the order of the list.
 */
export function findDependencyCircle(items: readonly TodoItem[]): readonly string[] | null {
  const byId = new Map(items.map((item) => [item.id, item]))
  const finished = new Set<string>()
  for (const start of byId.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    const stack: { id: string; leave: boolean }[] = [{ id: start, leave: false }]
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (step.leave) {
        path.pop()
        onPath.delete(step.id)
        finished.add(step.id)
        continue
      }
      if (onPath.has(step.id)) return [...path.slice(path.indexOf(step.id)), step.id]
      if (finished.has(step.id)) continue
      path.push(step.id)
      onPath.add(step.id)
      stack.push({ id: step.id, leave: true })
      for (const id of byId.get(step.id)?.dependencies ?? [])
        if (byId.has(id)) stack.push({ id, leave: false })
    }
  }
  return null
}

/** What is known of a list's circles: one of them, that there is none, or nothing yet. */
export type KnownCircle = readonly string[] | 'none' | 'unknown'

/** What the list holds before an item comes, goes or changes. */
interface Dependencies {
  /** True where an item of the list waits for this id. */
  isAwaited(id: string): boolean
  /** True where another item than the one of this key has the id. */
  isShared(id: string, key: string): boolean
  /** True where one of these ids waits, over others or directly, for that id. */
  leadTo(from: readonly string[], id: string): boolean
}

/**
 * What is known of a list's circles once an item came at its end, went, or changed in its place: most changes make
 * none and undo none, so that the list need not be searched.
 * @param was the item before, null where it comes; @param now the item after, null where it goes
 */
export function circleAfter(
  circle: KnownCircle,
  was: TodoItem | null,
  now: TodoItem | null,
  list: Dependencies,
): KnownCircle {
  if (circle === 'unknown') return circle
  if (now === null) {
    const isPlain = circle === 'none' && was !== null && !list.isShared(was.id, was.key)
    return isPlain ? 'none' : 'unknown'
  }
  if (was === null) {
    if (list.isShared(now.id, now.key)) return 'unknown'
    if (now.dependencies.length === 0) return circle
    if (!list.isAwaited(now.id) && !now.dependencies.includes(now.id)) return circle
    return circle === 'none' && !leadsBack(now.dependencies, now.id, list) ? 'none' : 'unknown'
  }
  if (was.id !== now.id) return 'unknown'
  if (isSameList(was.dependencies, now.dependencies)) return circle
  if (circle !== 'none') return 'unknown'
  const more = now.dependencies.filter((id) => !was.dependencies.includes(id))
  return leadsBack(more, now.id, list) ? 'unknown' : 'none'
}

function leadsBack(from: readonly string[], id: string, list: Dependencies): boolean {
  if (from.includes(id)) return true
  return from.length > 0 && list.isAwaited(id) && list.leadTo(from, id)
}
