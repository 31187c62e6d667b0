/** Cline: `task_progress` of any tool; Roo Code: update_todo_list, and what the person made of it. Lists in Markdown. */

import type { Checklist, ChecklistScript } from './checklist.js'

const words: { readonly [mark: string]: string } = { x: 'completed', '-': 'in_progress', ' ': 'pending' }

function fromMarkdown(text: string): Checklist {
  return [...text.matchAll(/^(?:- )?\[(.)\] (.*)$/gm)].map(
    ([, mark = '', said]) => `[${words[mark]}] ${said}`,
  )
}

/** The checklists of a task, by what the person saw or by what the model saw. */
export const clineChecklists: ChecklistScript = (text) => {
  const messages = JSON.parse(text)
  const lists: Checklist[] = []
  if (messages.some((message: (typeof messages)[number]) => message.say === 'api_req_started')) {
    for (const { ask, say, text: said } of messages) {
      if (say === 'task_progress') {
        lists.push(fromMarkdown(said))
      } else if (ask === 'tool' || say === 'user_edit_todos') {
        const { tool, todos } = JSON.parse(said)
        if (tool !== 'updateTodoList') continue
        if (say === 'user_edit_todos') lists.pop()
        lists.push(todos.map((todo: (typeof todos)[number]) => `[${todo.status}] ${todo.content}`))
      }
    }
    return lists
  }
  const blocks = messages.flatMap((message: (typeof messages)[number]) => message.content)
  const edited = (id: string): string | undefined =>
    blocks
      .find((block: (typeof blocks)[number]) => block.tool_use_id === id)
      .content.split('User edits todo:')[1]
  for (const { type, text: said = '', name, id, input } of blocks) {
    for (const [, list = ''] of said.matchAll(/<task_progress>([\s\S]*?)<\/task_progress>/g)) {
      lists.push(fromMarkdown(list))
    }
    if (type === 'tool_use' && name === 'update_todo_list')
      lists.push(fromMarkdown(edited(id) ?? input.todos))
  }
  return lists
}
