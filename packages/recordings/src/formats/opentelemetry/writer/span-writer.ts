/**
 * Writes the events of a session as GenAI spans: the session is an agent at work, a turn is a chat, a call is a tool that
 * is executed. Names and shapes: docs/sources/opentelemetry.md.
 */

import type { EventOf, TodoEvent } from '@todo-ledger/core'
import { carriedItemsOf } from '@todo-ledger/core/recording'
import type { EvaluationAttributes } from '../evaluation.js'
import {
  type Attributes,
  attributesOf,
  evaluationsDocument,
  idOf,
  type OtlpOrigin,
  type SpanJson,
  spansDocument,
} from './otlp-json.js'

interface TracedCall {
  readonly name: string
  readonly input: unknown
  readonly start: bigint
  readonly isTodo: boolean
  end: bigint | null
  ok: boolean | null
  output: string | null
  /** The structured result beside it, or null. */
  details: object | null
}

interface TracedTurn {
  readonly number: number
  readonly start: bigint
  readonly input: string | null
  readonly texts: string[]
  readonly calls: Map<string, TracedCall>
  /** The calls whose updates stand. */
  readonly updates: Set<string>
  end: bigint | null
}

/** What a session of a trace is. */
export interface TracedSession {
  /** Its id. */
  readonly session: string
  /** The session at the root of its trace: itself, where nobody started it. */
  readonly root: string
  /** The session that started it, or null. */
  readonly parent: string | null
}

/** Takes the events of one session. */
export class SpanWriter {
  readonly #origin: OtlpOrigin
  readonly #traced: TracedSession
  readonly #trace: string
  readonly #profile: string
  /** The calls that started sub-agents. */
  readonly children: Map<string, string | null> = new Map()
  #last = 0n
  readonly #start: bigint
  #input: string | null = null
  #said = ''
  #turn: TracedTurn | null = null

  /** @param origin whose spans they are; @param traced where the session stands; @param opened its first event */
  constructor(origin: OtlpOrigin, traced: TracedSession, opened: EventOf<'session.opened'>) {
    this.#origin = origin
    this.#traced = traced
    this.#trace = idOf(16, traced.root)
    this.#profile = opened.data.profile
    this.#start = this.#tick(opened.at)
  }

  /** Takes the next event behind `session.opened`; gives the document that it completes, or null. */
  take(event: TodoEvent): object | null {
    switch (event.type) {
      case 'run.started': {
        const document = this.#release()
        this.#input = event.data.text
        return document
      }
      case 'turn.started': {
        const document = this.#release()
        const start = this.#tick(event.at)
        this.#turn = {
          number: event.turn,
          start,
          input: this.#input,
          texts: [],
          calls: new Map(),
          updates: new Set(),
          end: null,
        }
        this.#input = null
        return document
      }
      case 'nag.issued':
        return this.#note('reminder', event.data.text, event.at)
      case 'context.compacted':
        return this.#note('compaction', event.data.summary ?? '', event.at)
      case 'subagent.started':
        this.children.set(event.data.child, event.data.call)
        return null
      default:
        this.#observe(event)
        return null
    }
  }

  /**
   * The documents that are left: the last turn, the verdicts, and the agent's own span.
   * @param startedBy the call that started it, or null; undefined where its parent is not at hand
   * @param evaluations the verdicts on its completions
   */
  finish(
    startedBy: string | null | undefined,
    evaluations: readonly EvaluationAttributes[],
  ): readonly object[] {
    const { session, parent } = this.#traced
    const last = this.#release()
    const end = this.#last
    const around = parent === null || startedBy === undefined ? undefined : spanAround(parent, startedBy)
    const agent = this.#span('invoke_agent', {
      id: agentSpan(session),
      around,
      start: this.#start,
      end,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': this.#origin.service,
      },
    })
    const told = evaluations.map((evaluation) => ({
      traceId: this.#trace,
      spanId: callSpan(session, String(evaluation['gen_ai.tool.call.id'])),
      timeUnixNano: String(end),
      evaluation,
    }))
    return [
      ...(last === null ? [] : [last]),
      spansDocument(this.#origin, [agent]),
      ...(told.length === 0 ? [] : [evaluationsDocument(this.#origin, told)]),
    ]
  }

  /** What belongs to the turn that is open, or was last. */
  #observe(event: TodoEvent): void {
    const turn = this.#turn
    if (turn === null) return
    switch (event.type) {
      case 'message.recorded':
        if (event.data.role === 'assistant') turn.texts.push(event.data.text)
        return
      case 'tool.called': {
        const { call, name, input } = event.data
        this.#call(turn, call, { name, input, isTodo: false }, event.at)
        return
      }
      case 'tool.returned': {
        const call = turn.calls.get(event.data.call)
        if (call === undefined) return
        call.end = this.#tick(event.at)
        call.ok = event.data.ok
        call.output = event.data.output
        return
      }
      case 'todos.updated':
      case 'todos.rejected':
        this.#callTodoTool(turn, event)
        return
      case 'todos.rolled-back':
        for (const id of turn.updates) {
          const call = turn.calls.get(id)
          if (call !== undefined) call.ok = false
        }
        turn.updates.clear()
        return
      default:
        return
    }
  }

  #callTodoTool(turn: TracedTurn, event: EventOf<'todos.updated'> | EventOf<'todos.rejected'>): void {
    const { call: id, tool: name, input, reply, edit = false } = event.data
    if (edit) return
    const call = this.#call(turn, id, { name, input, isTodo: true }, event.at)
    const isUnconfirmed =
      event.type === 'todos.updated' && event.data.flags.some(({ rule }) => rule === 'unconfirmed')
    call.end = this.#tick(event.at)
    if (isUnconfirmed) return
    call.ok = event.type === 'todos.updated'
    call.output = reply
    if (event.type !== 'todos.updated') return
    call.details = carriedItemsOf(event.data) ?? null
    if (!event.data.query) turn.updates.add(id)
  }

  #call(
    turn: TracedTurn,
    id: string,
    call: Pick<TracedCall, 'name' | 'input' | 'isTodo'>,
    at: Date,
  ): TracedCall {
    turn.end ??= this.#tick(at)
    const traced: TracedCall = {
      ...call,
      start: this.#tick(at),
      end: null,
      ok: null,
      output: null,
      details: null,
    }
    turn.calls.set(id, traced)
    return traced
  }

  /** What the conventions have no span for: a moment of the turn before. */
  #note(kind: 'reminder' | 'compaction', text: string, at: Date): object {
    const start = this.#tick(at)
    const span = this.#span(kind, {
      id: idOf(8, this.#traced.session, kind, String(start)),
      around: agentSpan(this.#traced.session),
      start,
      end: start,
      attributes: { 'todo_ledger.note': kind, 'todo_ledger.text': text },
    })
    return spansDocument(this.#origin, [span])
  }

  /** The spans of the turn that is held. */
  #release(): object | null {
    const turn = this.#turn
    this.#turn = null
    if (turn === null) return null
    const { session } = this.#traced
    const end = turn.end ?? this.#next()
    const around = agentSpan(session)
    const chat = this.#span('chat', {
      id: idOf(8, session, 'turn', String(turn.number)),
      around,
      start: turn.start,
      end,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': this.#inputOf(turn),
        'gen_ai.output.messages': outputOf(turn),
      },
      isRequest: true,
    })
    const tools = [...turn.calls].map(([id, call]) => this.#toolSpan(id, call))
    this.#said = turn.texts.join('\n')
    return spansDocument(this.#origin, [chat, ...tools])
  }

  #toolSpan(id: string, { name, input, start, end, isTodo, ok, output, details }: TracedCall): SpanJson {
    return this.#span(`execute_tool ${name}`, {
      id: callSpan(this.#traced.session, id),
      around: agentSpan(this.#traced.session),
      start,
      end: end ?? this.#next(),
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.call.arguments': JSON.stringify(input ?? {}),
        'gen_ai.tool.call.result': output ?? undefined,
        'error.type': ok === false ? (isTodo ? 'refused' : 'failed') : undefined,
        'todo_ledger.call.details': details === null ? undefined : JSON.stringify(details),
      },
      ok,
    })
  }

  #span(
    name: string,
    {
      id,
      around,
      start,
      end,
      attributes,
      ok = null,
      isRequest = false,
    }: {
      readonly id: string
      readonly around: string | undefined
      readonly start: bigint
      readonly end: bigint
      readonly attributes: Attributes
      readonly ok?: boolean | null
      readonly isRequest?: boolean
    },
  ): SpanJson {
    const { session, root } = this.#traced
    const agent = session.startsWith(`${root}/`) ? session.slice(root.length + 1) : session
    return {
      traceId: this.#trace,
      spanId: id,
      ...(around === undefined ? {} : { parentSpanId: around }),
      name,
      kind: isRequest ? 3 : 1,
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(end),
      attributes: attributesOf({
        ...attributes,
        'gen_ai.conversation.id': root,
        'gen_ai.agent.id': agent,
        'todo_ledger.profile': this.#profile,
      }),
      ...(ok === null ? {} : { status: { code: ok ? 1 : 2 } }),
    }
  }

  /** What is new to the model: an input, behind what it said last, for the same words twice are two inputs. */
  #inputOf({ input }: TracedTurn): string | undefined {
    if (input === null || input === '') return undefined
    const before = this.#said === '' ? [] : [message('assistant', [this.#said])]
    return JSON.stringify([...before, message('user', [input])])
  }

  /** Times in the order of the events, and no two the same. */
  #tick(at: Date): bigint {
    const time = BigInt(at.getTime()) * 1_000_000n
    this.#last = time > this.#last ? time : this.#last + 1n
    return this.#last
  }

  #next(): bigint {
    this.#last += 1n
    return this.#last
  }
}

/** What the model said and asked for; what it asked with stands in the spans of the calls. */
function outputOf({ texts, calls }: TracedTurn): string {
  const asked = [...calls].map(([id, { name }]) => ({ type: 'tool_call', id, name }))
  const said = message('assistant', texts)
  const parts = [...said.parts, ...asked]
  return JSON.stringify([{ ...said, parts, finish_reason: asked.length === 0 ? 'stop' : 'tool_call' }])
}

function message(
  role: string,
  texts: readonly string[],
): { readonly role: string; readonly parts: readonly object[] } {
  return { role, parts: texts.map((content) => ({ type: 'text', content })) }
}

function agentSpan(session: string): string {
  return idOf(8, session, 'agent')
}

function callSpan(session: string, call: string): string {
  return idOf(8, session, 'call', call)
}

function spanAround(parent: string, call: string | null): string {
  return call === null ? agentSpan(parent) : callSpan(parent, call)
}
