/** Drives a session with a host's steps and keeps everything that comes of it. */

import { HostError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import type { Evidence } from '../../evidence.js'
import type { RunOutcome, TodoCall } from '../../host-input.js'
import { openLedger } from '../../ledger.js'
import type { Profile } from '../../profiles/profile.js'
import type { Rule } from '../../rules/rule.js'
import type { Session } from '../../session.js'
import type { SessionState } from '../../state.js'
import type { EventStore } from '../../store/event-store.js'
import { memoryStore } from '../../store/memory/memory-store.js'
import type { Turn } from '../../turn.js'
import type { AnswerStep, HostStep, StepCall, TodoToolCall, TurnStep, WorkCall } from './host-step.js'
import type { AnsweredCall, SessionRun } from './session-run.js'
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
}

const sessionId = 's1'
const child = 's1/child'

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
  private readonly states: SessionState[] = []
  private readonly answers: AnsweredCall[] = []
  private readonly reminders: string[] = []
  private readonly outcomes: RunOutcome[] = []
  private readonly clock = steppingClock()
  private readonly ids = countingIds()
  private readonly store: EventStore
  private calls = 0
  private session: Session | null = null
  private readonly profile: Profile
  private readonly options: DriveOptions

  constructor(profile: Profile, options: DriveOptions) {
    this.profile = profile
    this.options = options
    this.store = options.store ?? memoryStore({ random: countingBytes() })
  }

  async open(): Promise<void> {
    const session = await this.reopen()
    await session.startRun({ trigger: 'user', text: 'Begin.' })
  }

  async take(step: HostStep): Promise<void> {
    switch (step.do) {
      case 'turn':
        return this.respond(step)
      case 'work':
        for (let turn = 0; turn < step.turns; turn += 1) await this.respond(workTurn)
        return
      case 'answer':
        return this.answer(step)
      case 'compact':
        return this.current().recordCompaction({})
      case 'delegate':
        await this.current().startSubagent({ child })
        return this.current().endSubagent({ child })
    }
  }

  async run(steps: readonly HostStep[]): Promise<SessionRun> {
    const events: TodoEvent[] = []
    for await (const event of this.store.read(sessionId)) events.push(event)
    const { profile, states, answers, reminders, outcomes } = this
    const { rules = [], like = profile } = this.options
    return { profile, promises: like, rules, steps, events, states, answers, reminders, outcomes }
  }

  /** A new ledger over the same store, as after a crash: at most one event is written before anybody can listen. */
  private async reopen(): Promise<Session> {
    this.session?.removeAllListeners()
    const { store, clock, ids } = this
    const { like: _, ...options } = this.options
    const ledger = openLedger({ ...options, store, clock, ids })
    const session = await ledger.session(sessionId, { profile: this.profile })
    if (session.state.seq > this.states.length) this.states.push(session.state)
    session.on('event', ({ state }) => this.states.push(state))
    this.session = session
    return session
  }

  private current(): Session {
    if (this.session === null)
      throw new HostError('not-open', 'The driver has no session. Call open() first.')
    return this.session
  }

  private async respond({ calls, together, ending }: TurnStep): Promise<void> {
    const turn = await this.current().startTurn()
    const inOrder = together ? calls.filter((call) => call.kind === 'work') : calls
    if (together) await this.callTogether(turn, calls.filter(isTodo))
    for (const call of inOrder) await (isTodo(call) ? this.callTodo(turn, call) : this.work(turn, call))
    if (ending === 'crashed') {
      await this.reopen()
      return
    }
    const { reminders } = await turn.end({ interrupted: ending === 'interrupted' })
    this.reminders.push(...reminders)
  }

  private async callTogether(turn: Turn, calls: readonly TodoToolCall[]): Promise<void> {
    if (calls.length === 0) return
    const given = calls.map(({ tool, input }) => ({ call: this.nextCall(), name: tool, input }))
    await this.ask(turn, given)
    if (calls.some((call) => call.asksAgain)) await this.ask(turn, given)
  }

  private async callTodo(turn: Turn, { tool, input, asksAgain }: TodoToolCall): Promise<void> {
    const given = [{ call: this.nextCall(), name: tool, input }]
    await this.ask(turn, given)
    if (asksAgain) await this.ask(turn, given)
  }

  private async ask(turn: Turn, calls: readonly (TodoCall & { readonly call: string })[]): Promise<void> {
    const replies = await turn.callTodoTools(calls)
    for (const [index, reply] of replies.entries()) {
      this.answers.push({ call: calls[index]?.call ?? '', reply })
    }
  }

  private async work(turn: Turn, { tool, input, ok }: WorkCall): Promise<void> {
    await turn.recordTool({ call: this.nextCall(), name: tool, input, ok, output: ok ? 'done' : 'failed' })
  }

  /** A response without calls ends the run; what starts the next one depends on what the session says. */
  private async answer(step: AnswerStep): Promise<void> {
    const { text, complete, waitingFor, crashed, next } = step
    const turn = await this.current().startTurn()
    const { reminders } = await turn.end()
    this.reminders.push(...reminders)
    const waits = waitingFor === null ? {} : { waitingFor }
    const outcome = await this.current().endRun({ text, complete, ...waits })
    this.outcomes.push(outcome)
    if (crashed) await this.reopen()
    const session = this.current()
    const follows = next === 'continuation' || next === 'wake'
    if (follows && outcome.action === 'continue') {
      await session.startRun({ trigger: next, text: outcome.prompt })
      return
    }
    const trigger = follows ? 'user' : next
    const { started } = await session.startRun({ trigger, text: 'Go on.' })
    if (!started) await session.startRun({ trigger: 'user', text: 'Go on.' })
  }

  private nextCall(): string {
    this.calls += 1
    return `c${this.calls}`
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
