/** Rules about statuses: what is in progress, what may follow what, and what a status needs. */

import { changedItems, isOpen, itemsIn } from '../items.js'
import { defineRule, type Rule } from './rule.js'

/** Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const singleInProgress: Rule = defineRule({
  id: 'single-in-progress',
  summary: "At most one item is in progress (option per: 'actor': of each who works on the list).",
  check({ items }, { options }) {
    const isPerActor = options['per'] === 'actor'
    const busy = new Map<string, string[]>()
    for (const { actor, id } of itemsIn(items, 'in_progress')) {
      const who = isPerActor && actor !== null ? JSON.stringify([actor.kind, actor.id]) : ''
      busy.set(who, [...(busy.get(who) ?? []), id])
    }
    const [message, fix] = isPerActor
      ? ['Each agent can have only one task in_progress at a time', 'Set all but one of your own to pending.']
      : ['Only one task can be in_progress at a time', 'Set all but one of them to pending.']
    return [...busy.values()]
      .filter((ids) => ids.length > 1)
      .map((ids) => ({ message, item: ids[1], expected: 1, received: ids.length, fix }))
  },
})

/** Source: docs/sources/todo-list-middleware.md. */
export const exactlyOneInProgress: Rule = defineRule({
  id: 'exactly-one-in-progress',
  summary: 'Exactly one item is in progress, unless all are completed.',
  check({ items }) {
    const busy = itemsIn(items, 'in_progress')
    if (busy.length === 1 || items.every(({ status }) => status === 'completed')) return []
    const item = busy[1] ?? items.find(({ status }) => status === 'pending')
    return [
      {
        message: `Exactly one todo must be in_progress unless all are completed, found ${busy.length}`,
        item: item?.id,
        expected: 1,
        received: busy.length,
        fix:
          busy.length === 0
            ? 'Set the item that you work on next to in_progress.'
            : 'Set all but one of them to pending or completed.',
      },
    ]
  },
})

/** Source: docs/sources/wake-loop.md. */
export const reasonRequiredWhenBlocked: Rule = defineRule({
  id: 'reason-required-when-blocked',
  summary: 'A blocked item says why.',
  check: ({ items }) =>
    items
      .filter(({ status, reason }) => status === 'blocked' && (reason ?? '').trim() === '')
      .map(({ id, reason }) => ({
        message: `Item ${id}: a blocked item needs a reason`,
        item: id,
        expected: 'a reason',
        received: reason,
        fix: 'Say in reason what the item waits for.',
      })),
})

export const noReopen: Rule = defineRule({
  id: 'no-reopen',
  summary: 'A completed or cancelled item stays so.',
  check({ items }, { changes }) {
    const changed = changedItems(items, changes)
    return changes.flatMap((change) => {
      if (change.type !== 'status-set' || isOpen({ status: change.from }) || !isOpen({ status: change.to }))
        return []
      const { key, from, to } = change
      const id = changed.get(key)?.id ?? key
      const message = `Item ${id} was ${from} and cannot be set to ${to}`
      return [
        { message, item: id, expected: from, received: to, fix: 'Add a new item for the work that is left.' },
      ]
    })
  },
})

export const skippedInProgress: Rule = defineRule({
  id: 'skipped-in-progress',
  summary: 'An item is in progress before it is completed.',
  check({ items }, { changes }) {
    const changed = changedItems(items, changes)
    return changes.flatMap((change) => {
      if (change.type !== 'status-set' || change.to !== 'completed' || change.from === 'completed') return []
      const item = changed.get(change.key)
      if (item === undefined || item.started !== null) return []
      return [
        {
          message: `Item ${item.id} was completed without having been in_progress`,
          item: item.id,
          expected: 'in_progress',
          received: change.from,
          fix: 'Set the item to in_progress when its work begins.',
        },
      ]
    })
  },
})
