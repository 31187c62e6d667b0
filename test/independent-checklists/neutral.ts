/** The neutral recording, under three of the profiles that fixtures have: whole lists, and the Task tools. */

import { type Checklist, type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of a neutral recording. */
export const neutralChecklists: ChecklistScript = (text) => {
  const [{ profile }, ...lines] = jsonLines(text)
  const tasks = new Map<string, { status: string; subject: string }>()
  const lists: Checklist[] = []
  for (const { name, input, output } of lines.flatMap(({ calls }) => calls ?? [])) {
    if (name === 'todo' || name === 'TodoWrite') {
      const items: { status: string; text?: string; content?: string }[] = input.items ?? input.todos
      const started = items.filter(({ status }) => status === 'in_progress').length
      // Of the three, todo-manager alone refuses a second item in progress.
      if (profile === 'todo-manager' && started > 1) continue
      lists.push(items.map((item) => `[${item.status}] ${item.text ?? item.content}`))
    } else if (name === 'TaskCreate' || name === 'TaskUpdate') {
      const id = input.taskId ?? /#(\d+)/.exec(output)?.[1]
      const before = tasks.get(id) ?? { status: 'pending', subject: '' }
      tasks.set(id, { status: input.status ?? before.status, subject: input.subject ?? before.subject })
      lists.push([...tasks.values()].map((task) => `[${task.status}] ${task.subject}`))
    }
  }
  return lists
}
