/**
 * What if a recorded session had run under another profile? It follows the recording's own log event by event: inputs,
 * turns and calls happen again; replies, nags and continuations are decided anew.
 */

import { isDeepStrictEqual } from 'node:util'
import { evidence } from '@todo-ledger/audit'
import {
  type EventOf,
  initialState,
  memoryStore,
  openLedger,
  type Profile,
  type Rule,
  type Session,
  type TodoEvent,
  type TodoReply,
  type Turn,
  type YieldTarget,
} from '@todo-ledger/core'
import { agentTools } from '../agents/index.js'
import { profileNamed } from '../profiles.js'
import type { SessionEvent } from '../recorded-events.js'
import { Counterparts } from './counterparts.js'
import { type RecordedCall, readCall, type TodoCallEvent } from './recorded-call.js'
import { again, isWholeListOnly, type NewSide, shownIntent, type Update, updates } from './translate.js'

export interface WhatIfOptions {
  readonly profile: Profile
  readonly rules?: readonly Rule[]
}

export type AttemptOutcome = 'accepted' | 'rejected' | 'rolled-back'

/** One recorded call of a todo tool, then and under the new profile. */
export type WhatIfAttempt = ReturnType<typeof report>

/** A session under another profile. Turns are those of the recording. */
export type WhatIfResult = Awaited<ReturnType<typeof whatIf>>

/**
 * Drives a session under another profile.
 * @param events those of one session, from `session.opened` on
 */
export async function whatIf(
  events: Iterable<SessionEvent> | AsyncIterable<SessionEvent>,
  options: WhatIfOptions,
) {
  let driven: DrivenSession | null = null
  for await (const passed of events) {
    if (passed.event.type === 'session.opened') driven = await DrivenSession.open(passed.event, options)
    else await driven?.take(passed)
  }
  if (driven === null) throw new TypeError('what-if: expected the events of a session, got none')
  return driven.finish()
}

interface MadeCall {
  readonly tool: string
  readonly input: unknown
  readonly isRecorded: boolean
  readonly isQuery: boolean
  readonly reply: TodoReply
  isVoid: boolean
}

interface Attempt {
  readonly event: TodoCallEvent
  readonly beyond: boolean
  readonly notExpressible: Set<string>
  calls: MadeCall[]
  isRolledBackInRecording: boolean
}

class DrivenSession {
  readonly #options: WhatIfOptions
  readonly #session: Session
  readonly #reader: Profile | undefined
  readonly #recordedProfile: string
  readonly #counterparts = new Counterparts()
  readonly #attempts: Attempt[] = []
  /** Heeded are those that an update followed, before the next one, the next fresh input or the end. */
  readonly #nags: { turn: number; text: string; level: number; heeded: boolean }[] = []
  #nag: { heeded: boolean } | null = null
  readonly #continuations: { readonly turn: number; readonly cause: string; readonly prompt: string }[] = []
  /** Where control would have gone at the ends of runs. */
  readonly #yields: { readonly turn: number; readonly to: YieldTarget; readonly reason: string | null }[] = []
  #before = initialState
  #turn: Turn | null = null
  #number = 0
  #inTurn: Attempt[] = []
  /** Calls that change single items, where they become one list at the end of the turn. */
  #held: { readonly attempt: Attempt; readonly call: RecordedCall }[] = []
  /** True in turns that would not have come. */
  #isBeyond = false

  constructor(session: Session, recordedProfile: string, options: WhatIfOptions) {
    this.#session = session
    this.#recordedProfile = recordedProfile
    this.#reader = profileNamed(recordedProfile)
    this.#options = options
    session.on('event', ({ event }) => this.#observe(event))
  }

  static async open(
    { session: id, data, at }: EventOf<'session.opened'>,
    options: WhatIfOptions,
  ): Promise<DrivenSession> {
    const { profile, rules = [] } = options
    const store = memoryStore()
    let ids = 0
    const ledger = openLedger({
      store,
      evidence: evidence({ tools: agentTools }),
      rules,
      clock: () => at,
      turnLeases: false,
      ids: () => {
        ids += 1
        return `${id}#${ids}`
      },
    })
    const session = await ledger.session(id, { profile, goal: data.goal, at })
    return new DrivenSession(session, data.profile, options)
  }

  async finish() {
    await this.#sendHeld()
    const attempts = this.#attempts.map(report)
    const first = attempts.find(
      ({ recorded, whatIf: now }) => now !== null && (recorded === 'accepted') !== (now === 'accepted'),
    )
    return {
      session: this.#session.id,
      profile: this.#options.profile.name,
      /** The first call that one side accepted and the other did not. */
      firstDivergence: first === undefined ? null : { turn: first.turn, seq: first.seq },
      attempts,
      nags: this.#nags,
      continuations: this.#continuations,
      yields: this.#yields,
      final: { items: this.#session.state.items.map(({ id, text, status }) => ({ id, text, status })) },
    }
  }

  async take({ event, state: after, complete }: SessionEvent): Promise<void> {
    const before = this.#before
    this.#before = after
    const session = this.#session
    const { at, turn: number } = event
    if (event.type === 'run.started') await this.#startRun(event)
    else if (event.type === 'todos.updated' || event.type === 'todos.rejected')
      await this.#attempt(event, readCall(event, before, after, this.#reader))
    if (this.#isBeyond) return
    this.#number = number
    switch (event.type) {
      case 'turn.started':
        this.#inTurn = []
        this.#turn = await session.startTurn({ at })
        return
      case 'turn.ended':
        await this.#sendHeld()
        await this.#turn?.end({ interrupted: event.data.interrupted, at })
        this.#turn = null
        return
      case 'message.recorded':
        return session.recordMessage({ ...event.data, at })
      case 'tool.called':
        return this.#turn?.recordCall({ ...event.data, at })
      case 'tool.returned': {
        const { call, ok, output } = event.data
        return session.recordResult({ call, ok, output, at })
      }
      case 'todos.rolled-back':
        for (const attempt of this.#inTurn) attempt.isRolledBackInRecording = true
        return
      case 'context.compacted':
        return session.recordCompaction({ ...event.data, at })
      case 'subagent.started':
        return session.startSubagent({ ...event.data, at })
      case 'subagent.ended':
        return session.endSubagent({ ...event.data, at })
      case 'session.yielded':
      case 'continuation.issued': {
        if (!before.run.open) return
        const { waitingFor = null } = event.type === 'session.yielded' ? event.data : {}
        await session.endRun({ complete, ...(waitingFor === null ? {} : { waitingFor }), at })
      }
    }
  }

  #observe(event: TodoEvent): void {
    const turn = this.#number
    if (event.type === 'nag.issued') {
      const { text, level } = event.data
      const nag = { turn, text, level, heeded: false }
      this.#nag = nag
      this.#nags.push(nag)
    }
    const isUpdate = event.type === 'todos.rejected' || (event.type === 'todos.updated' && !event.data.query)
    if (isUpdate && this.#nag !== null) this.#nag.heeded = true
    if (event.type === 'run.started' && isFresh(event)) this.#nag = null
    if (event.type === 'continuation.issued')
      this.#continuations.push({ turn, cause: event.data.cause, prompt: event.data.prompt })
    if (event.type === 'session.yielded')
      this.#yields.push({ turn, to: event.data.to, reason: event.data.reason })
    if (event.type === 'todos.rolled-back')
      for (const call of this.#inTurn.flatMap(({ calls }) => calls))
        if (call.reply.ok && !call.isQuery) call.isVoid = true
  }

  /** Fresh input comes in any case; a run of the supervisor's own comes where it issues a continuation here, too. */
  async #startRun(event: EventOf<'run.started'>): Promise<void> {
    const { actor, at } = event
    const { trigger, text } = event.data
    const isOwn = trigger === 'continuation' || trigger === 'wake'
    const issued = this.#session.pending().find(({ kind }) => kind === 'continuation')
    if (isFresh(event)) this.#isBeyond = false
    if (isOwn && issued === undefined) this.#isBeyond = true
    if (this.#isBeyond) return
    const by = actor === undefined ? {} : { actor }
    const input = isOwn ? (issued?.text ?? '') : text
    const { started } = await this.#session.startRun({ trigger, text: input, at, ...by })
    this.#isBeyond = !started
  }

  async #attempt(event: TodoCallEvent, call: RecordedCall): Promise<void> {
    const { profile } = this.#options
    const attempt: Attempt = {
      event,
      beyond: this.#isBeyond,
      notExpressible: new Set(),
      calls: [],
      isRolledBackInRecording: false,
    }
    this.#attempts.push(attempt)
    if (this.#isBeyond) return
    this.#inTurn.push(attempt)
    const { capabilities } = profile
    const { tool, input } = event.data
    const side = this.#sideOf(attempt)
    if (this.#isSameTool(tool)) return this.#make(attempt, again(call, { tool, input }, side), call)
    if (capabilities === null) side.cannot(`profile ${profile.name} does not say what its tools can do`)
    else for (const what of call.unread) side.cannot(what)
    if (capabilities !== null && isWholeListOnly(capabilities) && call.kind === 'items') {
      this.#held.push({ attempt, call })
      return
    }
    await this.#sendHeld()
    await this.#make(attempt, capabilities === null ? [] : updates(call, capabilities, side), call)
  }

  #sideOf({ notExpressible }: Attempt): NewSide {
    return {
      profile: this.#options.profile,
      counterparts: this.#counterparts,
      state: () => this.#session.state,
      cannot: (what) => notExpressible.add(what),
    }
  }

  /** The same tool under other rules or settings; where nobody knows the recorded profile, a tool of the same name. */
  #isSameTool(tool: string): boolean {
    const { profile } = this.#options
    const here = profile.tools.find(({ name }) => name === tool)
    if (here === undefined) return false
    const there = this.#reader?.tools.find(({ name }) => name === tool)
    if (there === undefined) return this.#recordedProfile === profile.name || profile.capabilities === null
    return isDeepStrictEqual(there.inputSchema, here.inputSchema)
  }

  /** The single-item calls of a turn as the list that the last of them led to. */
  async #sendHeld(): Promise<void> {
    const held = this.#held.splice(0)
    const last = held.at(-1)
    const { capabilities } = this.#options.profile
    if (last === undefined || capabilities === null) return
    await this.#make(last.attempt, updates(last.call, capabilities, this.#sideOf(last.attempt)), last.call)
    for (const { attempt } of held) attempt.calls = last.attempt.calls
  }

  /** A call of which nothing can be asked is other work, as that of any tool that a profile does not name. */
  async #make({ event, calls }: Attempt, asked: Iterable<Update>, call: RecordedCall): Promise<void> {
    const { seq, at, data } = event
    const turn = this.#turn
    if (turn === null) return
    for (const { tool, input, intent } of asked) {
      const id = calls.length === 0 ? `at ${seq}` : `at ${seq}, ${calls.length + 1}`
      const { state } = this.#session
      const reply = await (intent === undefined
        ? turn.callTodoTool(tool, input, { call: id, at })
        : turn.updateTodos(intent, { name: tool, input: input ?? intent, call: id, at }))
      calls.push({
        tool,
        input: intent === undefined ? input : (input ?? shownIntent(intent, state)),
        isRecorded: tool === data.tool && input === data.input,
        isQuery: this.#session.state.turn.updates === state.turn.updates,
        reply,
        isVoid: false,
      })
    }
    if (calls.length === 0)
      await turn.recordTool({ call: `at ${seq}`, name: data.tool, input: null, ok: null, at })
    if (call.kind === 'list' || call.kind === 'items')
      this.#counterparts.learn(call.items, this.#session.state)
  }
}

function isFresh({ data: { trigger } }: EventOf<'run.started'>): boolean {
  return trigger === 'user' || trigger === 'external'
}

function report({ event, beyond, notExpressible, calls, isRolledBackInRecording }: Attempt) {
  const { turn, seq, type, data } = event
  const { call, tool } = data
  const outcomes = calls.map(outcomeOf)
  const isVoid = isRolledBackInRecording && type === 'todos.updated' && !data.query
  const recorded: AttemptOutcome =
    type === 'todos.rejected' ? 'rejected' : isVoid ? 'rolled-back' : 'accepted'
  const nothing = notExpressible.size > 0 || beyond ? null : 'accepted'
  const refused = calls.find(({ reply }) => !reply.ok)
  const shown = calls.map((each) => ({
    tool: each.tool,
    input: each.input,
    whatIf: outcomeOf(each),
    reply: each.reply.text,
  }))
  return {
    turn,
    seq,
    call,
    tool,
    recorded,
    /** Null where nothing of it can be said in the new profile's tools, or its turn would not have come. */
    whatIf: outcomes.find((outcome) => outcome !== 'accepted') ?? outcomes[0] ?? nothing,
    violations: calls.flatMap(({ reply }) => reply.violations ?? []),
    /** What the new profile answers: to a series of calls its first refusal, else its last answer. */
    reply: (refused ?? calls.at(-1))?.reply.text ?? '',
    /** True in turns that would not have come: the new profile issues no continuation where they were continued. */
    ...(beyond ? { beyond } : {}),
    /** What of the call the new profile's tools can't say, a sentence each. */
    ...(notExpressible.size === 0 ? {} : { notExpressible: [...notExpressible] }),
    /** What the tools were asked in its place, where that is not the recorded call. */
    ...(calls.every(({ isRecorded }) => isRecorded) ? {} : { calls: shown }),
  }
}

function outcomeOf({ reply, isVoid }: MadeCall): AttemptOutcome {
  if (!reply.ok) return 'rejected'
  return isVoid ? 'rolled-back' : 'accepted'
}
