/** Claude Code: TodoWrite replaces the list; TaskCreate's result names the task, TaskUpdate changes one. */

import { type Checklist, type ChecklistScript, jsonLines } from './checklist.js'

/** The checklists of a Claude Code file of one session. */
export const claudeCodeChecklists: ChecklistScript = (text) => {
  const records = jsonLines(text)
  const blocks = (record: (typeof records)[number]): typeof records =>
    Array.isArray(record.message?.content) ? record.message.content : []
  const calls = new Map(
    records.flatMap(blocks).flatMap((block) => (block.type === 'tool_use' ? [[block.id, block]] : [])),
  )
  const tasks = new Map<string, { status: string; subject: string }>()
  const lists: Checklist[] = []
  for (const record of records) {
    for (const block of blocks(record)) {
      const call = block.type === 'tool_result' && block.is_error !== true && calls.get(block.tool_use_id)
      if (!call) continue
      if (call.name === 'TodoWrite') {
        const { todos } = call.input
        const items = typeof todos === 'string' ? JSON.parse(todos) : todos
        lists.push(items.map((item: (typeof records)[number]) => `[${item.status}] ${item.content}`))
      } else if (call.name === 'TaskCreate' || call.name === 'TaskUpdate') {
        const id = call.input.taskId ?? record.toolUseResult.task.id
        const before = tasks.get(id) ?? { status: 'pending', subject: id }
        const { status = before.status, subject = before.subject } = call.input
        tasks.set(id, { status, subject })
        if (status === 'deleted') tasks.delete(id)
        lists.push([...tasks.values()].map((task) => `[${task.status}] ${task.subject}`))
      }
    }
  }
  return lists
}
