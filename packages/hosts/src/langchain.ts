/** LangChain's agents: a middleware in place of `todoListMiddleware`. */

import { randomUUID } from 'node:crypto'
import type { RunOutcome, Session } from '@todo-ledger/core'
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
import { z } from 'zod'
import { LiveSession } from './live-session.js'

type Shape = z.ZodObject<{
  todos: z.ZodDefault<z.ZodArray<z.ZodObject<{ content: z.ZodString; status: z.ZodString }>>>
}>

/** As `todoListMiddleware` has it, so that who shows `todos` goes on to; with the statuses that the profile has. */
const stateSchema: Shape = z.object({
  todos: z.array(z.object({ content: z.string(), status: z.string() })).default([]),
})

/** What a host is told of its runs. */
export interface LedgerMiddlewareOptions {
  /** Is called when a run is over, with what comes next; a continuation is begun by the middleware. */
  readonly onRunEnd?: (outcome: RunOutcome) => void
}

/**
 * The todos of one session for `createAgent({ middleware })`, as the first in the list: it stands around the others there.
 * @param session of a ledger; @param options what the host is told
 */
export function ledgerMiddleware(
  session: Session,
  { onRunEnd }: LedgerMiddlewareOptions = {},
): AgentMiddleware<Shape> {
  const live = new LiveSession(session)
  const todos = (): { todos: { content: string; status: string }[] } => ({
    todos: session.state.items.map(({ text, status }) => ({ content: text, status })),
  })

  return createMiddleware({
    name: 'ledgerMiddleware',
    stateSchema,
    // Whoever calls one comes by wrapToolCall, before the schema is held against the input: the rules answer.
    tools: session
      .tools()
      .map(({ name, description, inputSchema }) =>
        tool(() => '', { name, description, schema: inputSchema }),
      ),

    beforeAgent: async ({ messages }) => {
      await live.startRun(textOf(messages.findLast((message) => HumanMessage.isInstance(message))))
    },

    wrapModelCall: async (request, handler) => {
      const reminders = await live.startTurn()
      const instructions = session.instructions()
      const answer = await handler({
        ...request,
        messages: [...request.messages, ...reminders.map((text) => new HumanMessage(text))],
        systemMessage:
          instructions === '' ? request.systemMessage : request.systemMessage.concat(`\n\n${instructions}`),
      })
      const isAnswer = answer.tool_calls === undefined || answer.tool_calls.length === 0
      const complete = answer.response_metadata['finish_reason'] !== 'length'
      await live.said(textOf(answer), { isAnswer, complete })
      return answer
    },

    wrapToolCall: async (request, handler) => {
      const { id = '', name, args } = request.toolCall
      const call = id === '' ? randomUUID() : id
      if (session.isTodoTool(name)) {
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
      hook: async ({ messages }) => {
        const last = messages.at(-1)
        if (!AIMessage.isInstance(last) || (last.tool_calls ?? []).length > 0) return todos()
        const next = await live.endRun()
        onRunEnd?.(next)
        if (next.action === 'stop') return todos()
        await live.startRun(next.prompt)
        return { ...todos(), messages: [new HumanMessage(next.prompt)], jumpTo: 'model' }
      },
    },

    // A run that ended otherwise: by a limit, or by a structured answer.
    afterAgent: async () => {
      if (session.state.run.open) onRunEnd?.(await live.endRun())
      return todos()
    },
  })
}

function textOf(message: BaseMessage | undefined): string {
  return message?.text ?? ''
}

/** What LangGraph throws to stop a graph at a place where it is to go on. */
function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'is_bubble_up' in error && error.is_bubble_up === true
}
