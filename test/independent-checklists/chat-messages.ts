/** Chat messages: the fixtures' tools replace the list. A log of requests is told whole by its last request. */

import { type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of a conversation in the shape of LangGraph, of OpenAI or of Anthropic. */
export const chatMessagesChecklists: ChecklistScript = (text) => {
  const lines = jsonLines(text)
  const messages = lines.length === 0 ? JSON.parse(text).values.messages : (lines.at(-1).messages ?? lines)
  type Message = (typeof messages)[number]
  const blocks = messages.flatMap(({ content }: Message) => (Array.isArray(content) ? content : []))
  const refused = new Set(
    blocks.filter((block: Message) => block.is_error).map((block: Message) => block.tool_use_id),
  )
  const calls = [...messages.flatMap((message: Message) => message.tool_calls ?? []), ...blocks]
  return calls
    .filter(
      ({ name = '', function: called, id }) =>
        ['write_todos', 'TodoWrite'].includes(called?.name ?? name) && !refused.has(id),
    )
    .map(({ args, input, function: called }) => args ?? input ?? JSON.parse(called.arguments))
    .map(({ todos }) => todos.map((todo: Message) => `[${todo.status}] ${todo.content}`))
}
