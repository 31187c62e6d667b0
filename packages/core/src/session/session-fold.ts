/** Folds what a recording tells of a session into events and states, at once: no ledger, no store, no promise. */

import type { RecordingSource, TodoEvent } from '../events.js'
import type { EventWithState, Evidence } from '../evidence.js'
import type { Occurrence } from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import { createRedactor, type RedactionOptions, type Redactor } from '../redaction/redactor.js'
import { createReducer } from '../reducer.js'
import { evidenceRequired } from '../rules/evidence-required.js'
import type { Rule } from '../rules/rule.js'
import { initialState, type SessionState } from '../state.js'
import { EvidenceGate } from './evidence-gate.js'
import { type LogQuestion, toolCallEventId, type Work } from './log-question.js'
import { openingOf, type SessionOpening } from './opening.js'
import { type RecordedEntry, recordEntry } from './runs-and-turns.js'
import { type DecisionContext, Transaction } from './transaction.js'

export interface FoldOptions {
  /** Your own rules. One that the profile does not set applies as `reject`. */
  readonly rules?: readonly Rule[]
  /** What is taken out before anything is decided; nothing when absent. */
  readonly redaction?: RedactionOptions | false | undefined
  readonly evidence?: Evidence
}

/** The first event of a folded session. */
interface FoldedSession extends Omit<SessionOpening, 'todoCallsOnly'>, Occurrence {
  readonly profile: Profile
  readonly recorded: RecordingSource
  readonly at: Date
}

/** Makes a function that begins folding a session. Its `recorded` makes every outcome a fact. */
export function sessionFolds({ rules = [], redaction = false, evidence }: FoldOptions) {
  const shared = {
    evidence,
    lease: null,
    reducer: createReducer(rules, { freezes: false }),
    redactor: withOutputsLater(createRedactor(redaction)),
    clock: () => new Date(),
    // Events of a recording are named after their places in the session.
    newId: () => '',
  }
  return (session: string, { profile, ...opening }: FoldedSession): SessionFold => {
    const context = { ...shared, profile, gate: new EvidenceGate(shared) }
    const first = openingOf(profile, opening, { rules, evidence })
    return new SessionFold(shared.redactor.id(session), context, (transaction) => {
      transaction.add(first, opening)
    })
  }
}

/** What calls gave back is most of a recording, and seldom looked at: its secrets are taken out when it is. */
function withOutputsLater(redactor: Redactor): Redactor {
  return {
    ...redactor,
    data(data, found) {
      if (!('output' in data) || typeof data.output !== 'string') return redactor.data(data, found)
      const { output } = data
      let clean: string | undefined
      const get = () => (clean ??= redactor.text(output))
      return Object.defineProperty(redactor.data({ ...data, output: '' }), 'output', { get })
    },
  }
}

/** One session of a recording. */
export class SessionFold {
  readonly id: string
  readonly #context: DecisionContext
  #state: SessionState = initialState
  readonly opened: readonly EventWithState[]
  readonly #called = new Map<string, TodoEvent>()
  /** The events that the gate did not ask for yet; null where it asks for none. */
  readonly #unseen: TodoEvent[] | null

  constructor(id: string, context: DecisionContext, open: (transaction: Transaction) => void) {
    this.id = id
    this.#context = context
    this.opened = this.#add(open)
    const isGated = this.#state.rules.some(({ id, mode }) => id === evidenceRequired.id && mode !== 'off')
    this.#unseen = isGated ? this.opened.map(({ event }) => event) : null
  }

  get profile(): Profile {
    return this.#context.profile
  }

  get state(): SessionState {
    return this.#state
  }

  /**
   * Takes in the next thing that happened. Gives the events that it came to.
   * @throws HostError `turn-open`, `no-run` where it can't come now
   */
  record(entry: RecordedEntry): readonly EventWithState[] {
    return this.#add((transaction) => recordEntry(transaction, entry))
  }

  #add(work: (transaction: Transaction) => void | Work<void>): readonly EventWithState[] {
    const transaction = new Transaction(this.id, this.#context, this.#state)
    const asked = work(transaction)
    let next = asked?.next()
    while (next?.done === false) next = asked?.next(this.#answerTo(next.value))
    this.#state = transaction.state
    for (const { event } of transaction.steps) this.#keep(event)
    return transaction.steps
  }

  #answerTo(question: LogQuestion): readonly TodoEvent[] {
    // The gate asks for what came since it asked last.
    if ('from' in question) return this.#unseen?.splice(0, question.to - question.from + 1) ?? []
    const called = this.#called.get(question.id)
    return called === undefined ? [] : [called]
  }

  #keep(event: TodoEvent): void {
    this.#unseen?.push(event)
    if (event.type === 'tool.called') this.#called.set(event.id, event)
    else if (event.type === 'tool.returned') this.#called.delete(toolCallEventId(this.id, event.data.call))
  }
}
