/** Rules about the list as a whole: how long it is, what its items are called, when it is written and emptied. */

import { changedItems, isOpen, itemsIn } from '../items.js'
import { type Breach, defineRule, numberOption, type Rule } from './rule.js'

/** Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const maxItems: Rule = defineRule({
  id: 'max-items',
  summary: 'A list holds at most so many items (option max, 20).',
  defaults: { max: 20 },
  check({ items: { length } }, context) {
    const max = numberOption(context, 'max', 20)
    const fix = `Keep at most ${max} items: merge small steps or drop closed ones.`
    return length <= max
      ? []
      : [{ message: `Max ${max} todos allowed`, expected: max, received: length, fix }]
  },
})

/** Source: docs/sources/todo-manager.md. */
export const textRequired: Rule = defineRule({
  id: 'text-required',
  summary: 'Every item has a text that is not blank.',
  check({ items }) {
    const breaches: Breach[] = []
    for (const { id, text } of items)
      if (text.trim() === '')
        breaches.push({
          message: `Item ${id}: text required`,
          item: id,
          expected: 'a text',
          received: text,
          fix: 'Give the item a text that says what is to be done.',
        })
    return breaches
  },
})

export const idsUnique: Rule = defineRule({
  id: 'ids-unique',
  summary: 'No two items of a list have the same id.',
  check({ items }) {
    const ids = items.map(({ id }) => id)
    if (new Set(ids).size === ids.length) return []
    // In the order in which they come a second time.
    const shared = new Set(ids.filter((id, place) => ids.indexOf(id) < place))
    return [...shared].map((id) => ({
      message: `Item ${id}: the id is used more than once`,
      item: id,
      expected: 'an id of its own',
      received: id,
      fix: 'Give each item an id of its own.',
    }))
  },
})

/** Source: docs/sources/todo-list-middleware.md. */
export const emptyListOnlyWhenDone: Rule = defineRule({
  id: 'empty-list-only-when-done',
  summary: 'A list is emptied only when all its items were completed.',
  check({ items }, { changes }) {
    const open = changes.flatMap((change) => (change.type === 'removed' && isOpen(change) ? [change] : []))
    if (items.length > 0 || open.length === 0) return []
    const message = 'The todo list can be emptied only when all items are completed'
    const fix = 'Keep the unfinished items in the list.'
    return [{ message, item: open[0]?.id, expected: 0, received: open.length, fix }]
  },
})

/**
 * The list is written at most once in a turn; a refused call counts too. Source: docs/sources/todo-list-middleware.md. With the
 * option `tools` only calls of these count: whole lists, where single items may be changed as often as one likes.
 */
export const oneUpdatePerTurn: Rule = defineRule({
  id: 'one-update-per-turn',
  summary: 'The list is written at most once in a turn (option tools: by these tools).',
  defaults: { tools: [] },
  check({ turn }, { options: { tools }, tool, query }) {
    const counts = (each: string) => !Array.isArray(tools) || tools.length === 0 || tools.includes(each)
    const writes = turn.writers.filter(counts).length
    // What is written between turns is no call of the last one.
    if (!turn.open || query || !counts(tool) || writes <= 1) return []
    const message = 'The todo list may be updated only once in a turn'
    const fix = 'Send one call with the whole list in the next turn.'
    return [{ message, expected: 1, received: writes, fix }]
  },
})

/** Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const singleInProgress: Rule = defineRule({
  id: 'single-in-progress',
  summary: "At most one item is in progress (option per: 'actor': of each who works on the list).",
  check({ items }, { options }) {
    const isPerActor = options['per'] === 'actor'
    const active = itemsIn(items, 'in_progress')
    if (active.length <= 1) return []
    const busy = new Map<string, string[]>()
    for (const { actor, id } of active) {
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
