/** What todo tools say of a conversation: under which profile it ran, and which of its updates were refused. */

import { isObject } from '../../json.js'

/** The profile of a conversation without a todo tool. It has no todos, so its rules are of no matter. */
export const withoutTodos = 'recommended'

/** Tools that one of core's own systems alone has. */
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
export function profileOf(call: { readonly name: string; readonly input: unknown }): string | null {
  const items = isObject(call.input) && Array.isArray(call.input['items']) ? call.input['items'] : null
  switch (call.name) {
    case 'write_todos':
      return items === null ? null : 'recommended'
    case 'todo':
      return items === null ? null : 'todo-manager'
    case 'todo_write':
      return items?.some((each) => typeof each === 'string') === true ? 'wake-loop' : null
    default:
      return profiles.get(call.name) ?? null
  }
}

const refusal =
  /^\s*(?:<tool_use_error>|error\b\s*[:-]|\{\s*"(?:error"\s*:\s*(?!null|false|"")|status"\s*:\s*"error"))/i

/** Whether a todo call worked of which nobody says it: it did, unless its text begins with an error. */
export function saysRefused(output: string): boolean {
  return refusal.test(output)
}
