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
import type { SessionLog } from './session/session-log.js'
import { recalledTurnEnd, recordOnce } from './session/stored-call.js'
import { answerTodoCall, type CallContext, withoutSecrets } from './session/todo-call.js'
import { addResult, addToolCall } from './session/tool-events.js'
import type { Transaction } from './session/transaction.js'
import { endTurn } from './session/turn-border.js'

/** What a turn needs of its session. */
interface TurnSession {
  /** The session's id. */
  readonly id: string
  /** True for a tool of the session's profile. */
  isTodoTool(name: string): boolean
  /** Keeps a call until its result comes. */
  rememberCall(call: ToolCall): void
  /** Records what a tool gave back. */
  recordResult(result: ToolResult): Promise<void>
  /** Records something that was said. */
  recordMessage(message: Message): Promise<void>
}

/** How a turn began. */
export type TurnStart = Pick<Turn, 'number' | 'reminders' | 'actor'>

/** A turn that is under way, from `session.startTurn()` or `session.turn()`. */
export class Turn {
  /** Its number in the session, from 1. */
  readonly number: number
  /** What the model should read with this turn's request: nags, and what others changed in the list. Empty from `session.turn()`. */
  readonly reminders: readonly string[]
  /** The actor of everything recorded through it without an `actor` of its own. Undefined if nobody was named. */
  readonly actor: Actor | undefined
  readonly #session: TurnSession
  readonly #log: SessionLog
  readonly #context: CallContext

  /** Made by the session alone. */
  constructor(
    session: TurnSession,
    log: SessionLog,
    context: CallContext,
    { number, reminders, actor }: TurnStart,
  ) {
    this.#session = session
    this.#log = log
    this.#context = context
    this.number = number
    this.reminders = reminders
    this.actor = actor
  }

  /**
   * Calls a todo tool. A broken rule is a reply, not an exception.
   * @param name the tool's name; @param input the model's input
   * @param options the model's call id (a repeated id gets the same answer), time, place and recorded outcome
   * @throws HostError `turn-over` if it has ended, also by another writer; `unknown-tool` if the profile has no such
   * tool
   */
  async callTodoTool(
    name: string,
    input: unknown,
    options: Omit<TodoCall, 'name' | 'input'> = {},
  ): Promise<TodoReply> {
    this.#checkTool(name)
    const call = withoutSecrets(this.#own({ ...options, name, input }), this.#log.redactor)
    return this.#do((transaction) => this.#answer(transaction, call, 1))
  }

  /** Calls several todo tools of one response. They are decided in order and stored together, all or none. */
  callTodoTools(given: readonly TodoCall[]): Promise<readonly TodoReply[]> {
    for (const { name } of given) this.#checkTool(name)
    const calls = given.map((call) => withoutSecrets(this.#own(call), this.#log.redactor))
    return this.#do(async (transaction) => {
      const replies: TodoReply[] = []
      for (const call of calls) replies.push(await this.#answer(transaction, call, calls.length))
      return replies
    })
  }

  /**
   * Decides what is wanted of the list without reading a call's input: what a call of another system wanted, say.
   * @param intent what is wanted, as the profile's `read` would give it
   * @param given the tool of the profile that could say it, what the event keeps as its input, and the call's id, time
   * and place
   * @throws HostError as `callTodoTool`
   */
  updateTodos(intent: Intent, given: Omit<TodoCall, 'recorded'>): Promise<TodoReply> {
    this.#checkTool(given.name)
    const call = withoutSecrets(this.#own(given), this.#log.redactor)
    const wanted = this.#log.redactor.value(intent)
    return this.#do((transaction) => this.#answer(transaction, call, 1, wanted))
  }

  /** Records a call of another tool together with its result. */
  async recordTool(given: ToolCall & Omit<ToolResult, 'call'>): Promise<void> {
    const call = { ...this.#own(given), call: this.#log.redactor.id(given.call) }
    await this.#do(async (transaction) => {
      await addToolCall(this.#log, transaction, call)
      await addResult(this.#context, this.#log, transaction, call, { name: call.name, input: call.input })
    })
  }

  /** Records a call of another tool whose result comes later. */
  async recordCall(given: ToolCall): Promise<void> {
    const call = { ...this.#own(given), call: this.#log.redactor.id(given.call) }
    await this.#do(async (transaction) => {
      if (await addToolCall(this.#log, transaction, call)) this.#session.rememberCall(call)
    })
  }

  /** Records what a tool gave back. */
  recordResult(result: ToolResult): Promise<void> {
    return this.#session.recordResult(this.#own(result))
  }

  /** Records a message of the turn. */
  recordMessage(message: Message): Promise<void> {
    return this.#session.recordMessage(message.role === 'user' ? message : this.#own(message))
  }

  /**
   * Ends the turn. Put its reminders, if any, before the tool results.
   * @throws HostError `turn-over` if it has already ended under another id
   */
  end(given: TurnEnding = {}): Promise<TurnOutcome> {
    const ending = this.#own(given)
    return recordOnce(this.#log, ending, {
      recall: (stored) => recalledTurnEnd(stored, this.number, ending),
      record: (transaction) => {
        this.#mustBeUnderWay(transaction)
        return endTurn(transaction, this.#context.profile, ending)
      },
    })
  }

  #answer(
    transaction: Transaction,
    call: TodoCall,
    together: number,
    intent?: Intent,
  ): TodoReply | Promise<TodoReply> {
    return answerTodoCall({ log: this.#log, context: this.#context }, transaction, call, { together, intent })
  }

  #own<Given extends Occurrence>(given: Given): Given {
    return this.actor === undefined || given.actor !== undefined ? given : { ...given, actor: this.actor }
  }

  #checkTool(name: string): void {
    if (this.#session.isTodoTool(name)) return
    const { profile } = this.#context
    const names = profile.tools.map((tool) => tool.name).join(', ')
    throw new HostError(
      'unknown-tool',
      `Profile ${profile.name} has no tool ${JSON.stringify(this.#log.redactor.text(name))}. It has: ${names}. Record other tools with recordTool.`,
    )
  }

  #do<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    return this.#log.transact((transaction) => {
      this.#mustBeUnderWay(transaction)
      return work(transaction)
    })
  }

  #mustBeUnderWay({ state }: Transaction): void {
    const { turn, otherActors } = state
    if (turn.open && turn.number === this.number) return
    if (otherActors.some((other) => other.turn.open && other.turn.number === this.number)) return
    throw new HostError('turn-over', `Turn ${this.number} is over. Start a new one with session.startTurn().`)
  }
}
