/** opencode: todowrite replaces the list; a call that came to an error did nothing. */

import type { ChecklistScript } from './checklist.js'

/** The checklists of an export. */
export const opencodeChecklists: ChecklistScript = (text) => {
  const { messages } = JSON.parse(text)
  return messages
    .flatMap(({ parts }: (typeof messages)[number]) => parts)
    .filter(
      (part: (typeof messages)[number]) => part.tool === 'todowrite' && part.state.status === 'completed',
    )
    .map((part: (typeof messages)[number]) =>
      part.state.input.todos.map((todo: (typeof messages)[number]) => `[${todo.status}] ${todo.content}`),
    )
}
