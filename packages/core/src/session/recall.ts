/** What a host named and is stored already: compared with what it gives under the same name now, and answered as then. */

import { openTurns } from '../actor-state.js'
import { type BodyDifference, HostError, IdConflictError, StoreError } from '../errors.js'
import type { EventOf, TodoEvent } from '../events.js'
import type {
  Adoption,
  ListEdit,
  ListEdited,
  NamedOccurrence,
  RunEnding,
  RunInput,
  RunOutcome,
  RunStart,
  TodoCall,
  TurnEnding,
  TurnOutcome,
} from '../host-input.js'
import type { Redactor } from '../redaction/redactor.js'
import type { SessionState } from '../state.js'
import { valueDifference } from '../store/body.js'
import type { SessionLog } from './session-log.js'
import { type EventBody, redactedActor, type Transaction } from './transaction.js'

/** A call that a host may name. */
interface NameableCall<T> {
  /** Adds its events and gives the answer. */
  readonly record: (transaction: Transaction) => T | Promise<T>
  /** Gives the answer that the stored events gave. @throws IdConflictError if they record something else */
  readonly recall: (stored: StoredCall) => T
}

/**
 * Records a call at most once under the host's name for it: what is stored under the name already is answered as it
 * was then. A call without a name is recorded.
 * @throws IdConflictError when the name is that of something else
 */
export async function recordOnce<T>(
  log: SessionLog,
  given: NamedOccurrence,
  { record, recall }: NameableCall<T>,
): Promise<T> {
  if (given.id === undefined) return log.transact(record)
  const name = log.redactor.id(given.id)
  const stored = async (): Promise<StoredCall | null> => {
    const [first, ...rest] = await log.named(name)
    return first === undefined ? null : new StoredCall([first, ...rest], given, log.redactor)
  }
  try {
    return await log.transact(async (transaction) => {
      const before = await stored()
      return before === null ? record(transaction) : recall(before)
    }, name)
  } catch (error) {
    if (!(error instanceof IdConflictError)) throw error
    // Another host may have been given the name at the same time, and was faster.
    return log.transact(async () => {
      const before = await stored()
      if (before === null) throw error
      return recall(before)
    })
  }
}

/** What was answered is not known any more: the event that held it was erased. */
export function erasedAnswer({ seq, session }: TodoEvent): StoreError {
  return new StoreError(
    'forgotten',
    `Event ${seq} of session ${JSON.stringify(session)}, which this repeats, was erased: what was answered is not known any more. Give a new call a new id.`,
  )
}

/** The events that one call stored under a name, and what the host gives under it again. */
class StoredCall {
  readonly first: TodoEvent
  readonly events: readonly TodoEvent[]
  readonly #given: NamedOccurrence
  readonly #redactor: Redactor

  constructor(events: readonly [TodoEvent, ...TodoEvent[]], given: NamedOccurrence, redactor: Redactor) {
    this.first = events[0]
    this.events = events
    this.#given = given
    this.#redactor = redactor
  }

  get last(): TodoEvent | undefined {
    return this.events.at(-1)
  }

  /**
   * The events must be of these types, separated by one space.
   * @param what the host gives, in words
   * @throws IdConflictError if they are others
   * @throws StoreError `forgotten` if they were erased
   */
  mustBe(types: RegExp, what: string): void {
    if (this.first.type === 'event.erased') throw erasedAnswer(this.first)
    const stored = this.events.map(({ type }) => type).join(' ')
    if (!types.test(stored)) this.differ({ place: 'type', first: JSON.stringify(stored), second: what })
  }

  /**
   * What is stored must be what the host gives, except for what was taken out of it since.
   * @throws IdConflictError if it is something else
   */
  mustEqual(stored: object, given: object): void {
    if (this.events.some(({ redacted }) => redacted === true)) return
    const { actor } = this.#given
    // Who names nobody is whoever it was.
    const who = actor === undefined ? this.first.actor : redactedActor(actor, this.#redactor)
    const difference = valueDifference(
      { data: stored, actor: this.first.actor },
      { data: this.#redactor.data(given), actor: who },
    )
    if (difference !== null) this.differ(difference)
  }

  /** The stored update or refusal. @throws IdConflictError if it is something else */
  update(what: string): EventOf<'todos.updated'> | EventOf<'todos.rejected'> {
    this.mustBe(/^todos\.(updated|rejected)$/, what)
    const { first } = this
    if (first.type === 'todos.updated' || first.type === 'todos.rejected') return first
    return this.differ({ place: 'type', first: JSON.stringify(first.type), second: what })
  }

  /** @throws IdConflictError always: what is stored is not what the host gives */
  differ(difference: BodyDifference): never {
    throw new IdConflictError(this.first, this.#redactor.value(this.#given), difference)
  }
}

/** The answer to an input. */
export function recalledRunStart(stored: StoredCall, { trigger, text }: RunInput): RunStart {
  stored.mustBe(
    /^(continuation\.issued )?run\.started$|^continuation\.stopped$/,
    'an input that starts a run',
  )
  const { last } = stored
  if (last?.type === 'run.started') {
    stored.mustEqual({ trigger: last.data.trigger, text: last.data.text }, { trigger, text })
    return { started: true }
  }
  // Of an input that began no run the log keeps that the budget was spent: no other trigger can meet that.
  if (trigger !== 'reply' && trigger !== 'subagent')
    stored.differ({ place: 'data.trigger', first: '"reply" or "subagent"', second: JSON.stringify(trigger) })
  return { started: false, reason: 'budget' }
}

/**
 * A turn that was started: its number, and the ids of what it delivered.
 * @throws HostError `turn-over` if it is not under way any more
 */
export function recalledTurn(
  stored: StoredCall,
  state: SessionState,
): { readonly number: number; readonly delivers: readonly string[] } {
  stored.mustBe(/^turn\.started$/, 'the start of a turn')
  const { turn } = stored.first
  if (!openTurns(state).some((open) => open.turn.number === turn)) {
    throw new HostError(
      'turn-over',
      `Turn ${turn} is over: it was started under this id before. Start a new one with session.startTurn() and another id.`,
    )
  }
  const delivers = stored.first.type === 'turn.started' ? stored.first.data.delivers : []
  return { number: turn, delivers }
}

/** The answer to the end of a turn. */
export function recalledTurnEnd(stored: StoredCall, turn: number, ending: TurnEnding): TurnOutcome {
  stored.mustBe(/^turn\.ended( nag\.issued)?$/, 'the end of a turn')
  const { first } = stored
  if (first.turn !== turn) stored.differ({ place: 'turn', first: String(first.turn), second: String(turn) })
  stored.mustEqual(first.data, { interrupted: ending.interrupted === true })
  return turnOutcomeOf(stored.events)
}

/** The answer to the end of a run. */
export function recalledRunEnd(stored: StoredCall, ending: RunEnding): RunOutcome {
  stored.mustBe(
    /^(message\.recorded )?(continuation\.issued|(continuation\.stopped )?session\.yielded)$/,
    'the end of a run',
  )
  const { first, last } = stored
  const text = first.type === 'message.recorded' ? first.data.text : null
  const waitingFor = ending.waitingFor ?? null
  const waited = last?.type === 'session.yielded' ? last.data.waitingFor : waitingFor
  stored.mustEqual({ text, waitingFor: waited }, { text: ending.text ?? null, waitingFor })
  return runOutcomeOf(stored.events)
}

/** The answer to a list that was taken over. */
export function recalledAdoption(stored: StoredCall, { name, input }: TodoCall): Adoption {
  const { type, data } = stored.update('a list that is taken over')
  stored.mustEqual({ tool: data.tool, input: data.input }, { tool: name, input })
  if (type === 'todos.rejected') return { ok: false, violations: data.violations }
  const { flags, waivedRules = [] } = data
  return { ok: true, waived: flags.filter(({ rule }) => waivedRules.includes(rule)) }
}

/** The answer to an edit. */
export function recalledEdit(stored: StoredCall, change: ListEdit): ListEdited {
  const { type, data } = stored.update('an edit of the list')
  stored.mustEqual({ input: data.input }, { input: change })
  if (type === 'todos.rejected') return { ok: false, violations: data.violations }
  const { changes, flags, waivedRules = [] } = data
  return {
    ok: true,
    added: changes.flatMap((each) => (each.type === 'added' ? [each.key] : [])),
    waived: flags.filter(({ rule }) => waivedRules.includes(rule)),
    flags: flags.filter(({ rule }) => !waivedRules.includes(rule)),
  }
}

/** A note that is one event is there already: it must be the same one. */
export function recalledNote(stored: StoredCall, body: EventBody): void {
  const { first } = stored
  stored.mustBe(new RegExp(`^${body.type.replaceAll('.', '\\.')}$`), JSON.stringify(body.type))
  if (first.type === 'nag.issued' && body.type === 'nag.issued') {
    // How many turns went by is not the host's word.
    stored.mustEqual({ text: first.data.text }, { text: body.data.text })
  } else stored.mustEqual(first.data, body.data)
}

/** What a host is given at a turn's end, from the events that ended it. */
export function turnOutcomeOf(events: readonly TodoEvent[]): TurnOutcome {
  const last = events.at(-1)
  if (last?.type !== 'nag.issued') return { reminders: [], watcher: [] }
  const { text, watcher } = last.data
  return { reminders: [text], watcher: watcher === null ? [] : [watcher] }
}

/** What a host is given at a run's end, from the events that ended it. */
export function runOutcomeOf(events: readonly TodoEvent[]): RunOutcome {
  const last = events.at(-1)
  if (last?.type === 'continuation.issued')
    return { action: 'continue', prompt: last.data.prompt, watcher: last.data.watcher }
  if (last?.type === 'session.yielded')
    return { action: 'stop', yieldTo: last.data.to, reason: last.data.reason }
  throw new HostError('no-outcome', 'A run ended without an outcome. Report this as a fault.')
}
