import { itemsIn } from '../items.js'
import type { SessionState } from '../state.js'
import { type Breach, defineRule, type Rule } from './rule.js'

/** Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const singleInProgress: Rule = defineRule({
  id: 'single-in-progress',
  version: 1,
  summary: "At most one item is in progress (option per: 'actor': of each who works on the list).",
  check(next, { options }) {
    if (options['per'] === 'actor') return perActor(next)
    const busy = itemsIn(next.items, 'in_progress')
    if (busy.length <= 1) return []
    return [
      {
        message: 'Only one task can be in_progress at a time',
        item: busy[1]?.id,
        expected: 1,
        received: busy.length,
        fix: 'Set all but one of them to pending.',
      },
    ]
  },
})

/** At most one item in progress of those that the same one put there. */
function perActor({ items }: SessionState): readonly Breach[] {
  const busy = new Map<string, string[]>()
  for (const { status, actor, id } of items) {
    if (status !== 'in_progress') continue
    const who = JSON.stringify(actor === null ? null : [actor.kind, actor.id])
    busy.set(who, [...(busy.get(who) ?? []), id])
  }
  return [...busy.values()].flatMap((ids) => {
    if (ids.length <= 1) return []
    const message = 'Each agent can have only one task in_progress at a time'
    const fix = 'Set all but one of your own to pending.'
    return [{ message, item: ids[1], expected: 1, received: ids.length, fix }]
  })
}
