/** Which profile fits a conversation: the one whose todo tool is called first, and in its shape. */

import { arrayIn, isObject, objectsOf, stringIn } from '../json-value.js'
import type { ChatCall } from './blocks.js'

/** The profile of a conversation without a todo tool. It has no todos, so its rules are of no matter. */
export const withoutTodos = 'recommended'

/** Tools that one system alone has. */
const profiles: ReadonlyMap<string, string> = new Map([
  ['TodoWrite', 'claude-code'],
  ['TaskCreate', 'claude-code'],
  ['TaskUpdate', 'claude-code'],
  ['update_plan', 'codex'],
  ['todowrite', 'opencode'],
  ['todoread', 'opencode'],
  ['add_todos', 'recommended'],
  ['update_todo', 'recommended'],
  ['todo__init', 'loki'],
  ['todo__add', 'loki'],
  ['todo__done', 'loki'],
  ['todo__list', 'loki'],
  ['todo__clear', 'loki'],
  ['todo_update', 'wake-loop'],
  ['update_todo_list', 'roo'],
  ['task_tracker', 'openhands'],
])

/** The profile that a call says; null where it is no call of a todo tool, or not of one that a profile has. */
export function profileOf({ name, input }: ChatCall): string | null {
  switch (name) {
    case 'write_todos':
      return profileOfWrite(input)
    case 'todo':
      return isObject(input) && Array.isArray(input['items']) ? 'todo-manager' : null
    case 'todo_write':
      return profileOfTodoWrite(input)
    default:
      return profiles.get(name) ?? null
  }
}

/** Three systems have it: by `items`, by `todos` with `description`, and by `todos` with `content`. */
function profileOfWrite(input: unknown): string {
  if (!isObject(input)) {
    return 'langchain'
  }
  const [first] = objectsOf(arrayIn(input, 'todos'))
  const isGemini = first !== undefined && stringIn(first, 'description') !== null && !('content' in first)
  return Array.isArray(input['items']) ? 'recommended' : isGemini ? 'gemini' : 'langchain'
}

/** The wake loop gives texts, Qwen Code the whole list; others, who say `merge`, give parts of it. */
function profileOfTodoWrite(input: unknown): string | null {
  if (!isObject(input)) {
    return null
  }
  if (arrayIn(input, 'items').some((each) => typeof each === 'string')) {
    return 'wake-loop'
  }
  return objectsOf(arrayIn(input, 'todos')).length > 0 && !('merge' in input) ? 'qwen' : null
}
