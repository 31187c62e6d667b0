/** Claude Code's own task tools, where they are the todo tools of the session: what its hooks tell of them. */

import { randomUUID } from 'node:crypto'
import type {
  PostToolBatchToolCall,
  SyncHookJSONOutput,
  TaskCompletedHookInput,
  TaskCreatedHookInput,
} from '@anthropic-ai/claude-agent-sdk'
import { z } from 'zod'
import { type LiveSession, textOf } from './live-session.js'

/** The tasks of a session whose profile has `TaskCreate` and `TaskUpdate`. */
export class ClaudeAgentTasks {
  readonly #live: LiveSession
  /** The session's ids of tasks, by the program's, where they differ: after a task that was refused. */
  readonly #ids = new Map<string, string>()

  constructor(live: LiveSession) {
    this.#live = live
  }

  /** A task is made or completed, by the agent or one of its sub-agents: what the rules refuse, the program takes back. */
  async hook(input: TaskCreatedHookInput | TaskCompletedHookInput): Promise<SyncHookJSONOutput> {
    const { task_id: task, task_subject: subject, task_description: description = '' } = input
    const isNew = input.hook_event_name === 'TaskCreated'
    const [tool, given] = isNew
      ? ['TaskCreate', { subject, description }]
      : ['TaskUpdate', { taskId: this.#idOf(task), status: 'completed' }]
    const id = input.teammate_name ?? input.agent_id
    const who = id === undefined ? {} : { actor: { kind: 'sub-agent', id } as const }
    const reply = await this.#live.callTodoTool(tool, given, `task-${task}-${randomUUID()}`, who)
    if (!reply.ok) return { decision: 'block', reason: reply.text }
    const added = this.#live.session.state.items.at(-1)?.id
    if (isNew && added !== undefined && added !== task) this.#ids.set(task, added)
    return {}
  }

  /** A call came back, and the program has done it: what no hook told of it is recorded. */
  async returned({
    tool_name,
    tool_input,
    tool_use_id,
    tool_response,
  }: PostToolBatchToolCall): Promise<void> {
    if (tool_name === 'TaskCreate') return
    const { success, data } = z.looseObject({ taskId: z.string() }).safeParse(tool_input)
    let update = tool_input
    if (success) {
      const { status, taskId, ...others } = data
      const isTold = status === 'completed'
      if (tool_name === 'TaskUpdate' && isTold && Object.keys(others).length === 0) return
      const told = isTold || status === undefined ? {} : { status }
      update = { ...others, ...told, taskId: this.#idOf(taskId) }
    }
    const recorded = { ok: true, output: textOf(tool_response) }
    await this.#live.callTodoTool(tool_name, update, tool_use_id, { recorded })
  }

  #idOf(task: string): string {
    return this.#ids.get(task) ?? task
  }
}
