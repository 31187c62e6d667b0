/** LangChain's agents: a middleware in place of `todoListMiddleware`. */

import { randomUUID } from 'node:crypto'
import { HostError, type Ledger, type Profile, type RunOutcome, type Session } from '@todo-ledger/core'
import {
  type AgentMiddleware,
  AIMessage,
  type BaseMessage,
  createMiddleware,
  HumanMessage,
  ToolInvocationError,
  ToolMessage,
  tool,
} from 'langchain'
import { LiveSession, withReminders } from './live-session.js'

/** Whose todos they are, and what a host is told of its runs. */
export interface LedgerMiddlewareOptions {
  readonly profile: Profile
  /** The session of runs without a `thread_id`. With one, that is the session's id. */
  readonly session?: string
  /** Is called when a run is over, with what comes next; a continuation is begun by the middleware. */
  readonly onRunEnd?: (outcome: RunOutcome, session: Session) => void
}

/**
 * The todos of an agent's threads for `createAgent({ middleware })`, as the first in the list: it stands around the others
 * there. Each thread has a session of its own; the conversation stays with LangChain's checkpointer.
 */
export function ledgerMiddleware(
  ledger: Ledger,
  { profile, session: fallback, onRunEnd }: LedgerMiddlewareOptions,
): AgentMiddleware {
  const { instructions } = profile
  const known = new WeakMap<Session, LiveSession>()
  const liveOf = async (runtime: {
    readonly configurable?: { readonly thread_id?: unknown } | undefined
  }) => {
    const thread = runtime.configurable?.thread_id
    const id = typeof thread === 'string' ? thread : fallback
    if (id === undefined) {
      const fix = 'Give invoke() { configurable: { thread_id } }, or ledgerMiddleware a session.'
      throw new HostError('no-thread', `A run has no thread_id, so it has no session. ${fix}`)
    }
    const session = await ledger.session(id, { profile })
    const live = known.get(session) ?? new LiveSession(session)
    known.set(session, live)
    return live
  }

  return createMiddleware({
    name: 'ledgerMiddleware',
    // Whoever calls one comes by wrapToolCall, before the schema is held against the input: the rules answer.
    tools: profile.tools.map(({ name, description, inputSchema }) =>
      tool(() => '', { name, description, schema: inputSchema }),
    ),

    beforeAgent: async ({ messages }, runtime) => {
      const input = textOf(messages.findLast((message) => HumanMessage.isInstance(message)))
      const live = await liveOf(runtime)
      await live.startRun(input, !messages.some((message) => AIMessage.isInstance(message)))
    },

    wrapModelCall: async (request, handler) => {
      const live = await liveOf(request.runtime)
      const reminders = await live.startTurn()
      const answer = await handler({
        ...request,
        messages: withReminders<BaseMessage, BaseMessage>(request.messages, reminders, {
          isFromModel: (message) => AIMessage.isInstance(message),
          isInput: (message) => HumanMessage.isInstance(message),
          beforeResult,
          inputOf: (text) => new HumanMessage(text),
        }),
        systemMessage:
          instructions === '' ? request.systemMessage : request.systemMessage.concat(`\n\n${instructions}`),
      })
      const isAnswer = answer.tool_calls === undefined || answer.tool_calls.length === 0
      const complete = answer.response_metadata['finish_reason'] !== 'length'
      await live.said(textOf(answer), { isAnswer, complete })
      return answer
    },

    wrapToolCall: async (request, handler) => {
      const live = await liveOf(request.runtime)
      const { id = '', name, args } = request.toolCall
      const call = id === '' ? randomUUID() : id
      if (live.session.isTodoTool(name)) {
        const reply = await live.callTodoTool(name, args, call)
        const status = reply.ok ? 'success' : 'error'
        return new ToolMessage({ content: reply.text, tool_call_id: id, name, status })
      }
      live.called(call, name, args)
      try {
        const result = await handler(request)
        const isMessage = ToolMessage.isInstance(result)
        live.returned(call, isMessage ? result.status !== 'error' : null, isMessage ? textOf(result) : '')
        return result
      } catch (error) {
        if (isInterrupt(error)) throw error
        live.returned(call, false, error)
        // Where no middleware stands around calls, the model is told what a tool threw; and so it is here.
        if (ToolInvocationError.isInstance(error) || request.runtime.signal?.aborted === true) throw error
        return new ToolMessage({ content: String(error), tool_call_id: id, name, status: 'error' })
      }
    },

    afterModel: {
      canJumpTo: ['model'],
      hook: async ({ messages }, runtime) => {
        const last = messages.at(-1)
        if (!AIMessage.isInstance(last) || (last.tool_calls ?? []).length > 0) return {}
        const live = await liveOf(runtime)
        const next = await live.endRun()
        onRunEnd?.(next, live.session)
        if (next.action === 'stop') return {}
        await live.startRun(next.prompt)
        return { messages: [new HumanMessage(next.prompt)], jumpTo: 'model' }
      },
    },

    // A run that ended otherwise: by a limit, or by a structured answer.
    afterAgent: async (_state, runtime) => {
      const live = await liveOf(runtime)
      if (live.session.state.run.open) onRunEnd?.(await live.endRun(), live.session)
    },
  })
}

/** The message with a text before the result that it is. */
function beforeResult(message: BaseMessage, text: string): BaseMessage | null {
  if (!ToolMessage.isInstance(message)) return null
  const { content } = message
  return new ToolMessage({
    ...message,
    content: typeof content === 'string' ? `${text}\n\n${content}` : [{ type: 'text', text }, ...content],
  })
}

function textOf(message: BaseMessage | undefined): string {
  return message?.text ?? ''
}

/** What LangGraph throws to stop a graph at a place where it is to go on. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'is_bubble_up' in error && error.is_bubble_up === true
}
