/** The Claude Agent SDK: the todo tools as a server in the host's process, and hooks that record the rest. */

import { randomUUID } from 'node:crypto'
import {
  createSdkMcpServer,
  type HookCallback,
  type HookEvent,
  type HookInput,
  type McpSdkServerConfigWithInstance,
  type PostToolBatchToolCall,
  type SdkMcpToolDefinition,
  type SyncHookJSONOutput,
  type TaskCompletedHookInput,
  type TaskCreatedHookInput,
  tool,
} from '@anthropic-ai/claude-agent-sdk'
import { HostError, type RunOutcome, type Session, type TodoTool } from '@todo-ledger/core'
import { z } from 'zod'
import { LiveSession, textOf } from './live-session.js'

const server = 'todos'
/** What the names of the server's tools begin with in the program. */
const prefix: string = `mcp__${server}__`

const followed = [
  ...(['SessionStart', 'UserPromptSubmit', 'MessageDisplay', 'PreToolUse', 'PostToolUseFailure'] as const),
  ...(['PostToolBatch', 'TaskCreated', 'TaskCompleted', 'Stop'] as const),
]

/** The todos of one session for `query({ options })`. */
export class ClaudeAgentTodos {
  /** For `mcpServers`: the profile's todo tools; none where they are the program's own. */
  readonly mcpServers: { readonly [server]?: McpSdkServerConfigWithInstance }
  /** For `allowedTools`: the names of the todo tools as the program has them. */
  readonly allowedTools: string[]
  readonly hooks: Partial<Record<HookEvent, { hooks: HookCallback[] }[]>>
  readonly #live: LiveSession
  /** Where the profile's tools are Claude Code's own, it has them; null where we serve them. */
  readonly #tasks: ClaudeAgentTasks | null
  readonly #onRunEnd: ((outcome: RunOutcome) => void) | undefined
  /** What the model said since its last call. */
  #said = ''
  /** True until the first input of a conversation that begins anew. */
  #isNew = true

  /** @param options `onRunEnd` is called when a run is over, with what comes next; the hook begins a continuation */
  constructor(session: Session, { onRunEnd }: { readonly onRunEnd?: (outcome: RunOutcome) => void } = {}) {
    this.#live = new LiveSession(session)
    this.#onRunEnd = onRunEnd
    const isOwn = session.isTodoTool('TaskCreate') && session.isTodoTool('TaskUpdate')
    this.#tasks = isOwn ? new ClaudeAgentTasks(this.#live) : null
    const served = () => session.tools().map((each) => servedTool(this.#live, each))
    this.mcpServers = isOwn
      ? {}
      : { [server]: createSdkMcpServer({ name: server, tools: served(), alwaysLoad: true }) }
    this.allowedTools = session.tools().map(({ name }) => (isOwn ? name : `${prefix}${name}`))
    const hook: HookCallback = (input) => this.#hook(input)
    this.hooks = Object.fromEntries(followed.map((event) => [event, [{ hooks: [hook] }]]))
  }

  async #hook(input: HookInput): Promise<SyncHookJSONOutput> {
    const event = input.hook_event_name
    if (event === 'TaskCreated' || event === 'TaskCompleted') return (await this.#tasks?.hook(input)) ?? {}
    // A sub-agent's requests are no turns of this session.
    if (input.agent_id !== undefined) return {}
    switch (event) {
      case 'SessionStart':
        this.#isNew = input.source === 'startup' || input.source === 'clear'
        return {}
      case 'UserPromptSubmit': {
        const isNew = this.#isNew
        this.#isNew = false
        await this.#live.startRun(input.prompt, isNew)
        return await this.#startTurn(event)
      }
      case 'MessageDisplay':
        this.#said += input.delta
        return {}
      case 'PreToolUse':
        await this.#called(input)
        return {}
      case 'PostToolUseFailure':
        if (this.#isOther(input.tool_name)) this.#live.returned(input.tool_use_id, false, input.error)
        return {}
      case 'PostToolBatch':
        for (const call of input.tool_calls) await this.#returned(call)
        return await this.#startTurn(event)
      case 'Stop':
        return await this.#stop(input.last_assistant_message ?? '')
      default:
        return {}
    }
  }

  #isOther(name: string): boolean {
    return !name.startsWith(prefix) && !(this.#tasks !== null && this.#live.session.isTodoTool(name))
  }

  /** A call is made: what was said until then stands beside it, and is no answer. */
  async #called({ tool_use_id, tool_name, tool_input }: PostToolBatchToolCall): Promise<void> {
    const text = this.#said
    this.#said = ''
    await this.#live.said(text, { isAnswer: false })
    if (this.#isOther(tool_name)) this.#live.called(tool_use_id, tool_name, tool_input)
  }

  async #returned(call: PostToolBatchToolCall): Promise<void> {
    const { tool_use_id, tool_name, tool_response: response } = call
    const isError = typeof response === 'string' && response.startsWith('<tool_use_error>')
    if (this.#isOther(tool_name)) {
      // Of a tool that there is not, no other hook tells.
      await this.#called(call)
      this.#live.returned(tool_use_id, !isError, outputOf(response))
    } else if (!isError) await this.#tasks?.returned(call)
  }

  /** The model is about to be asked: it reads the reminders beside what it is sent. */
  async #startTurn(hookEventName: 'UserPromptSubmit' | 'PostToolBatch'): Promise<SyncHookJSONOutput> {
    const reminders = await this.#live.startTurn()
    if (reminders.length === 0) return {}
    return { hookSpecificOutput: { hookEventName, additionalContext: reminders.join('\n') } }
  }

  async #stop(answer: string): Promise<SyncHookJSONOutput> {
    this.#said = ''
    await this.#live.said(answer, { isAnswer: true })
    const next = await this.#live.endRun()
    this.#onRunEnd?.(next)
    if (next.action === 'stop') return {}
    await this.#live.startRun(next.prompt)
    await this.#live.startTurn()
    return { decision: 'block', reason: next.prompt }
  }
}

function servedTool(live: LiveSession, { name, description, inputSchema }: TodoTool): SdkMcpToolDefinition {
  const schema = z.fromJSONSchema({ ...inputSchema })
  if (!(schema instanceof z.ZodObject)) {
    const message = `The input of ${name} is no object. The Claude Agent SDK takes no other.`
    throw new HostError('bad-schema', message)
  }
  // The model's id of a call, which the program gives beside the input.
  const extraShape = z.object({ _meta: z.object({ 'claudecode/toolUseId': z.string() }) })
  return tool(name, description, schema.shape, async (input, extra) => {
    const call = extraShape.safeParse(extra).data?._meta['claudecode/toolUseId'] ?? randomUUID()
    const reply = await live.callTodoTool(name, input, call)
    return { content: [{ type: 'text', text: reply.text }], isError: !reply.ok }
  })
}

/** What a server's tool gives back is texts in blocks. */
function outputOf(response: unknown): unknown {
  const blocks = z.array(z.object({ type: z.literal('text'), text: z.string() })).safeParse(response)
  return blocks.success ? blocks.data.map(({ text }) => text).join('\n') : response
}

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
