/** Cline: `task_progress` of any tool; Roo Code: update_todo_list, and what the person made of it. Lists in Markdown. */

import type { Checklist, ChecklistScript } from './checklist.js'

const words: { readonly [mark: string]: string } = { x: 'completed', '-': 'in_progress', ' ': 'pending' }

function fromMarkdown(text: string): Checklist {
  return [...text.matchAll(/^(?:- )?\[(.)\] (.*)$/gm)].map(
    ([, mark = '', said]) => `[${words[mark]}] ${said}`,
  )
}

/** The checklists of a task. */
export const clineChecklists: ChecklistScript = (text) => {
  const messages = JSON.parse(text)
  const lists: Checklist[] = []
  const blocks = messages.flatMap((message: (typeof messages)[number]) => message.content)
  const edited = (id: string): string | undefined =>
    blocks
      .find((block: (typeof blocks)[number]) => block.tool_use_id === id)
      .content.split('User edits todo:')[1]
  for (const { type, name, id, input } of blocks) {
    if (input?.task_progress !== undefined) lists.push(fromMarkdown(input.task_progress))
    if (type === 'tool_use' && name === 'update_todo_list')
      lists.push(fromMarkdown(edited(id) ?? input.todos))
  }
  return lists
}
