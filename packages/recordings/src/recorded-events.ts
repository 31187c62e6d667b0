/** A recording as the events that its sessions make, folded step by step. Nothing is stored, and nothing waits. */

import { evidence } from '@todo-ledger/audit'
import {
  type EventWithState,
  type RedactionOptions,
  type Rule,
  type SessionFold,
  sessionFolds,
} from '@todo-ledger/core'
import { agents as builtinAgents, toolsOf } from './agents/index.js'
import type { OpenedRecording } from './open-recording.js'
import { type DrivenStep, RecordedEntries, type SessionProfileOptions } from './recorded-entries.js'
import type { RecordingStep } from './recording.js'
import type { TokenUsage } from './token-usage.js'

/** An event of a session, with what the session was right after it. */
export interface SessionEvent extends EventWithState {
  /** False where the recording says that the answer which ends a run was cut off: the event itself does not say. */
  readonly complete: boolean
  readonly usage?: TokenUsage
  /** Where it stands, as `file:line`, where it was exported as it is; absent where a recording led to it, or a ledger. */
  readonly place?: string
}

export interface RecordedEventsOptions extends SessionProfileOptions {
  readonly rules?: readonly Rule[]
  /** What is taken out before anything is made of it; nothing when absent. */
  readonly redaction?: RedactionOptions | false | undefined
  /** Is given each session of which no more events come, after the last of them, where the recording says so. */
  readonly onOver?: (session: string) => void
}

/** The events of a recording's sessions, in the order in which they come about; those of several sessions mix. */
export class RecordingFold {
  readonly #recorded: { readonly format: string; readonly file: string }
  readonly #onOver: RecordedEventsOptions['onOver']
  readonly #begin: ReturnType<typeof sessionFolds>
  readonly #entries: RecordedEntries
  /** Those that are not over. */
  readonly #folds = new Map<string, SessionFold>()

  constructor(
    { format, file }: Pick<OpenedRecording, 'format' | 'file'>,
    options: RecordedEventsOptions = {},
  ) {
    const { rules = [], redaction, agents = builtinAgents, onOver } = options
    this.#recorded = { format, file }
    this.#onOver = onOver
    this.#begin = sessionFolds({ rules, redaction, evidence: evidence({ tools: toolsOf(agents) }) })
    this.#entries = new RecordedEntries(file, options)
  }

  /** Takes the next step. @throws RecordingError `unknown-profile` */
  *take(step: RecordingStep): Generator<SessionEvent, void, undefined> {
    for (const each of this.#entries.take(step)) yield* this.#fold(each)
  }

  *finish(): Generator<SessionEvent, void, undefined> {
    for (const each of this.#entries.finish()) yield* this.#fold(each)
  }

  #fold(driven: DrivenStep): readonly SessionEvent[] {
    if (driven.kind === 'begin') {
      const { session, at, source, goal, parent } = driven.step
      const about = { profile: driven.profile, goal, parent, at, source, recorded: this.#recorded }
      const fold = this.#begin(session, about)
      this.#folds.set(session, fold)
      return fold.opened.map(({ event, state }) => ({ event, state, complete: true }))
    }
    if (driven.kind === 'over') {
      this.#folds.delete(driven.session)
      this.#onOver?.(driven.session)
      return []
    }
    const { entry } = driven
    const complete = entry.kind !== 'run-end' || entry.complete !== false
    const usage = entry.kind === 'turn-end' ? entry.usage : undefined
    const told = this.#folds.get(driven.session)?.record(entry) ?? []
    return told.map(({ event, state }) => {
      const ends = usage !== undefined && event.type === 'turn.ended'
      return ends ? { event, state, complete, usage } : { event, state, complete }
    })
  }
}

/**
 * The same, pulled from a recording that is open; it is closed at the end, also where it is not read to its own.
 * @throws RecordingError where the recording can't be read, or names a profile that is not known
 */
export async function* recordedEvents(
  recording: Pick<OpenedRecording, 'steps' | 'format' | 'file'> & Partial<Pick<OpenedRecording, 'close'>>,
  options: RecordedEventsOptions = {},
): AsyncGenerator<SessionEvent, void, undefined> {
  const fold = new RecordingFold(recording, options)
  try {
    for await (const step of recording.steps) yield* fold.take(step)
    yield* fold.finish()
  } finally {
    await recording.close?.()
  }
}
