/** What a host embeds: one session, its runs and turns. Live hosts and importers both drive it. */

import { EventEmitter } from 'eventemitter3'
import { actorIn, isFromOutside, openTurns } from './actors.js'
import type { Intent } from './decide.js'
import { HostError } from './errors.js'
import type { Actor } from './events.js'
import type * as host from './host-input.js'
import type { Profile } from './profiles/profile.js'
import { EvidenceGate } from './session/evidence-gate.js'
import { callEventId, toolCallEventId, type Work } from './session/log-question.js'
import { mustRunUnder } from './session/opening.js'
import { recordOnce, updateIn } from './session/recall.js'
import * as steps from './session/runs-and-turns.js'
import { type LogContext, type SessionEvents, SessionLog } from './session/session-log.js'
import { addResult, addToolCall, answerTodoCall, editList, todoCallOf } from './session/todo-call.js'
import { openList, toldTogether } from './session/told-edits.js'
import { type EventBody, givenId, type Transaction } from './session/transaction.js'
import { type OpenTurnChoice, ownTurns, turnsToEnd } from './session/turn-lease.js'
import type { SessionState, Undelivered } from './state.js'

/** What a session needs from its ledger: one object that all its sessions share. */
export interface SessionContext extends Omit<LogContext, 'profile' | 'gate'> {
  /** True if the ledger gives out another object of this session by now: an open turn is that one's. */
  readonly isReplaced: (session: Session) => boolean
  /** Is told that an object was closed. */
  readonly closed: (session: Session) => void
}

/** Default: the ledger's actor. */
type Who = Pick<host.Occurrence, 'actor'>

/** One agent conversation: one event stream. `ledger.session()` opens it. */
export class Session extends EventEmitter<SessionEvents> {
  readonly #context: SessionContext
  readonly #log: SessionLog
  #closing: Promise<void> | null = null

  /** Made by the ledger alone. */
  constructor(
    readonly id: string,
    readonly profile: Profile,
    context: SessionContext,
  ) {
    super()
    this.#context = context
    this.#log = new SessionLog(id, { ...context, profile, gate: new EvidenceGate(context) }, this)
  }

  /** The current state, frozen. */
  get state(): SessionState {
    return this.#log.state
  }

  /** True if no turn is under way and nobody listens: the ledger may release it, and reads it again when needed. */
  get isIdle(): boolean {
    const listeners = this.listenerCount('event') + this.listenerCount('change')
    return listeners === 0 && openTurns(this.state).length === 0
  }

  tools() {
    return this.profile.tools
  }

  /** What to add to the system prompt, or ''. */
  instructions(): string {
    return this.profile.instructions
  }

  isTodoTool(name: string): boolean {
    return this.profile.tools.some((tool) => tool.name === name)
  }

  rendered(): string {
    return this.profile.render(this.state.items, this.state.goal)
  }

  /** What a conversation that begins anew is to read first, or null if nothing is open. */
  openList(): string | null {
    return openList(this.state, () => this.rendered())
  }

  /** What was issued for an agent and not yet delivered, oldest first. */
  pending(who: Who = {}): readonly Undelivered[] {
    return actorIn(this.state, this.#log.begin().actorOf(who)).undelivered
  }

  /** The turn that an actor has under way. Several can each have one. */
  turn(who: Who = {}): Turn | null {
    const { actor, turn } = actorIn(this.state, this.#log.begin().actorOf(who))
    return turn.open ? this.#turn(turn.number, actor ?? undefined) : null
  }

  turns(): readonly Turn[] {
    const open = openTurns(this.state).toSorted((one, other) => one.turn.number - other.turn.number)
    return open.map(({ actor, turn }) => this.#turn(turn.number, actor ?? undefined))
  }

  /**
   * A turn by its number, also one that another process began. In one that is over nothing new can be done; what was done in
   * it is answered again.
   */
  async turnNumbered(number: number): Promise<Turn> {
    const known = () => this.turns().find((turn) => turn.number === number)
    if (known() === undefined) await this.refresh()
    return known() ?? this.#turn(number, undefined)
  }

  /**
   * Reads what the store has, closes a turn that a crash left open, or begins the log.
   * @param opening the first event of a session that does not exist yet
   */
  async open(
    opening: EventBody,
    occurrence: host.Occurrence & { readonly openTurn?: OpenTurnChoice },
  ): Promise<void> {
    const { id, profile } = this
    const context = this.#context
    await this.#log.refresh()
    await this.#log.transact(function* (transaction) {
      const { state } = transaction
      if (state.seq === 0) return transaction.add(opening, occurrence)
      mustRunUnder(profile, id, state.profile)
      const mine = transaction.actorOf(occurrence)
      for (const { actor } of yield* turnsToEnd(context, state, mine, occurrence.openTurn))
        interrupt(transaction, actor, occurrence)
    })
  }

  /**
   * Begins a run with an input. A run that pending continuations start delivers them. A reply or a sub-agent's report
   * begins no run once the wake budget is spent: the session stays as it is until new input comes.
   * @throws HostError `turn-open` while a turn is under way
   */
  async startRun(input: host.RunInput): Promise<{ started: true } | { started: false; reason: 'budget' }> {
    const { trigger, text } = input
    const events = await recordOnce(this.#log, input, {
      what: 'an input that starts a run',
      types: /^(continuation\.issued )?run\.started$|^continuation\.stopped$/,
      said: (stored) => {
        if (stored.at(-1)?.type === 'run.started') return { trigger, text }
        // Of an input that began no run the log keeps that the budget was spent: no other trigger can meet that.
        return trigger === 'reply' || trigger === 'subagent' ? {} : { trigger }
      },
      record: (transaction) => steps.beginRun(transaction, input),
    })
    return events.at(-1)?.type === 'run.started' ? { started: true } : { started: false, reason: 'budget' }
  }

  /**
   * Begins a turn, one model response. It delivers pending nags and edits, as `reminders` of the turn.
   * @throws HostError `turn-open` while another turn is under way, `no-run` before a run was started, `turn-over` when
   * the turn that was started under this id has ended
   */
  async startTurn(occurrence: host.NamedOccurrence = {}): Promise<Turn> {
    const [started] = await recordOnce(this.#log, occurrence, {
      what: 'the start of a turn',
      types: /^turn\.started$/,
      said: {},
      record: (transaction) => steps.beginTurn(transaction, occurrence),
    })
    const number = started?.turn ?? 0
    if (!openTurns(this.state).some(({ turn }) => turn.number === number))
      throw new HostError(
        'turn-over',
        `Turn ${number} is over: it was started under this id before. Start a new one with session.startTurn() and another id.`,
      )
    const told = await this.#log.transact((transaction) => steps.deliveredBy(transaction, started))
    return this.#turn(number, occurrence.actor, toldTogether(told))
  }

  /**
   * A todo call of a client that reports no other work, such as an MCP client: a turn of its own, in the current run
   * or a new one, stored atomically with the call and its end. If a turn is under way, the call belongs to it.
   * @param given the call with the id that the client gives it: the same id again gets the same answer
   * @throws HostError `unknown-tool`
   */
  async callTodoTool(given: host.TodoCall & { readonly call: string }) {
    const { context } = this.#log
    givenId(given.call, 'The id of a call', context.redactor)
    const call = todoCallOf(context, given)
    return await this.#log.transact((transaction) => steps.loneCall(transaction, call))
  }

  /**
   * Changes the list for a person, or a program that is not an agent, whether or not the agent is working. The
   * profile's rules apply, except those in `waivedRules`, which the event then names. The agent is told with its next
   * request, and its counters do not change.
   * @throws HostError `no-outsider` where an agent would do it; `is-recording` of a recording, which is a fact
   */
  async edit(change: host.ListEdit, editing: host.ListEditing) {
    if (!isFromOutside(editing))
      throw new HostError(
        'no-outsider',
        'session.edit is for a person or a program. An agent changes the list with its tools, in a turn.',
      )
    const clean = this.#context.redactor.value(change)
    return await this.#changeList(editing, 'an edit of the list', { input: clean }, (transaction) => {
      if (!transaction.state.recorded) return editList(transaction, clean, editing)
      const message = `Session ${JSON.stringify(this.id)} was read from a recording: what happened there is a fact.`
      throw new HostError('is-recording', message)
    })
  }

  async #changeList(
    given: host.NamedOccurrence,
    what: string,
    said: object,
    record: (transaction: Transaction) => Work<void>,
  ): Promise<host.ListEdited> {
    const types = /^todos\.(updated|rejected)( todos\.rolled-back)?$/
    const { type, data } = updateIn(await recordOnce(this.#log, given, { what, said, record, types }))
    if (type === 'todos.rejected') return { ok: false, violations: data.violations }
    const { changes, flags, waivedRules = [] } = data
    return {
      ok: true,
      added: changes.flatMap((each) => (each.type === 'added' ? [each.key] : [])),
      waived: flags.filter(({ rule }) => waivedRules.includes(rule)),
      flags: flags.filter(({ rule }) => !waivedRules.includes(rule)),
    }
  }

  /** Records the next thing of a recording: the session was opened as one. */
  record(entry: steps.RecordedEntry): Promise<void> {
    return this.#log.transact((transaction) => steps.recordEntry(transaction, entry))
  }

  recordMessage(message: host.Message): Promise<void> {
    return steps.recordNote(this.#log, { kind: 'message', ...message })
  }

  /** Records a reminder that the recording shows, or that the host gives itself: `policy` says which. */
  recordNag(reminder: host.Reminder): Promise<void> {
    return steps.recordNote(this.#log, { kind: 'nag', ...reminder })
  }

  /** Records that the host compacted the conversation. The list survives it. */
  recordCompaction(compaction: host.Compaction = {}): Promise<void> {
    return steps.recordNote(this.#log, { kind: 'compaction', ...compaction })
  }

  startSubagent(subagent: host.Subagent): Promise<void> {
    return steps.recordNote(this.#log, { kind: 'subagent-start', ...subagent })
  }

  endSubagent(subagent: host.Subagent): Promise<void> {
    return steps.recordNote(this.#log, { kind: 'subagent-end', ...subagent })
  }

  /** True if this id is that of a call that is recorded, of a todo tool or of another. */
  async usesCallId(given: string): Promise<boolean> {
    const call = givenId(given, 'The id of a call', this.#context.redactor)
    const ids = [callEventId(this.id, call), toolCallEventId(this.id, call)]
    // Nothing is appended here, so nothing else would show what another process stored.
    await this.refresh()
    return await this.#log.transact(function* (transaction) {
      for (const id of ids) if ((yield* transaction.find(id)) !== undefined) return true
      return false
    })
  }

  /**
   * Records a tool's result, also after its turn.
   * @throws IdConflictError if the call of this id has another result
   */
  recordResult(result: host.ToolResult): Promise<void> {
    return this.#log.transact((transaction) => addResult(transaction, result))
  }

  /**
   * Ends the run after the agent's answer, and says what comes next.
   * @throws HostError `turn-open` while a turn is under way, `no-run` when no run is
   */
  async endRun(ending: host.RunEnding = {}): Promise<host.RunOutcome> {
    const { text = null, waitingFor = null } = ending
    const events = await recordOnce(this.#log, ending, {
      what: 'the end of a run',
      types: /^(message\.recorded )?(continuation\.issued|(continuation\.stopped )?session\.yielded)$/,
      said: { text, waitingFor },
      record: (transaction) => steps.finishRun(transaction, ending),
    })
    const last = events.at(-1)
    if (last?.type === 'continuation.issued')
      return { action: 'continue', prompt: last.data.prompt, watcher: last.data.watcher }
    if (last?.type === 'session.yielded')
      return { action: 'stop', yieldTo: last.data.to, reason: last.data.reason }
    throw new HostError('no-outcome', 'The end of a run had no outcome. Report this as a bug.')
  }

  /** Reads what others did to the stored session, redactions among it; the ledger asks for it. */
  refresh(): Promise<void> {
    return this.#log.refresh()
  }

  /**
   * Ends the work on the session once pending work is done: an open turn of this ledger is ended as interrupted,
   * unless another object continues it, and the ledger releases the session. This object records nothing afterwards;
   * `ledger.session()` gives another. A second call has no further effect, unless the first failed.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close().catch((error: unknown) => {
      this.#closing = null
      throw error
    })
    return this.#closing
  }

  async #close(): Promise<void> {
    const context = this.#context
    const isReplaced = () => context.isReplaced(this)
    const work = function* (transaction: Transaction): Work<void> {
      if (isReplaced()) return
      for (const { actor } of yield* ownTurns(context, transaction.state)) interrupt(transaction, actor, {})
    }
    await this.#log.transact(work, { isLast: true })
    context.closed(this)
    this.removeAllListeners()
  }

  #turn(number: number, actor: Actor | undefined, reminders: readonly string[] = []): Turn {
    return new Turn(this.#log, number, actor, reminders)
  }
}

/** Ends the turn of an actor as interrupted. */
function interrupt(
  transaction: Transaction,
  actor: Actor | null,
  { actor: _opener, ...when }: host.Occurrence,
): void {
  const own = actor === null ? when : { ...when, actor }
  transaction.add({ type: 'turn.ended', data: { interrupted: true } }, own)
}

/** One model response while its tool calls are made, from `session.startTurn()` or `session.turn()`. */
export class Turn {
  readonly #log: SessionLog

  /**
   * Made by the session alone.
   * @param number its number in the session, from 1
   * @param actor that of everything recorded through it without an `actor` of its own; undefined if nobody was named
   * @param reminders what the model should read with this turn's request: nags, and what others changed in the list; none
   * from `session.turn()`
   */
  constructor(
    log: SessionLog,
    readonly number: number,
    readonly actor: Actor | undefined,
    readonly reminders: readonly string[],
  ) {
    this.#log = log
  }

  /**
   * Calls a todo tool. A broken rule is a reply, not an exception.
   * @param options the model's call id (a repeated id gets the same answer), time, place and recorded outcome
   * @throws HostError `turn-over` if it has ended, also by another writer; `unknown-tool` if the profile has no such
   * tool
   */
  async callTodoTool(name: string, input: unknown, options: Omit<host.TodoCall, 'name' | 'input'> = {}) {
    const call = todoCallOf(this.#log.context, this.#own({ ...options, name, input }))
    return await this.#do(callEventId, call, (transaction) => answerTodoCall(transaction, call))
  }

  /**
   * Decides what is wanted of the list without reading a call's input: what a call of another system wanted, say.
   * @param intent what is wanted, as the profile's `read` would give it
   * @param given the tool of the profile that could say it, and what the event keeps as its input
   * @throws HostError as `callTodoTool`
   */
  async updateTodos(intent: Intent, given: Omit<host.TodoCall, 'recorded'>) {
    const call = todoCallOf(this.#log.context, this.#own(given))
    const wanted = this.#log.context.redactor.value(intent)
    const work = (transaction: Transaction) => answerTodoCall(transaction, call, { intent: wanted })
    return await this.#do(callEventId, call, work)
  }

  async recordTool(given: host.ToolCall & Omit<host.ToolResult, 'call'>): Promise<void> {
    const call = this.#own(given)
    await this.#do(toolCallEventId, call, function* (transaction) {
      yield* addToolCall(transaction, call)
      yield* addResult(transaction, call)
    })
  }

  /**
   * Records a call of another tool whose result comes later.
   * @throws IdConflictError if its id is that of another call
   */
  async recordCall(given: host.ToolCall): Promise<void> {
    const call = this.#own(given)
    await this.#do(toolCallEventId, call, (transaction) => addToolCall(transaction, call))
  }

  recordResult(result: host.ToolResult): Promise<void> {
    return this.#log.transact((transaction) => addResult(transaction, this.#own(result)))
  }

  recordMessage(message: host.Message): Promise<void> {
    const own = message.role === 'user' ? message : this.#own(message)
    return steps.recordNote(this.#log, { kind: 'message', ...own })
  }

  /**
   * Ends the turn. Put its reminders, if any, before the tool results; `watcher` are lines for the person who watches.
   * @throws HostError `turn-over` if it has already ended under another id
   */
  async end(given: host.TurnEnding = {}): Promise<Record<'reminders' | 'watcher', readonly string[]>> {
    const ending = this.#own(given)
    const events = await recordOnce(this.#log, ending, {
      what: 'the end of a turn',
      types: /^turn\.ended( nag\.issued)?$/,
      turn: this.number,
      said: { interrupted: ending.interrupted === true },
      record: (transaction) => {
        this.#mustBeUnderWay(transaction)
        steps.endTurn(transaction, ending)
      },
    })
    const last = events.at(-1)
    if (last?.type !== 'nag.issued') return { reminders: [], watcher: [] }
    const { text, watcher } = last.data
    return { reminders: [text], watcher: watcher === null ? [] : [watcher] }
  }

  #own<Given extends host.Occurrence>(given: Given): Given {
    return this.actor === undefined || given.actor !== undefined ? given : { ...given, actor: this.actor }
  }

  /** Does a call, or answers it from what is stored of it: then the turn may be over. */
  #do<T>(
    idOf: (session: string, call: string) => string,
    { call }: { readonly call?: string | undefined },
    work: (transaction: Transaction) => Work<T>,
  ): Promise<T> {
    const { session, context } = this.#log
    const id = call === undefined ? null : idOf(session, givenId(call, 'The id of a call', context.redactor))
    const mustBeUnderWay = (transaction: Transaction) => this.#mustBeUnderWay(transaction)
    return this.#log.transact(function* (transaction) {
      if (id === null || (yield* transaction.find(id)) === undefined) mustBeUnderWay(transaction)
      return yield* work(transaction)
    })
  }

  #mustBeUnderWay({ state }: Transaction): void {
    if (openTurns(state).some(({ turn }) => turn.number === this.number)) return
    throw new HostError('turn-over', `Turn ${this.number} is over. Start a new one with session.startTurn().`)
  }
}
