/** Drives a session with a host's steps and keeps everything that comes of it. */

import type { Actor, JsonValue, TodoEvent } from '../events.js'
import type { Evidence } from '../evidence.js'
import type { RunOutcome, TodoReply } from '../host-input.js'
import { openLedger } from '../ledger.js'
import type { Profile } from '../profiles/profile.js'
import type { Rule } from '../rules/rule.js'
import type { Session, Turn } from '../session.js'
import type { SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import { memoryStore } from '../store/memory/memory-store.js'
import { countingBytes, countingIds, steppingClock } from './stepping-clock.js'

export interface TodoToolCall {
  readonly kind: 'todo'
  readonly tool: string
  readonly input: JsonValue
  /** True where the host asks once more under the same call id, as one does that lost the answer. */
  readonly asksAgain: boolean
}

/** A call of a todo tool, or of another one. */
export type StepCall =
  | TodoToolCall
  | (Omit<TodoToolCall, 'kind' | 'asksAgain'> & { readonly kind: 'work'; readonly ok: boolean })

export interface TurnStep {
  readonly do: 'turn'
  readonly calls: readonly StepCall[]
  /** After a crash the session is opened again over the same store. */
  readonly ending: 'ended' | 'interrupted' | 'crashed'
  readonly times: number
}

/**
 * What starts the run after an answer. `continuation` and `wake` follow the supervisor where it continues and are a
 * user's input where it stops; a `reply` or `subagent` that the budget has no room for is followed by a user's input.
 */
export type NextInput = 'user' | 'continuation' | 'external' | 'wake' | 'reply' | 'subagent'

/** A model response without tool calls; it ends the run, and another begins. */
export interface AnswerStep {
  readonly do: 'answer'
  readonly text: string
  readonly complete: boolean
  readonly waitingFor: string | null
  readonly crashed: boolean
  readonly next: NextInput
  /** How often the model answers, each time in the run that follows, and each time with other words. */
  readonly times: number
  /** True where a turn with a call of another tool comes before each answer. */
  readonly works: boolean
}

/** Who works on the list: the main agent, which is not named, or a sub-agent of this name. */
export type Worker = 'main' | 'a' | 'b'

/** Several have a turn each at the same time: they begin in this order, call by call in turn, and end in it. */
export interface SideBySideStep {
  readonly do: 'side-by-side'
  readonly turns: readonly { readonly by: Worker; readonly calls: readonly StepCall[] }[]
  /** True where a person adds an item meanwhile. */
  readonly edits: boolean
  readonly times: number
}

export type HostStep = TurnStep | AnswerStep | SideBySideStep | { readonly do: 'compact' | 'delegate' }

export interface DriveOptions {
  readonly rules?: readonly Rule[]
  readonly evidence?: Evidence
  /** The profile that the run is held against; the driven one when absent. */
  readonly like?: Profile
  /** An empty one in memory when absent. */
  readonly store?: EventStore
  /** Events between two snapshots; the usual number when absent. */
  readonly snapshotInterval?: number | false
}

/** Everything that came of driving a session. */
export interface SessionRun {
  readonly profile: Profile
  /** The profile whose rules and policies are to be kept; the same one unless the check says otherwise. */
  readonly like: Profile
  readonly rules: readonly Rule[]
  readonly steps: readonly HostStep[]
  readonly events: readonly TodoEvent[]
  /** The state after each event, at the event's place. */
  readonly states: readonly SessionState[]
  /** The todo calls in the order in which they were answered; one that was asked again stands here twice. */
  readonly answers: readonly { readonly call: string; readonly reply: TodoReply }[]
  readonly reminders: readonly string[]
  readonly outcomes: readonly RunOutcome[]
}

export const workTurn: TurnStep = {
  do: 'turn',
  calls: [{ kind: 'work', tool: 'Bash', input: { command: 'make' }, ok: true }],
  ending: 'ended',
  times: 1,
}

/** A whole answer that nothing comes of by itself. */
export const plainAnswer: AnswerStep = {
  ...{ do: 'answer', text: 'I go on.', complete: true, waitingFor: null },
  ...{ crashed: false, next: 'user', times: 1, works: false },
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
  const { rules = [], like = profile, ...given } = options
  const store = options.store ?? memoryStore({ random: countingBytes() })
  const host = { ...given, store, rules, clock: steppingClock(), ids: countingIds() }
  const states: SessionState[] = []
  // A host that crashed is gone, although its process is this one.
  const open = async () => {
    const session = await openLedger({ turnLeases: false, ...host }).session('s1', { profile })
    // Before anybody can listen at most one event is written.
    if (session.state.seq > states.length) states.push(session.state)
    session.on('event', ({ state }) => states.push(state))
    return session
  }
  const driver = new SessionDriver(open, await open())
  await driver.session.startRun({ trigger: 'user', text: 'Begin.' })
  for (const step of steps) {
    const times = 'times' in step ? step.times : 1
    for (let time = 1; time <= times; time += 1) await driver.take(step, time)
  }
  const events: TodoEvent[] = []
  for await (const event of store.read('s1')) events.push(event)
  const { answers, reminders, outcomes } = driver
  return { profile, like, rules, steps, events, states, answers, reminders, outcomes }
}

class SessionDriver {
  readonly answers: { readonly call: string; readonly reply: TodoReply }[] = []
  readonly reminders: string[] = []
  readonly outcomes: RunOutcome[] = []
  session: Session
  #calls = 0

  /** @param reopen opens the session in a new ledger over the same store, as after a crash */
  constructor(
    readonly reopen: () => Promise<Session>,
    session: Session,
  ) {
    this.session = session
  }

  async take(step: HostStep, time: number): Promise<void> {
    switch (step.do) {
      case 'turn':
        return this.#respond(step)
      case 'answer':
        if (step.works) await this.#respond(workTurn)
        return this.#answer(time === 1 ? step : { ...step, text: `${step.text} (${time})` })
      case 'side-by-side':
        return this.#workSideBySide(step)
      case 'compact':
        return this.session.recordCompaction({})
      case 'delegate':
        await this.session.startSubagent({ child: 's1/child' })
        return this.session.endSubagent({ child: 's1/child' })
    }
  }

  async #crash(): Promise<void> {
    this.session.removeAllListeners()
    this.session = await this.reopen()
  }

  async #respond({ calls, ending }: TurnStep): Promise<void> {
    const turn = await this.session.startTurn()
    for (const call of calls) await this.#call(turn, call)
    if (ending === 'crashed') return this.#crash()
    await this.#end(turn, ending === 'interrupted')
  }

  async #workSideBySide({ turns, edits }: SideBySideStep): Promise<void> {
    const open: { readonly turn: Turn; readonly calls: readonly StepCall[] }[] = []
    for (const { by, calls } of turns) {
      const actor: Actor = { kind: 'sub-agent', id: by }
      open.push({ turn: await this.session.startTurn(by === 'main' ? {} : { actor }), calls })
    }
    for (let place = 0; turns.some(({ calls }) => place < calls.length); place += 1) {
      for (const { turn, calls } of open)
        for (const call of calls.slice(place, place + 1)) await this.#call(turn, call)
      if (place === 0 && edits)
        await this.session.edit({ add: [{ text: 'See to this, too' }] }, { actor: person })
    }
    for (const { turn } of open) await this.#end(turn)
  }

  async #end(turn: Turn, interrupted = false): Promise<void> {
    this.reminders.push(...(await turn.end({ interrupted })).reminders)
  }

  async #call(turn: Turn, call: StepCall): Promise<void> {
    const { tool, input } = call
    const id = `c${++this.#calls}`
    if (call.kind === 'work') {
      const { ok } = call
      return turn.recordTool({ call: id, name: tool, input, ok, output: ok ? 'done' : 'failed' })
    }
    for (let asks = call.asksAgain ? 2 : 1; asks > 0; asks -= 1)
      this.answers.push({ call: id, reply: await turn.callTodoTool(tool, input, { call: id }) })
  }

  /** A response without calls ends the run; what starts the next one depends on what the session says. */
  async #answer({ text, complete, waitingFor, crashed, next }: AnswerStep): Promise<void> {
    await this.#end(await this.session.startTurn())
    const waits = waitingFor === null ? {} : { waitingFor }
    const outcome = await this.session.endRun({ text, complete, ...waits })
    this.outcomes.push(outcome)
    if (crashed) await this.#crash()
    const follows = next === 'continuation' || next === 'wake'
    if (follows && outcome.action === 'continue')
      return void (await this.session.startRun({ trigger: next, text: outcome.prompt }))
    const { started } = await this.session.startRun({ trigger: follows ? 'user' : next, text: 'Go on.' })
    if (!started) await this.session.startRun({ trigger: 'user', text: 'Go on.' })
  }
}
