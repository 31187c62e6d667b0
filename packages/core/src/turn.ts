/** One model response while its tool calls are made. */

import type { Intent } from './decide/intent.js'
import { HostError } from './errors.js'
import type { Actor } from './events.js'
import type {
  Message,
  Occurrence,
  TodoCall,
  TodoReply,
  ToolCall,
  ToolResult,
  TurnEnding,
  TurnOutcome,
} from './host-input.js'
import type { Work } from './session/log-question.js'
import { recordOnce } from './session/recall.js'
import { recordNote } from './session/recorded-entry.js'
import { endTurn } from './session/runs-and-turns.js'
import type { SessionLog } from './session/session-log.js'
import { answerTodoCall, todoCallOf } from './session/todo-call.js'
import { addResult, addToolCall } from './session/tool-events.js'
import type { Transaction } from './session/transaction.js'

/** A turn that is under way, from `session.startTurn()` or `session.turn()`. */
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
  async callTodoTool(
    name: string,
    input: unknown,
    options: Omit<TodoCall, 'name' | 'input'> = {},
  ): Promise<TodoReply> {
    const call = this.#todoCall({ ...options, name, input })
    return await this.#do((transaction) => answerTodoCall(transaction, call))
  }

  /**
   * Decides what is wanted of the list without reading a call's input: what a call of another system wanted, say.
   * @param intent what is wanted, as the profile's `read` would give it
   * @param given the tool of the profile that could say it, what the event keeps as its input, and the call's id, time
   * and place
   * @throws HostError as `callTodoTool`
   */
  async updateTodos(intent: Intent, given: Omit<TodoCall, 'recorded'>): Promise<TodoReply> {
    const call = this.#todoCall(given)
    const wanted = this.#log.context.redactor.value(intent)
    return await this.#do((transaction) => answerTodoCall(transaction, call, { intent: wanted }))
  }

  /** Records a call of another tool together with its result. */
  async recordTool(given: ToolCall & Omit<ToolResult, 'call'>): Promise<void> {
    const call = this.#own(given)
    await this.#do(function* (transaction) {
      yield* addToolCall(transaction, call)
      yield* addResult(transaction, call)
    })
  }

  /**
   * Records a call of another tool whose result comes later.
   * @throws IdConflictError if its id is that of another call
   */
  async recordCall(given: ToolCall): Promise<void> {
    const call = this.#own(given)
    await this.#do((transaction) => addToolCall(transaction, call))
  }

  recordResult(result: ToolResult): Promise<void> {
    return this.#log.transact((transaction) => addResult(transaction, this.#own(result)))
  }

  recordMessage(message: Message): Promise<void> {
    const own = message.role === 'user' ? message : this.#own(message)
    return recordNote(this.#log, { kind: 'message', ...own })
  }

  /**
   * Ends the turn. Put its reminders, if any, before the tool results.
   * @throws HostError `turn-over` if it has already ended under another id
   */
  async end(given: TurnEnding = {}): Promise<TurnOutcome> {
    const ending = this.#own(given)
    const events = await recordOnce(this.#log, ending, {
      what: 'the end of a turn',
      types: /^turn\.ended( nag\.issued)?$/,
      turn: this.number,
      said: { interrupted: ending.interrupted === true },
      record: (transaction) => {
        this.#mustBeUnderWay(transaction)
        endTurn(transaction, ending)
      },
    })
    const last = events.at(-1)
    if (last?.type !== 'nag.issued') return { reminders: [], watcher: [] }
    const { text, watcher } = last.data
    return { reminders: [text], watcher: watcher === null ? [] : [watcher] }
  }

  #todoCall(given: TodoCall): TodoCall {
    return todoCallOf(this.#log.context, this.#own(given))
  }

  #own<Given extends Occurrence>(given: Given): Given {
    return this.actor === undefined || given.actor !== undefined ? given : { ...given, actor: this.actor }
  }

  #do<T>(work: (transaction: Transaction) => Work<T>): Promise<T> {
    return this.#log.transact((transaction) => {
      this.#mustBeUnderWay(transaction)
      return work(transaction)
    })
  }

  #mustBeUnderWay({ state: { turn, otherActors } }: Transaction): void {
    if ([{ turn }, ...otherActors].some((one) => one.turn.open && one.turn.number === this.number)) return
    throw new HostError('turn-over', `Turn ${this.number} is over. Start a new one with session.startTurn().`)
  }
}
