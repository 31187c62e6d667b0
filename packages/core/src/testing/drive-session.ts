/** Drives a session with a host's steps and keeps everything that comes of it. */

import { HostError } from '../errors.js'
import type { Actor, JsonValue, TodoEvent } from '../events.js'
import type { Evidence } from '../evidence.js'
import type { RunOutcome, TodoCall, TodoReply } from '../host-input.js'
import { Ledger } from '../ledger.js'
import type { Profile } from '../profiles/profile.js'
import { createReducer, type Reducer } from '../reducer.js'
import type { Rule } from '../rules/rule.js'
import type { Session } from '../session.js'
import type { SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import { memoryStore } from '../store/memory/memory-store.js'
import type { Turn } from '../turn.js'
import { countingBytes, countingIds, steppingClock } from './stepping-clock.js'

/** How a session is driven. */
export interface DriveOptions {
  /** The ledger's own rules. */
  readonly rules?: readonly Rule[]
  /** The ledger's evidence, for profiles that ask for some. */
  readonly evidence?: Evidence
  /** The profile whose promises the run is held against; the driven one when absent. */
  readonly like?: Profile
  /** The store; an empty one in memory when absent. */
  readonly store?: EventStore
  /** Events between two snapshots; the usual number when absent. */
  readonly snapshotInterval?: number | false
  /** Makes the reducer that folds the session's events; core's own when absent. */
  readonly reducer?: (rules: readonly Rule[]) => Reducer
}

const sessionId = 's1'
const child = 's1/child'
const workers: { readonly [worker in Worker]: Actor | undefined } = {
  main: undefined,
  a: { kind: 'sub-agent', id: 'a' },
  b: { kind: 'sub-agent', id: 'b' },
}
const person: Actor = { kind: 'person', id: 'ann' }

/**
 * Drives the session `s1` from a user's first input on. Clock and ids are counted, so the same steps give the same
 * events. @throws what the session throws: a model's mistake never is an exception
 */
export async function driveSession(
  profile: Profile,
  steps: readonly HostStep[],
  options: DriveOptions = {},
): Promise<SessionRun> {
  const driver = new SessionDriver(profile, options)
  await driver.open()
  for (const step of steps) await driver.take(step)
  return driver.run(steps)
}

class SessionDriver {
  readonly #states: SessionState[] = []
  readonly #answers: AnsweredCall[] = []
  readonly #reminders: string[] = []
  readonly #outcomes: RunOutcome[] = []
  readonly #clock = steppingClock()
  readonly #ids = countingIds()
  readonly #store: EventStore
  #calls = 0
  #session: Session | null = null
  readonly #profile: Profile
  readonly #options: DriveOptions
  readonly #reducer: Reducer

  constructor(profile: Profile, options: DriveOptions) {
    this.#profile = profile
    this.#options = options
    this.#reducer = (options.reducer ?? createReducer)(options.rules ?? [])
    this.#store = options.store ?? memoryStore({ random: countingBytes() })
  }

  async open(): Promise<void> {
    const session = await this.#reopen()
    await session.startRun({ trigger: 'user', text: 'Begin.' })
  }

  async take(step: HostStep): Promise<void> {
    switch (step.do) {
      case 'turn':
        for (let time = 0; time < (step.times ?? 1); time += 1) await this.#respond(step)
        return
      case 'work':
        for (let turn = 0; turn < step.turns; turn += 1) await this.#respond(workTurn)
        return
      case 'answer':
        for (let time = 1; time <= (step.times ?? 1); time += 1) {
          if (step.works === true) await this.#respond(workTurn)
          await this.#answer(time === 1 ? step : { ...step, text: `${step.text} (${time})` })
        }
        return
      case 'side-by-side':
        for (let time = 0; time < (step.times ?? 1); time += 1) await this.#workSideBySide(step)
        return
      case 'compact':
        return this.#current().recordCompaction({})
      case 'delegate':
        await this.#current().startSubagent({ child })
        return this.#current().endSubagent({ child })
    }
  }

  async run(steps: readonly HostStep[]): Promise<SessionRun> {
    const events: TodoEvent[] = []
    for await (const event of this.#store.read(sessionId)) events.push(event)
    const profile = this.#profile
    const { rules = [], like = profile } = this.#options
    return {
      profile,
      promises: like,
      rules,
      reducer: this.#reducer,
      steps,
      events,
      states: this.#states,
      answers: this.#answers,
      reminders: this.#reminders,
      outcomes: this.#outcomes,
    }
  }

  /** A new ledger over the same store, as after a crash: at most one event is written before anybody can listen. */
  async #reopen(): Promise<Session> {
    this.#session?.removeAllListeners()
    const { like: _, reducer: __, ...options } = this.#options
    // A host that crashed is gone, although its process is this one.
    const given = {
      turnLeases: false as const,
      ...options,
      store: this.#store,
      clock: this.#clock,
      ids: this.#ids,
    }
    const ledger = new Ledger(given, this.#reducer)
    const session = await ledger.session(sessionId, { profile: this.#profile })
    if (session.state.seq > this.#states.length) this.#states.push(session.state)
    session.on('event', ({ state }) => this.#states.push(state))
    this.#session = session
    return session
  }

  #current(): Session {
    if (this.#session === null)
      throw new HostError('not-open', 'The driver has no session. Call open() first.')
    return this.#session
  }

  async #respond({ calls, together, ending }: TurnStep): Promise<void> {
    const turn = await this.#current().startTurn()
    const inOrder = together ? calls.filter((call) => call.kind === 'work') : calls
    if (together) await this.#callTogether(turn, calls.filter(isTodo))
    for (const call of inOrder) await (isTodo(call) ? this.#callTodo(turn, call) : this.#work(turn, call))
    if (ending === 'crashed') {
      await this.#reopen()
      return
    }
    const { reminders } = await turn.end({ interrupted: ending === 'interrupted' })
    this.#reminders.push(...reminders)
  }

  /** All turns are begun before the first ends, and their calls take turns. */
  async #workSideBySide({ turns, edits }: SideBySideStep): Promise<void> {
    const session = this.#current()
    const open: { readonly turn: Turn; readonly calls: readonly StepCall[] }[] = []
    for (const { by, calls } of turns) {
      const actor = workers[by]
      open.push({ turn: await session.startTurn(actor === undefined ? {} : { actor }), calls })
    }
    const most = Math.max(...turns.map(({ calls }) => calls.length))
    for (let place = 0; place < most; place += 1) {
      for (const { turn, calls } of open) {
        const call = calls[place]
        if (call !== undefined) await (isTodo(call) ? this.#callTodo(turn, call) : this.#work(turn, call))
      }
      if (place === 0 && edits) await session.edit({ add: [{ text: 'See to this, too' }] }, { actor: person })
    }
    for (const { turn } of open) this.#reminders.push(...(await turn.end()).reminders)
  }

  async #callTogether(turn: Turn, calls: readonly TodoToolCall[]): Promise<void> {
    if (calls.length === 0) return
    const given = calls.map(({ tool, input }) => ({ call: this.#nextCall(), name: tool, input }))
    await this.#ask(turn, given)
    if (calls.some((call) => call.asksAgain)) await this.#ask(turn, given)
  }

  async #callTodo(turn: Turn, { tool, input, asksAgain }: TodoToolCall): Promise<void> {
    const given = [{ call: this.#nextCall(), name: tool, input }]
    await this.#ask(turn, given)
    if (asksAgain) await this.#ask(turn, given)
  }

  async #ask(turn: Turn, calls: readonly (TodoCall & { readonly call: string })[]): Promise<void> {
    const replies = await turn.callTodoTools(calls)
    for (const [index, reply] of replies.entries()) {
      this.#answers.push({ call: calls[index]?.call ?? '', reply })
    }
  }

  async #work(turn: Turn, { tool, input, ok }: WorkCall): Promise<void> {
    await turn.recordTool({ call: this.#nextCall(), name: tool, input, ok, output: ok ? 'done' : 'failed' })
  }

  /** A response without calls ends the run; what starts the next one depends on what the session says. */
  async #answer(step: AnswerStep): Promise<void> {
    const { text, complete, waitingFor, crashed, next } = step
    const turn = await this.#current().startTurn()
    const { reminders } = await turn.end()
    this.#reminders.push(...reminders)
    const waits = waitingFor === null ? {} : { waitingFor }
    const outcome = await this.#current().endRun({ text, complete, ...waits })
    this.#outcomes.push(outcome)
    if (crashed) await this.#reopen()
    const session = this.#current()
    const follows = next === 'continuation' || next === 'wake'
    if (follows && outcome.action === 'continue') {
      await session.startRun({ trigger: next, text: outcome.prompt })
      return
    }
    const trigger = follows ? 'user' : next
    const { started } = await session.startRun({ trigger, text: 'Go on.' })
    if (!started) await session.startRun({ trigger: 'user', text: 'Go on.' })
  }

  #nextCall(): string {
    this.#calls += 1
    return `c${this.#calls}`
  }
}

const workTurn: TurnStep = {
  do: 'turn',
  calls: [{ kind: 'work', tool: 'Bash', input: { command: 'make' }, ok: true }],
  together: false,
  ending: 'ended',
}

function isTodo(call: StepCall): call is TodoToolCall {
  return call.kind === 'todo'
}

/** A call of one of the profile's todo tools. */
export interface TodoToolCall {
  /** The kind of call. */
  readonly kind: 'todo'
  /** The tool's name. */
  readonly tool: string
  /** What the model gives it. */
  readonly input: JsonValue
  /** True where the host asks once more under the same call id, as one does that lost the answer. */
  readonly asksAgain: boolean
}

/** A call of another tool. */
export interface WorkCall {
  /** The kind of call. */
  readonly kind: 'work'
  /** The tool's name. */
  readonly tool: string
  /** What the model gives it. */
  readonly input: JsonValue
  /** Whether it worked. */
  readonly ok: boolean
}

/** A call in a turn. */
export type StepCall = TodoToolCall | WorkCall

/** A model response with tool calls. */
export interface TurnStep {
  /** The kind of step. */
  readonly do: 'turn'
  /** Its calls, at least one. */
  readonly calls: readonly StepCall[]
  /** True where its todo calls are decided together, before the other calls. */
  readonly together: boolean
  /** How it ends; after a crash the session is opened again over the same store. */
  readonly ending: 'ended' | 'interrupted' | 'crashed'
  /** How often it comes, one after the other; once when absent. */
  readonly times?: number
}

/** Turns with one call of another tool each. */
export interface WorkStep {
  /** The kind of step. */
  readonly do: 'work'
  /** How many. */
  readonly turns: number
}

/**
 * What starts the run after an answer. `continuation` and `wake` follow the supervisor where it continues and are a
 * user's input where it stops; a `reply` or `subagent` that the budget has no room for is followed by a user's input.
 */
export type NextInput = 'continuation' | 'wake' | 'user' | 'external' | 'reply' | 'subagent'

/** A model response without tool calls; it ends the run, and another begins. */
export interface AnswerStep {
  /** The kind of step. */
  readonly do: 'answer'
  /** What the model says. */
  readonly text: string
  /** False where the answer was cut off. */
  readonly complete: boolean
  /** What the session waits for where it is parked, else null. */
  readonly waitingFor: string | null
  /** True where the host crashes once the run has ended. */
  readonly crashed: boolean
  /** What starts the next run. */
  readonly next: NextInput
  /** How often the model answers, each time in the run that follows, and each time with other words; once when absent. */
  readonly times?: number
  /** True where a turn with a call of another tool comes before each answer. */
  readonly works?: boolean
}

/** The host compacts the conversation. */
export interface CompactionStep {
  /** The kind of step. */
  readonly do: 'compact'
}

/** Work moves to a child session and comes back. */
export interface DelegationStep {
  /** The kind of step. */
  readonly do: 'delegate'
}

/** Who works on the list: the main agent, which is not named, or a sub-agent of this name. */
export type Worker = 'main' | 'a' | 'b'

/** What one of several does in a turn. */
export interface WorkerTurn {
  /** Whose turn it is. */
  readonly by: Worker
  /** Its calls, at least one. */
  readonly calls: readonly StepCall[]
}

/** Several have a turn each at the same time. */
export interface SideBySideStep {
  /** The kind of step. */
  readonly do: 'side-by-side'
  /** The turns, at most one of each; they begin in this order, call by call in turn, and end in it. */
  readonly turns: readonly WorkerTurn[]
  /** True where a person adds an item meanwhile. */
  readonly edits: boolean
  /** How often it comes, one after the other; once when absent. */
  readonly times?: number
}

/** One thing that a host does. */
export type HostStep = TurnStep | WorkStep | AnswerStep | CompactionStep | DelegationStep | SideBySideStep

/** A todo call and what it was answered. */
export interface AnsweredCall {
  /** The call's id; one that was asked again stands here twice. */
  readonly call: string
  /** The answer. */
  readonly reply: TodoReply
}

/** Everything that came of driving a session. */
export interface SessionRun {
  /** The profile that the session ran under. */
  readonly profile: Profile
  /** The profile whose promises are to be kept; the same one unless the check says otherwise. */
  readonly promises: Profile
  /** The ledger's own rules. */
  readonly rules: readonly Rule[]
  /** The reducer that folded the session's events. */
  readonly reducer: Reducer
  /** What the host did. */
  readonly steps: readonly HostStep[]
  /** The log. */
  readonly events: readonly TodoEvent[]
  /** The state after each event, at the event's place. */
  readonly states: readonly SessionState[]
  /** The todo calls in the order in which they were answered. */
  readonly answers: readonly AnsweredCall[]
  /** The reminders that the host was given, in their order. */
  readonly reminders: readonly string[]
  /** What the host was given at the end of each run. */
  readonly outcomes: readonly RunOutcome[]
}
