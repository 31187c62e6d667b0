/** Gemini CLI: write_todos replaces the list; in a file of lines a message stands several times, and the last counts. */

import { type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of a chat, as one document or as lines. */
export const geminiCliChecklists: ChecklistScript = (text) => {
  const records = text.includes('"messages": [') ? JSON.parse(text).messages : jsonLines(text)
  const messages = new Map(
    records
      .flatMap((record: (typeof records)[number]) => record.$set?.messages ?? [record])
      .map((message: (typeof records)[number]) => [message.id, message]),
  )
  return [...messages.values()].flatMap((message: (typeof records)[number]) =>
    (message.toolCalls ?? [])
      .filter((call: (typeof records)[number]) => call.name === 'write_todos' && call.status === 'success')
      .map((call: (typeof records)[number]) =>
        call.args.todos.map((todo: (typeof records)[number]) => `[${todo.status}] ${todo.description}`),
      ),
  )
}
