/**
 * A recorded session driven again under another profile. It follows the recording's own log event by event: inputs,
 * turns and calls happen again; replies, nags and continuations are decided anew.
 */

import { isDeepStrictEqual } from 'node:util'
import type { EventOf, Profile, Rule, SessionState, TodoEvent, TodoItem } from '@todo-ledger/core'
import { initialState } from '@todo-ledger/core'
import type { SessionEvent } from '../recorded-events.js'
import { Attempt } from './attempt.js'
import { type CarriedReading, readCarried, type TodoCallEvent } from './carried-intent.js'
import { again, type Carry, isWholeListOnly, oneList, type Update, updates } from './carry.js'
import { nagLevels } from './nag-levels.js'
import type {
  DanglingReference,
  NotCarried,
  WhatIfContinuation,
  WhatIfNag,
  WhatIfResult,
  WhatIfYield,
} from './result.js'
import { Side } from './side.js'

/** What is driven again, and under what. */
export interface WhatIfOptions {
  /** The session's id. */
  readonly session: string
  /** The name of the profile that it was recorded under. */
  readonly recordedProfile: string
  /** That profile, where it is known: refused calls can be read only with it. */
  readonly reader: Profile | undefined
  /** The new profile. */
  readonly profile: Profile
  /** Own rules that it sets. */
  readonly rules?: readonly Rule[]
  /**
   * Is called with the list under the new profile whenever it has changed, with the turn of the recording. Turns that would not
   * have come leave it as it is.
   */
  readonly onList?: (turn: number, items: readonly TodoItem[]) => void
}

interface Passed {
  readonly event: TodoEvent
  readonly before: SessionState
  readonly after: SessionState
  readonly complete: boolean
}

/** One session under another profile. */
export class WhatIfSession {
  readonly #options: WhatIfOptions
  readonly #attempts: Attempt[] = []
  readonly #nags: { -readonly [Key in keyof WhatIfNag]: WhatIfNag[Key] }[] = []
  #nag: { heeded: boolean } | null = null
  readonly #continuations: WhatIfContinuation[] = []
  readonly #yields: WhatIfYield[] = []
  readonly #dangling: DanglingReference[] = []
  readonly #notCarried: NotCarried[] = []
  #last: SessionState = initialState
  #turn = 0
  #inTurn: Attempt[] = []
  #held: { readonly attempt: Attempt; readonly carry: Carry }[] = []
  #reported: readonly TodoItem[] = []
  #live: Side | null = null
  #beyond: Side | null = null

  /** @param options what is driven again, and under what */
  constructor(options: WhatIfOptions) {
    this.#options = options
  }

  /** Takes the next event of the recording's log. */
  async take({ event, state: after, complete }: SessionEvent): Promise<void> {
    const before = this.#last
    this.#last = after
    await this.#take({ event, before, after, complete })
    this.#tellList()
  }

  /** What there is to say, once the last event has passed. */
  async finish(): Promise<WhatIfResult> {
    await this.#sendHeld()
    this.#tellList()
    const first = this.#attempts.find((attempt) => attempt.differs && !attempt.isBeyond)
    return {
      session: this.#options.session,
      profile: this.#options.profile.name,
      firstDivergence: first === undefined ? null : { turn: first.turn, seq: first.event.seq },
      attempts: this.#attempts.map((attempt) => attempt.report()),
      nags: this.#nags,
      nagLevels: nagLevels(this.#nags),
      continuations: this.#continuations,
      yields: this.#yields,
      dangling: this.#dangling,
      notCarried: this.#notCarried,
      final: { items: this.#items.map(({ id, text, status }) => ({ id, text, status })) },
    }
  }

  get #items(): readonly TodoItem[] {
    return this.#live?.session.state.items ?? []
  }

  #tellList(): void {
    const items = this.#items
    if (items === this.#reported) return
    this.#reported = items
    this.#options.onList?.(this.#turn, items)
  }

  async #take(passed: Passed): Promise<void> {
    const { event, before } = passed
    const { at } = event
    if (event.type === 'session.opened') return this.#open(event.data.goal, at)
    const side = this.#beyond ?? this.#live
    if (side === null) return
    const { session } = side
    this.#turn = event.turn
    switch (event.type) {
      case 'run.started':
        return this.#startRun(event, at)
      case 'turn.started':
        this.#inTurn = []
        side.turn = await session.startTurn({ at })
        return
      case 'turn.ended':
        await this.#sendHeld()
        await side.turn?.end({ interrupted: event.data.interrupted, at })
        side.turn = null
        return
      case 'message.recorded':
        return session.recordMessage({ ...event.data, at })
      case 'tool.called':
        return side.turn?.recordCall({ ...event.data, at })
      case 'tool.returned': {
        const { call, ok, output } = event.data
        return session.recordResult({ call, ok, output, at })
      }
      case 'todos.updated':
      case 'todos.rejected':
        return this.#attempt(event, passed, side)
      case 'todos.rolled-back':
        for (const attempt of this.#inTurn) attempt.rolledBackThere()
        return
      case 'context.compacted':
        return session.recordCompaction({ ...event.data, at })
      case 'subagent.started':
        return session.startSubagent({ ...event.data, at })
      case 'subagent.ended':
        return session.endSubagent({ ...event.data, at })
      case 'session.yielded':
      case 'continuation.issued':
        return before.run.open ? this.#endRun(passed, side) : undefined
      case 'nag.issued':
      case 'continuation.stopped':
        return // facts of the old profile
    }
  }

  async #open(goal: string | null, at: Date): Promise<void> {
    const { session: id, profile, rules = [] } = this.#options
    this.#live = await Side.open({ session: id, profile, rules, goal, at })
    this.#live.session.on('event', ({ event }) => {
      const turn = this.#turn
      if (event.type === 'nag.issued') {
        const { text, level } = event.data
        const nag = { turn, text, level, heeded: false }
        this.#nag = nag
        this.#nags.push(nag)
      }
      if (this.#nag !== null && isAnswer(event)) this.#nag.heeded = true
      if (isFreshInput(event)) this.#nag = null
      if (event.type === 'continuation.issued') {
        this.#continuations.push({ turn, cause: event.data.cause, prompt: event.data.prompt })
      }
      if (event.type === 'session.yielded') {
        this.#yields.push({ turn, to: event.data.to, reason: event.data.reason })
      }
    })
    this.#followRollBacks(this.#live)
  }

  #followRollBacks({ session }: Side): void {
    session.on('event', ({ event }) => {
      if (event.type === 'todos.rolled-back') for (const attempt of this.#inTurn) attempt.rolledBackHere()
    })
  }

  /** Fresh input comes in any case. The supervisor's own runs come where it issues a continuation; what follows one that it does not issue is beyond. */
  async #startRun({ data, actor }: EventOf<'run.started'>, at: Date): Promise<void> {
    const { trigger, text } = data
    const by = actor === undefined ? {} : { actor }
    const live = this.#live
    if (live === null) return
    if (trigger === 'user' || trigger === 'external') this.#beyond = null
    if (this.#beyond === null) {
      const isOwn = trigger === 'continuation' || trigger === 'wake'
      const issued = live.session.pending().find(({ kind }) => kind === 'continuation')
      if (!isOwn || issued !== undefined) {
        const { started } = await live.session.startRun({
          trigger,
          text: isOwn ? (issued?.text ?? '') : text,
          at,
          ...by,
        })
        if (started) return
      }
      this.#beyond = await live.branch()
      this.#followRollBacks(this.#beyond)
    }
    // Beyond, nothing is budgeted: the turns are only tried.
    await this.#beyond.session.startRun({ trigger: 'unknown', text, at, ...by })
  }

  async #endRun({ event, complete }: Passed, { session }: Side): Promise<void> {
    const { waitingFor = null } = event.type === 'session.yielded' ? event.data : {}
    const waits = waitingFor === null ? {} : { waitingFor }
    await session.endRun({ complete, ...waits, at: event.at })
  }

  async #attempt(event: TodoCallEvent, { before, after }: Passed, side: Side): Promise<void> {
    const { reader, profile } = this.#options
    const attempt = new Attempt(event, side === this.#beyond)
    this.#attempts.push(attempt)
    this.#inTurn.push(attempt)
    const reading = readCarried(event, before, after, reader)
    const carry = this.#carry(attempt, reading, side)
    const { capabilities } = profile
    if (this.#isSameTool(event.data.tool)) await this.#make(attempt, again(carry), carry, side)
    else if (capabilities === null) {
      carry.cannot(`profile ${profile.name} does not say what its tools can do`)
      await this.#make(attempt, [], carry, side)
    } else {
      for (const what of reading.unread) if (reading.intent.kind !== 'unreadable') carry.cannot(what)
      if (isWholeListOnly(capabilities) && reading.intent.kind === 'steps')
        this.#held.push({ attempt, carry })
      else {
        await this.#sendHeld()
        await this.#make(attempt, updates(carry, capabilities), carry, side)
      }
    }
  }

  /** The same tool under other rules or settings; where nobody knows the recorded profile, a tool of the same name. */
  #isSameTool(tool: string): boolean {
    const { recordedProfile, reader, profile } = this.#options
    const here = profile.tools.find(({ name }) => name === tool)
    if (here === undefined) return false
    const there = reader?.tools.find(({ name }) => name === tool)
    if (there === undefined) return recordedProfile === profile.name || profile.capabilities === null
    return isDeepStrictEqual(there.inputSchema, here.inputSchema)
  }

  /** Several single-item calls of one turn become one list where a tool replaces the whole list: its model would send one. */
  async #sendHeld(): Promise<void> {
    const held = this.#held.splice(0)
    const [first] = held
    const side = this.#beyond ?? this.#live
    const { capabilities } = this.#options.profile
    if (first === undefined || side === null || capabilities === null) return
    const list = oneList(
      held.map(({ carry }) => carry),
      capabilities,
    )
    await this.#make(first.attempt, list, first.carry, side)
    for (const { attempt, carry } of held) {
      if (attempt !== first.attempt && !attempt.isLost) attempt.joined(first.attempt)
      this.#learn(carry, side)
    }
    if (first.attempt.isLost) first.attempt.leave()
  }

  #carry(attempt: Attempt, { intent }: CarriedReading, side: Side): Carry {
    const { turn, event, isBeyond } = attempt
    const { tool, input } = event.data
    const place = { turn, seq: event.seq, tool }
    return {
      intent,
      recorded: { tool, input },
      profile: this.#options.profile,
      state: () => side.session.state,
      counterparts: side.counterparts,
      cannot: (what) => {
        if (attempt.notCarried.has(what)) return
        attempt.notCarried.add(what)
        if (!isBeyond) this.#notCarried.push({ ...place, what })
      },
      dangling: ({ id, text }) => {
        if (!isBeyond) this.#dangling.push({ ...place, item: id, text })
        attempt.isLost = true
        attempt.notCarried.add(`item ${JSON.stringify(id.slice(0, 80))} is not in the list`)
      },
    }
  }

  /** Makes the updates one after the other. A call of which nothing can be asked is other work, as that of any tool that a profile does not name. */
  async #make(attempt: Attempt, asked: Iterable<Update>, carry: Carry, side: Side): Promise<void> {
    const { seq, at, data } = attempt.event
    const { turn, session } = side
    if (turn === null) return
    let made = 0
    for (const update of asked) {
      made += 1
      const call = made === 1 ? `at ${seq}` : `at ${seq}, ${made}`
      const { state } = session
      const reply = await (update.intent === undefined
        ? turn.callTodoTool(update.tool, update.input, { call, at })
        : turn.updateTodos(update.intent, {
            name: update.tool,
            input: update.input ?? update.intent,
            call,
            at,
          }))
      attempt.made(update, state, reply, reply.ok && session.state.turn.updates === state.turn.updates)
    }
    if (made === 0) await turn.recordTool({ call: `at ${seq}`, name: data.tool, input: null, ok: null, at })
    this.#learn(carry, side)
  }

  #learn({ intent }: Carry, { counterparts, session }: Side): void {
    if (intent.kind === 'list' || intent.kind === 'steps') counterparts.learn(intent.items, session.state)
  }
}

/** The model wrote the list, or tried to. */
function isAnswer(event: TodoEvent): boolean {
  return event.type === 'todos.rejected' || (event.type === 'todos.updated' && !event.data.query)
}

function isFreshInput(event: TodoEvent): boolean {
  return event.type === 'run.started' && (event.data.trigger === 'user' || event.data.trigger === 'external')
}
