/** Qwen Code: todo_write replaces the list; `toolCallResult` says which calls came to nothing. */

import { type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of a chat. */
export const qwenCodeChecklists: ChecklistScript = (text) => {
  const records = jsonLines(text)
  const failed = new Set(
    records.flatMap(({ toolCallResult: result }) => (result?.status === 'error' ? [result.callId] : [])),
  )
  return records
    .flatMap(({ message }) => message?.parts ?? [])
    .map(({ functionCall }) => functionCall)
    .filter((call) => call?.name === 'todo_write' && !failed.has(call.id))
    .map(({ args }) =>
      args.todos.map((todo: { status: string; content: string }) => `[${todo.status}] ${todo.content}`),
    )
}
