/** The OpenAI Agents SDK: a runner whose runs, requests and tools are followed. */

import { randomUUID } from 'node:crypto'
import {
  type AgentInputItem,
  type CallModelInputFilter,
  type FunctionTool,
  type RunContext,
  type Runner,
  tool,
} from '@openai/agents'
import type { RunOutcome, Session, TodoTool } from '@todo-ledger/core'
import { LiveSession, withReminders } from './live-session.js'

/** The todos of one session for agents of a runner. Every run gets `callModelInputFilter`. */
export class OpenAIAgentsTodos {
  /** The profile's todo tools, for `new Agent({ tools })`. */
  readonly tools: FunctionTool[]
  readonly #live: LiveSession
  #context: RunContext<unknown> | null = null
  #isBegun = false
  /** So many items of the conversation were there at the last request. */
  #seen = 0

  constructor(session: Session) {
    this.#live = new LiveSession(session)
    this.tools = session.tools().map((todoTool) => this.#toolOf(todoTool))
  }

  #toolOf({ name, description, inputSchema }: TodoTool): FunctionTool {
    return tool({
      name,
      description,
      strict: false,
      parameters: {
        properties: {},
        required: [],
        ...inputSchema,
        type: 'object',
        additionalProperties: true,
      },
      execute: async (input, _context, details) => {
        const reply = await this.#live.callTodoTool(name, input, details?.toolCall?.callId ?? randomUUID())
        return reply.text
      },
    })
  }

  /** Follows the runs of a runner, and gives it back. */
  follow(runner: Runner): Runner {
    runner.on('agent_start', (context) => {
      // After a handoff it is the same run.
      if (context === this.#context) return
      this.#context = context
      this.#isBegun = false
    })
    const isTodoTool = (name: string) => this.#live.session.isTodoTool(name)
    runner.on('agent_tool_start', (_context, _agent, { name }, { toolCall }) => {
      if (toolCall.type === 'function_call' && !isTodoTool(name))
        this.#live.called(toolCall.callId, name, inputOf(toolCall.arguments))
    })
    runner.on('agent_tool_end', (_context, _agent, { name }, result, { toolCall }) => {
      // What a tool throws becomes its result: whether it worked is not said.
      if (toolCall.type === 'function_call' && !isTodoTool(name))
        this.#live.returned(toolCall.callId, null, result)
    })
    runner.on('agent_end', (_context, _agent, output) => void this.#live.said(output, { isAnswer: true }))
    return runner
  }

  /** Begins a run with its first request, and a turn with each; puts the reminders before what is new to the model. */
  readonly callModelInputFilter: CallModelInputFilter = async ({ modelData }) => {
    const { input } = modelData
    if (this.#isBegun) {
      // Where the conversation is kept by the server, only what is new is there.
      const added = input.length > this.#seen ? input.slice(this.#seen) : input
      for (const text of added.filter(isAnswer).map(textOf)) await this.#live.said(text, { isAnswer: false })
    } else {
      this.#isBegun = true
      await this.#live.startRun(textOf(input.findLast(isInput)), !input.some(isAnswer))
    }
    this.#seen = input.length
    const reminders = await this.#live.startTurn()
    return {
      ...modelData,
      input: withReminders<AgentInputItem, AgentInputItem>(input, reminders, {
        isFromModel: (item) => isAnswer(item) || item.type === 'function_call',
        isInput,
        beforeResult,
        inputOf: (content) => ({ role: 'user', content }),
      }),
    }
  }

  /** The runner's run is over: says whether another one is to follow, and with which prompt. */
  endRun(): Promise<RunOutcome> {
    this.#context = null
    return this.#live.endRun()
  }
}

const isInput = (item: AgentInputItem): boolean => 'role' in item && item.role === 'user'
const isAnswer = (item: AgentInputItem): boolean => 'role' in item && item.role === 'assistant'

/** The item with a text before the result that it is. */
function beforeResult(item: AgentInputItem, text: string): AgentInputItem | null {
  if (item.type !== 'function_call_result') return null
  const { output } = item
  if (typeof output === 'string') return { ...item, output: `${text}\n\n${output}` }
  if (!Array.isArray(output) && output.type === 'text')
    return { ...item, output: { ...output, text: `${text}\n\n${output.text}` } }
  return Array.isArray(output) ? { ...item, output: [{ type: 'input_text', text }, ...output] } : null
}

function textOf(item: AgentInputItem | undefined): string {
  if (item === undefined || !('role' in item)) return ''
  if (typeof item.content === 'string') return item.content
  return item.content.map((part) => ('text' in part ? part.text : '')).join('\n')
}

/** The arguments of a call; as they stand where they are no JSON. */
function inputOf(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
