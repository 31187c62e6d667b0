/** Claude Code's own task tools, where they are the todo tools of the session: what its hooks tell of them. */

import { randomUUID } from 'node:crypto'
import type {
  PostToolBatchToolCall,
  SyncHookJSONOutput,
  TaskCompletedHookInput,
  TaskCreatedHookInput,
} from '@anthropic-ai/claude-agent-sdk'
import type { Actor, TodoReply } from '@todo-ledger/core'
import { z } from 'zod'
import type { LiveSession } from './live-session.js'

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
    const reply = await (input.hook_event_name === 'TaskCreated'
      ? this.#created(input)
      : this.#completed(input))
    return reply.ok ? {} : { decision: 'block', reason: reply.text }
  }

  async #created(input: TaskCreatedHookInput): Promise<TodoReply> {
    const { task_id, task_subject: subject, task_description: description = '' } = input
    const call = `task-${task_id}-${randomUUID()}`
    const reply = await this.#live.callTodoTool('TaskCreate', { subject, description }, call, actorOf(input))
    const id = this.#live.session.state.items.at(-1)?.id
    if (reply.ok && id !== undefined && id !== task_id) this.#ids.set(task_id, id)
    return reply
  }

  async #completed(input: TaskCompletedHookInput): Promise<TodoReply> {
    const update = { taskId: this.#idOf(input.task_id), status: 'completed' }
    const call = `task-${input.task_id}-${randomUUID()}`
    return await this.#live.callTodoTool('TaskUpdate', update, call, actorOf(input))
  }

  /** A call came back, and the program has done it: what no hook told of it is recorded. */
  async returned({ tool_name, tool_input, tool_use_id }: PostToolBatchToolCall): Promise<void> {
    if (tool_name === 'TaskCreate') return
    const { success, data } = z.looseObject({ taskId: z.string() }).safeParse(tool_input)
    if (!success) {
      await this.#live.callTodoTool(tool_name, tool_input, tool_use_id)
      return
    }
    const { status, taskId, ...others } = data
    const isTold = status === 'completed'
    if (tool_name === 'TaskUpdate' && isTold && Object.keys(others).length === 0) return
    const update = {
      ...others,
      ...(isTold || status === undefined ? {} : { status }),
      taskId: this.#idOf(taskId),
    }
    await this.#live.callTodoTool(tool_name, update, tool_use_id)
  }

  #idOf(task: string): string {
    return this.#ids.get(task) ?? task
  }
}

/** Who did it; undefined: the session's one agent. */
function actorOf({
  agent_id,
  teammate_name,
}: TaskCreatedHookInput | TaskCompletedHookInput): Actor | undefined {
  const id = teammate_name ?? agent_id
  return id === undefined ? undefined : { kind: 'sub-agent', id }
}
