/** The two ways in which Claude Code's model keeps a list: the whole of it by TodoWrite, or a task at a time. */

import { checklist } from './outline.mjs'

const texts = ['Mend the sum', 'Run the tests', 'Write the notes']

/** By TodoWrite. A step gives the calls of a response, and what must be read of them. */
export class WholeList {
  name = 'TodoWrite'
  /** What has the program offer it. */
  settings = { CLAUDE_CODE_ENABLE_TASKS: '0', CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' }
  /** A call that the program refuses. */
  refused = { calls: [{ name: 'TodoWrite', input: { todos: 'none' } }], reads: ['TodoWrite refused'] }
  #items = []

  /** The list as it is now, to go on from it twice. */
  copy() {
    const copy = new WholeList()
    copy.#items = this.#items
    return copy
  }

  /** The responses that make the list. */
  made() {
    return [
      this.#written(texts.map((text, index) => ({ text, status: index === 0 ? 'in_progress' : 'pending' }))),
    ]
  }

  /** A response that sets statuses, by place. */
  marked(statuses) {
    return this.#written(
      this.#items.map((item, index) => ({ ...item, status: statuses[index] ?? item.status })),
    )
  }

  #written(items) {
    this.#items = items
    const todos = items.map(({ text, status }) => ({ content: text, status, activeForm: `${text} …` }))
    return { calls: [{ name: 'TodoWrite', input: { todos } }], reads: [`TodoWrite: ${checklist({ items })}`] }
  }
}

/** By TaskCreate and TaskUpdate. */
export class TaskList {
  name = 'tasks'
  settings = {
    CLAUDE_CODE_ENABLE_TASKS: '1',
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
    ENABLE_TOOL_SEARCH: 'false',
  }
  refused = {
    calls: [{ name: 'TaskUpdate', input: { taskId: '1', status: 'finished' } }],
    reads: ['TaskUpdate refused'],
  }
  #items = []

  copy() {
    const copy = new TaskList()
    copy.#items = this.#items
    return copy
  }

  made() {
    return texts.map((text) => {
      this.#items = [...this.#items, { text, status: 'pending' }]
      const calls = [{ name: 'TaskCreate', input: { subject: text, description: `${text}.` } }]
      return { calls, reads: [`TaskCreate: ${checklist({ items: this.#items })}`] }
    })
  }

  /** Each task by a call of its own; they change different tasks, so it does not matter which returns first. */
  marked(statuses) {
    const reads = []
    const calls = Object.entries(statuses).map(([index, status]) => {
      this.#items = this.#items.map((item, place) => (place === Number(index) ? { ...item, status } : item))
      reads.push(`TaskUpdate: ${checklist({ items: this.#items })}`)
      return { name: 'TaskUpdate', input: { taskId: String(Number(index) + 1), status } }
    })
    return { calls, reads }
  }
}
