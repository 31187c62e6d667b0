/** What a host embeds: one session, its runs and turns. Live hosts and importers drive the same one. */

import { EventEmitter } from 'eventemitter3'
import type { Patch } from 'immer'
import { HostError } from './errors.js'
import type { TodoEvent } from './events.js'
import type {
  Message,
  Occurrence,
  RunEnding,
  RunInput,
  RunOutcome,
  RunStart,
  ToolCall,
  ToolResult,
} from './host-input.js'
import type { Profile, TodoTool } from './profiles/profile.js'
import type { Reducer } from './reducer.js'
import { recordContinuation, settleRun } from './session/run-border.js'
import { type EventBody, SessionLog, type Transaction } from './session/session-log.js'
import { decideTodoCall } from './session/todo-call.js'
import { addResult, type CalledTool } from './session/tool-events.js'
import type { SessionState, Undelivered } from './state.js'
import type { EventStore } from './store/event-store.js'
import { neverContinue } from './supervisor/continuation.js'
import { Turn } from './turn.js'

/** What a session tells its listeners, once it is stored. */
export interface SessionEvents {
  /** The state changed: the new state, the patches that lead to it, and the event that did it. */
  change: [{ readonly state: SessionState; readonly patches: readonly Patch[]; readonly event: TodoEvent }]
  /** An event was stored; the same as `change` without the cost of patches. */
  event: [{ readonly state: SessionState; readonly event: TodoEvent }]
}

/** What a session needs from its ledger. */
export interface SessionContext {
  /** The session's id. */
  readonly id: string
  /** Its profile. */
  readonly profile: Profile
  /** Where its events are kept. */
  readonly store: EventStore
  /** The reducer over the ledger's rules. */
  readonly reducer: Reducer
  /** Says what time it is. */
  readonly clock: () => Date
  /** Gives an id that no other event has. */
  readonly newId: () => string
}

/** One agent conversation: one event stream. `ledger.session()` opens it. */
export class Session extends EventEmitter<SessionEvents> {
  /** The session's id. */
  readonly id: string
  /** The todo system that it runs under. */
  readonly profile: Profile
  readonly #log: SessionLog
  readonly #reducer: Reducer
  readonly #unreturned = new Map<string, CalledTool>()

  /** Made by the ledger alone. */
  constructor({ id, profile, store, reducer, clock, newId }: SessionContext) {
    super()
    this.id = id
    this.profile = profile
    this.#reducer = reducer
    this.#log = new SessionLog({
      session: id,
      store,
      reducer,
      clock,
      newId,
      wantsPatches: () => this.listenerCount('change') > 0,
      published: (event, state, patches) => {
        this.emit('event', { state, event })
        this.emit('change', { state, patches, event })
      },
    })
  }

  /** The current state, frozen. */
  get state(): SessionState {
    return this.#log.state
  }

  /** The todo tools as the model is given them. */
  tools(): readonly TodoTool[] {
    return this.profile.tools
  }

  /** What to add to the system prompt, or ''. */
  instructions(): string {
    return this.profile.instructions
  }

  /** True for a tool of the session's profile. */
  isTodoTool(name: string): boolean {
    return this.profile.tools.some((tool) => tool.name === name)
  }

  /** The list as the profile shows it. */
  rendered(): string {
    return this.profile.render(this.state.items, this.state.goal)
  }

  /** Nags and continuations that were issued and not yet delivered, oldest first. */
  pending(): readonly Undelivered[] {
    return this.state.undelivered
  }

  /**
   * Reads what the store has, closes a turn that a crash left open, or begins the log.
   * @param opening the first event of a session that does not exist yet
   */
  async open(opening: EventBody, occurrence: Occurrence): Promise<void> {
    await this.#log.reload()
    await this.#log.transact((transaction) => {
      if (transaction.state.seq === 0) transaction.add(opening, occurrence)
      else if (transaction.state.turn.open) {
        transaction.add({ type: 'turn.ended', data: { interrupted: true } }, occurrence)
      }
    })
  }

  /**
   * An input arrives and a run begins. Continuations that wait are delivered by a run that they start. A reply or a
   * sub-agent's news begins none once the wake budget is spent: the session stays as it is until fresh input comes.
   * @throws HostError `turn-open` while a turn is under way
   */
  startRun(input: RunInput): Promise<RunStart> {
    return this.#betweenTurns((transaction): RunStart => {
      const { trigger, text } = input
      if (this.#isSpent(transaction.state, trigger)) {
        transaction.add({ type: 'continuation.stopped', data: { reason: 'budget' } }, input)
        return { started: false, reason: 'budget' }
      }
      const own = trigger === 'continuation' || trigger === 'wake'
      if (own && transaction.state.recorded) recordContinuation(transaction, input)
      const waiting = own
        ? transaction.state.undelivered.filter((entry) => entry.kind === 'continuation')
        : []
      const delivers = waiting.map((entry) => entry.id)
      transaction.add({ type: 'run.started', data: { trigger, text, delivers } }, input)
      return { started: true }
    })
  }

  /**
   * A model response begins. It delivers the nags that wait.
   * @throws HostError `turn-open` while another turn is under way, `no-run` before a run was started
   */
  async startTurn(occurrence: Occurrence = {}): Promise<Turn> {
    await this.#betweenTurns((transaction) => {
      const { run, undelivered } = transaction.state
      if (!run.open)
        throw new HostError('no-run', `Session ${this.id} has no run under way. Call startRun first.`)
      const delivers = undelivered.filter((entry) => entry.kind === 'nag').map((entry) => entry.id)
      transaction.add({ type: 'turn.started', data: { delivers } }, occurrence)
    })
    return new Turn(this, this.#log, { profile: this.profile, reducer: this.#reducer })
  }

  /**
   * Takes over a list that another host kept, as a call of one of the profile's tools. It is a fact: rules that it
   * breaks are flags.
   * @throws HostError `turn-open` while a turn is under way, `unknown-tool`
   */
  async adopt(name: string, input: unknown, occurrence: Occurrence = {}): Promise<void> {
    if (!this.isTodoTool(name))
      throw new HostError('unknown-tool', `Profile ${this.profile.name} has no tool ${name}.`)
    const context = { profile: this.profile, reducer: this.#reducer }
    await this.#betweenTurns((transaction) => {
      const call = `adopted-${transaction.state.seq + 1}`
      const recorded = { ok: true, output: '' }
      decideTodoCall(context, transaction, { ...occurrence, call, name, input, recorded })
    })
  }

  /** Records something that was said. */
  recordMessage(message: Message): Promise<void> {
    const { role = 'assistant', text } = message
    return this.#add({ type: 'message.recorded', data: { role, text } }, message)
  }

  /** Keeps a call until its result comes; a turn does so for the calls that it records. */
  rememberCall(call: ToolCall): void {
    this.#unreturned.set(call.call, { name: call.name, input: call.input })
  }

  /** Records what a tool gave back, also after its turn. */
  recordResult(result: ToolResult): Promise<void> {
    return this.#log.transact(async (transaction) => {
      addResult(this.#log, transaction, result, await this.#called(result.call))
      this.#unreturned.delete(result.call)
    })
  }

  /** Records a reminder that the recording shows. */
  recordNag({ text, ...occurrence }: Occurrence & { readonly text: string }): Promise<void> {
    return this.#log.transact((transaction) => {
      const { turnsSinceUpdate } = transaction.state
      const data = { policy: 'recorded', level: 1, text, turnsSinceUpdate, watcher: null }
      transaction.add({ type: 'nag.issued', data }, occurrence)
    })
  }

  /** Records that the host compacted the conversation. The list survives it. */
  recordCompaction({
    summary = null,
    ...occurrence
  }: Occurrence & { readonly summary?: string | null } = {}): Promise<void> {
    return this.#add({ type: 'context.compacted', data: { summary } }, occurrence)
  }

  /** Records that work moved to a child session. */
  startSubagent({ child, call = null, ...occurrence }: Occurrence & Subagent): Promise<void> {
    return this.#add({ type: 'subagent.started', data: { child, call } }, occurrence)
  }

  /** Records that work came back from a child session. */
  endSubagent({ child, call = null, ...occurrence }: Occurrence & Subagent): Promise<void> {
    return this.#add({ type: 'subagent.ended', data: { child, call } }, occurrence)
  }

  /**
   * The agent has answered and the run is over: says what comes next.
   * @throws HostError `turn-open` while a turn is under way, `no-run` when no run is
   */
  endRun(ending: RunEnding = {}): Promise<RunOutcome> {
    return this.#betweenTurns((transaction) => {
      if (!transaction.state.run.open) {
        throw new HostError('no-run', `Session ${this.id} has no run under way. Call startRun first.`)
      }
      const { text = null, complete = true, waitingFor = null } = ending
      if (text !== null) {
        transaction.add({ type: 'message.recorded', data: { role: 'assistant', text } }, ending)
      }
      const { state } = transaction
      // In a recording the continuations that came are facts, and none comes anew.
      const policy = state.recorded ? neverContinue : this.profile.continuation
      return settleRun(transaction, policy(state, { text, complete, waitingFor }), waitingFor, ending)
    })
  }

  #isSpent({ recorded, continuations }: SessionState, trigger: RunInput['trigger']): boolean {
    const { wakeBudget } = this.profile
    const spends = trigger === 'reply' || trigger === 'subagent'
    return spends && !recorded && wakeBudget !== null && continuations.used >= wakeBudget
  }

  async #called(call: string): Promise<CalledTool | undefined> {
    const remembered = this.#unreturned.get(call)
    if (remembered !== undefined) return remembered
    const seq = this.#log.seqOf(`${this.id}>${call}`)
    const event = seq === undefined ? undefined : await this.#log.eventAt(seq)
    return event?.type === 'tool.called' ? event.data : undefined
  }

  #add(body: EventBody, occurrence: Occurrence): Promise<void> {
    return this.#log.transact((transaction) => {
      transaction.add(body, occurrence)
    })
  }

  #betweenTurns<T>(work: (transaction: Transaction) => T): Promise<T> {
    return this.#log.transact((transaction) => {
      const { turn } = transaction.state
      if (turn.open) {
        throw new HostError(
          'turn-open',
          `Turn ${turn.number} of session ${this.id} is still open. Call turn.end() first.`,
        )
      }
      return work(transaction)
    })
  }
}

/** A child session. */
export interface Subagent {
  /** The child's session id. */
  readonly child: string
  /** The call that started it, or null where that is not known. */
  readonly call?: string | null
}
