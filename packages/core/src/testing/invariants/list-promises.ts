/** What rules promise of a list as it stands. */

import { isOpen, type TodoItem } from '../../state.js'
import type { Invariant } from './invariant.js'
import { rulePromise } from './rule-promise.js'

/** The promises of the rules that look at the list alone. */
export const listPromises: readonly Invariant[] = [
  rulePromise('max-items', 'A list is never longer than its cap.', ({ after, options }) => {
    const { length } = after.items
    return typeof options['max'] === 'number' && length > options['max'] ? `${length} items` : null
  }),
  rulePromise('text-required', 'No item is without words.', ({ after }) => {
    const blank = after.items.find(({ text }) => /^\s*$/u.test(text))
    return blank === undefined ? null : `Item ${blank.id} has no text`
  }),
  rulePromise('ids-unique', 'There are as many ids as items.', ({ after }) =>
    new Set(after.items.map(({ id }) => id)).size === after.items.length ? null : 'Two items have one id',
  ),
  rulePromise('single-in-progress', 'Never two items are in progress.', ({ after }) => {
    const busy = countBusy(after.items)
    return busy > 1 ? `${busy} items are in progress` : null
  }),
  rulePromise('exactly-one-in-progress', 'One item is in progress until all are completed.', ({ after }) => {
    const busy = countBusy(after.items)
    const left = after.items.filter(({ status }) => status !== 'completed').length
    return left > 0 && busy !== 1 ? `${left} items are left and ${busy} are in progress` : null
  }),
  rulePromise('reason-required-when-blocked', 'Whatever is blocked has a reason.', ({ after }) => {
    const mute = after.items.find(({ status, reason }) => status === 'blocked' && !/\S/u.test(reason ?? ''))
    return mute === undefined ? null : `Item ${mute.id} is blocked and does not say why`
  }),
  rulePromise('no-dependency-cycle', 'The items can be brought into an order of work.', ({ after }) => {
    const stuck = inCircles(after.items)
    return stuck.length === 0 ? null : `Items ${stuck.join(', ')} wait for each other`
  }),
  rulePromise('dependencies-closed-first', 'Nothing is completed that still waits.', ({ before, after }) => {
    const done = newlyCompleted(before.items, after.items)
    const open = new Set(after.items.filter(isOpen).map(({ id }) => id))
    const early = done.find(({ dependencies }) => dependencies.some((id) => open.has(id)))
    return early === undefined ? null : `Item ${early.id} is completed before what it depends on`
  }),
  rulePromise('children-closed-first', 'Nothing is completed before its parts.', ({ before, after }) => {
    const done = newlyCompleted(before.items, after.items)
    const parents = new Set(after.items.filter(isOpen).map(({ parent }) => parent))
    const early = done.find(({ id }) => parents.has(id))
    return early === undefined ? null : `Item ${early.id} is completed before its subtasks`
  }),
]

function countBusy(items: readonly TodoItem[]): number {
  return items.filter(({ status }) => status === 'in_progress').length
}

/** The items that are completed after an update and were not before it. */
function newlyCompleted(before: readonly TodoItem[], after: readonly TodoItem[]): readonly TodoItem[] {
  const done = new Set(before.filter(({ status }) => status === 'completed').map(({ key }) => key))
  return after.filter(({ key, status }) => status === 'completed' && !done.has(key))
}

/** The ids that are left when what waits for nothing is taken away, again and again. */
function inCircles(items: readonly TodoItem[]): readonly string[] {
  let left = new Map(items.map(({ id, dependencies }) => [id, dependencies]))
  for (;;) {
    const next = new Map([...left].filter(([, dependencies]) => dependencies.some((id) => left.has(id))))
    if (next.size === left.size) return [...left.keys()]
    left = next
  }
}
