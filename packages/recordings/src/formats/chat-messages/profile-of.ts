/** Which of core's own profiles fits a conversation: the one whose todo tool is called first, and in its shape. */

import { isObject } from '../../json-value.js'

/** The profile of a conversation without a todo tool. It has no todos, so its rules are of no matter. */
export const withoutTodos = 'recommended'

/** Tools of core's own systems, which one alone has. */
const profiles: ReadonlyMap<string, string> = new Map([
  ['add_todos', 'recommended'],
  ['update_todo', 'recommended'],
  ['todo__init', 'loki'],
  ['todo__add', 'loki'],
  ['todo__done', 'loki'],
  ['todo__list', 'loki'],
  ['todo__clear', 'loki'],
  ['todo_update', 'wake-loop'],
])

/** The one of core's own systems whose tool a call surely is of; null where it is of none. */
export function profileOf({
  name,
  input,
}: {
  readonly name: string
  readonly input: unknown
}): string | null {
  const items = isObject(input) && Array.isArray(input['items']) ? input['items'] : null
  switch (name) {
    case 'write_todos':
      return items === null ? null : 'recommended'
    case 'todo':
      return items === null ? null : 'todo-manager'
    case 'todo_write':
      return items?.some((each) => typeof each === 'string') === true ? 'wake-loop' : null
    default:
      return profiles.get(name) ?? null
  }
}
