/** What every host says of a session, in the order in which hosts say it: runs, turns, calls, answers. */

import { HostError, type RunOutcome, type Session, type TodoCall, type Turn } from '@todo-ledger/core'

/** A session that a host's loop drives. */
export class LiveSession {
  readonly session: Session
  #answer: { readonly text?: string; readonly complete?: boolean } = {}
  #recording: Promise<unknown> = Promise.resolve()
  /** The ids that this turn's calls have in the log, by the model's. */
  readonly #ids = new Map<string, Promise<string>>()
  /** What this turn's calls were given, and gave back, by their ids. */
  readonly #called = new Set<string>()
  readonly #returned = new Set<string>()

  constructor(session: Session) {
    this.session = session
  }

  /**
   * An input begins a run: a continuation if it is the prompt of one that waits, else a person's.
   * @param isNew true if the conversation holds nothing of the model's yet: it is reminded of a list that is open already
   */
  async startRun(text: string, isNew = false): Promise<void> {
    // A run that failed left its turn open.
    this.#recording = Promise.resolve()
    await this.session.turn()?.end({ interrupted: true })
    const isOwn = this.session.pending().some((entry) => entry.kind === 'continuation' && entry.text === text)
    this.#answer = {}
    await this.session.startRun({ trigger: isOwn ? 'continuation' : 'user', text })
    const list = isNew && !isOwn ? this.session.openList() : null
    if (list !== null) await this.session.recordNag({ text: list, policy: 'resumed' })
  }

  /** The model is about to be asked. Gives the reminders that the request is to carry. */
  async startTurn(): Promise<readonly string[]> {
    await this.endTurn()
    this.#ids.clear()
    this.#called.clear()
    this.#returned.clear()
    return (await this.session.startTurn()).reminders
  }

  /**
   * All results of the model's response are there; nothing happens where no turn is under way. What went wrong with the
   * record is thrown once; asked again, the turn ends.
   */
  async endTurn(): Promise<void> {
    const recording = this.#recording
    this.#recording = Promise.resolve()
    await recording
    await this.session.turn()?.end()
  }

  /** The model calls a todo tool. A broken rule is a reply, too; what was `recorded` of it is a fact. */
  async callTodoTool(
    name: string,
    input: unknown,
    call: string,
    given: Pick<TodoCall, 'actor' | 'recorded'> = {},
  ) {
    const turn = this.#turn()
    return await turn.callTodoTool(name, input, { ...given, call: await this.#idOf(call, turn) })
  }

  /**
   * The model calls another tool. What goes wrong with the record is thrown where the turn ends. Told again in the turn, of
   * a call that is tried once more, or whose input another hook changed: what the model gave first stays.
   */
  called(call: string, name: string, input: unknown): void {
    if (this.#called.has(call)) return
    this.#called.add(call)
    const turn = this.#turn()
    this.#record(this.#idOf(call, turn).then((id) => turn.recordCall({ call: id, name, input })))
  }

  /** Another tool gave something back. `ok`: false where it failed, null where the host does not say. The first stays. */
  returned(call: string, ok: boolean | null, output: unknown): void {
    if (this.#returned.has(call)) return
    this.#returned.add(call)
    const id = this.#ids.get(call) ?? Promise.resolve(call)
    this.#record(id.then((named) => this.session.recordResult({ call: named, ok, output: textOf(output) })))
  }

  /**
   * The model's response has a text. Beside calls it is recorded at once; without any it is the answer of the run, which
   * `endRun` records. `complete`: false where it was cut off.
   */
  async said(text: string, { isAnswer, complete = true }: { isAnswer: boolean; complete?: boolean }) {
    if (isAnswer) this.#answer = { text, complete }
    else if (text !== '') await this.session.recordMessage({ text })
  }

  /** The run is over: says whether another one is to follow, and with which prompt. */
  async endRun(): Promise<RunOutcome> {
    await this.endTurn()
    return await this.session.endRun(this.#answer)
  }

  /** The id of a call in the log. A model may give one again in another response, and means another call. */
  #idOf(call: string, { number }: Turn): Promise<string> {
    const known = this.#ids.get(call)
    if (known !== undefined) return known
    const id = this.session.usesCallId(call).then((isUsed) => (isUsed ? `${call}-turn-${number}` : call))
    this.#ids.set(call, id)
    return id
  }

  /** What is begun in order is recorded in order. */
  #record(recorded: Promise<void>): void {
    this.#recording = Promise.all([this.#recording, recorded])
    this.#recording.catch(() => undefined)
  }

  #turn(): Turn {
    const turn = this.session.turn()
    if (turn !== null) return turn
    throw new HostError(
      'no-turn',
      `A tool was called in session ${this.session.id} while no response of the model was under way. Give the host all of the adapter's hooks.`,
    )
  }
}

/** What a tool gave back, as the model reads it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.message
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // A bigint, or what holds itself.
    return String(value)
  }
}

/** What is to be known of a framework's messages. */
interface MessageKind<Message, Added> {
  readonly isFromModel: (message: Message) => boolean
  readonly isInput: (message: Message) => boolean
  /** The message with a text before the first tool result that it holds; null if it holds none. */
  readonly beforeResult: (message: Message, text: string) => Message | null
  readonly inputOf: (text: string) => Added
}

/**
 * The messages with reminders: within the first tool result since the model spoke, for no message may come between calls
 * and their results; else before the first input since then.
 */
export function withReminders<Message, Added>(
  messages: readonly Message[],
  reminders: readonly string[],
  { isFromModel, isInput, beforeResult, inputOf }: MessageKind<Message, Added>,
): (Message | Added)[] {
  if (reminders.length === 0) return [...messages]
  const text = reminders.join('\n\n')
  const start = messages.findLastIndex(isFromModel) + 1
  for (const [index, message] of messages.entries()) {
    const reminded = index < start ? null : beforeResult(message, text)
    if (reminded !== null) return messages.with(index, reminded)
  }
  const input = messages.findIndex((message, index) => index >= start && isInput(message))
  const added: (Message | Added)[] = [...messages]
  return added.toSpliced(input === -1 ? messages.length : input, 0, inputOf(text))
}
