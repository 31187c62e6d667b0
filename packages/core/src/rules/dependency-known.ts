import type { Change, JsonValue } from '../events.js'
import { itemOfKey } from '../items.js'
import { defineRule, type Rule } from './rule.js'

export const dependencyKnown: Rule = defineRule({
  id: 'dependency-known',
  version: 1,
  summary: 'A dependency that an item is given names an item of the list.',
  check: ({ items }, { changes }) =>
    changes.flatMap((change) => {
      const unknown = namedBy(change).filter((id) => !items.some((item) => item.id === id))
      if (change.type === 'goal-set' || unknown.length === 0) return []
      const id = itemOfKey(items, change.key)?.id ?? change.key
      const are = unknown.length === 1 ? 'which is' : 'which are'
      return [
        {
          message: `Item ${id} depends on ${unknown.join(', ')}, ${are} not in the list`,
          item: id,
          expected: items.map((item) => item.id),
          received: unknown,
          fix: 'Name items of the list, or add them first.',
        },
      ]
    }),
})

/** The ids that a change adds to what an item depends on. */
function namedBy(change: Change): readonly string[] {
  if (change.type === 'added') return textsOf(change.fields?.dependencies)
  if (change.type !== 'field-set' || change.field !== 'dependencies') return []
  const before = textsOf(change.from)
  return textsOf(change.to).filter((id) => !before.includes(id))
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}
