/** The Claude Agent SDK: the todo tools as a server in the host's process, and hooks that record the rest. */

import type {
  HookCallback,
  HookEvent,
  HookInput,
  McpSdkServerConfigWithInstance,
  PostToolBatchToolCall,
  SyncHookJSONOutput,
} from '@anthropic-ai/claude-agent-sdk'
import type { RunOutcome, Session } from '@todo-ledger/core'
import { z } from 'zod'
import { ClaudeAgentTasks } from './claude-agent-tasks.js'
import { prefix, server, todoServer } from './claude-todo-server.js'
import { LiveSession } from './live-session.js'

export { LedgerSessionStore } from './claude-session-store.js'

/** What a host is told of its runs. */
export interface ClaudeAgentTodosOptions {
  /** Is called when a run is over, with what comes next; a continuation is begun by the hook. */
  readonly onRunEnd?: (outcome: RunOutcome) => void
}

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
  /** What the model said since its last call. */
  #said = ''
  /** True until the first input of a conversation that begins anew. */
  #isNew = true
  readonly #onRunEnd: (outcome: RunOutcome) => void

  constructor(session: Session, { onRunEnd = () => undefined }: ClaudeAgentTodosOptions = {}) {
    this.#live = new LiveSession(session)
    this.#onRunEnd = onRunEnd
    const isOwn = session.isTodoTool('TaskCreate') && session.isTodoTool('TaskUpdate')
    this.#tasks = isOwn ? new ClaudeAgentTasks(this.#live) : null
    this.mcpServers = isOwn ? {} : { [server]: todoServer(this.#live) }
    this.allowedTools = session.tools().map(({ name }) => (isOwn ? name : `${prefix}${name}`))
    const hook: HookCallback = (input) => this.#hook(input)
    this.hooks = Object.fromEntries(followed.map((event) => [event, [{ hooks: [hook] }]]))
  }

  async #hook(input: HookInput): Promise<SyncHookJSONOutput> {
    if (input.hook_event_name === 'TaskCreated' || input.hook_event_name === 'TaskCompleted')
      return (await this.#tasks?.hook(input)) ?? {}
    // A sub-agent's requests are no turns of this session.
    if (input.agent_id !== undefined) return {}
    const event = input.hook_event_name
    if (event === 'SessionStart') this.#isNew = input.source === 'startup' || input.source === 'clear'
    if (event === 'UserPromptSubmit') {
      const isNew = this.#isNew
      this.#isNew = false
      await this.#live.startRun(input.prompt, isNew)
      return await this.#startTurn(event)
    }
    if (event === 'MessageDisplay') this.#said += input.delta
    if (event === 'PreToolUse') await this.#called(input)
    if (event === 'PostToolUseFailure' && this.#isOther(input.tool_name))
      this.#live.returned(input.tool_use_id, false, input.error)
    if (event === 'PostToolBatch') {
      for (const call of input.tool_calls) {
        if (!this.#isOther(call.tool_name)) {
          if (!isError(call.tool_response)) await this.#tasks?.returned(call)
          continue
        }
        // Of a tool that there is not, no other hook tells.
        await this.#called(call)
        this.#live.returned(call.tool_use_id, !isError(call.tool_response), outputOf(call.tool_response))
      }
      return await this.#startTurn(event)
    }
    return event === 'Stop' ? await this.#stop(input.last_assistant_message ?? '') : {}
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
    this.#onRunEnd(next)
    if (next.action === 'stop') return {}
    await this.#live.startRun(next.prompt)
    await this.#live.startTurn()
    return { decision: 'block', reason: next.prompt }
  }
}

const followed = [
  'SessionStart',
  'UserPromptSubmit',
  'MessageDisplay',
  'PreToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'TaskCreated',
  'TaskCompleted',
  'Stop',
] as const

/** A call that came to nothing, as its batch tells of it. */
const isError = (response: unknown): boolean =>
  typeof response === 'string' && response.startsWith('<tool_use_error>')

/** What a server's tool gives back is texts in blocks. */
function outputOf(response: unknown): unknown {
  const blocks = z.array(z.object({ type: z.literal('text'), text: z.string() })).safeParse(response)
  return blocks.success ? blocks.data.map(({ text }) => text).join('\n') : response
}
