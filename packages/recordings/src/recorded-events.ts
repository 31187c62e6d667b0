/** A recording as the events that its sessions make, folded step by step. Nothing is stored, and nothing waits. */

import { evidence } from '@todo-ledger/audit'
import {
  type EventWithState,
  type Profile,
  type RedactionOptions,
  type Rule,
  type SessionFold,
  sessionFolds,
} from '@todo-ledger/core'
import { declaredProfile } from '@todo-ledger/core/profiles'
import type { Agent } from './agents/agent.js'
import { agents as builtinAgents, toolsOf } from './agents/index.js'
import { SessionEntries, type SessionEntry } from './held-calls.js'
import { addNew } from './ids.js'
import type { OpenedRecording } from './open-recording.js'
import { profileNamed, profilesOf } from './profiles.js'
import type { RecordingStep, SessionStep } from './recording.js'
import { RecordingError } from './recording-error.js'
import type { TodoSourceName } from './todo-sources/todo-source.js'
import { profileWithSources, StepsWithTodos } from './todo-sources/with-todo-sources.js'
import type { TokenUsage } from './token-usage.js'

/** An event of a session, with what the session was right after it. */
export interface SessionEvent extends EventWithState {
  /** False where the recording says that the answer which ends a run was cut off: the event itself does not say. */
  readonly complete: boolean
  readonly usage?: TokenUsage
  /** Where it stands, as `file:line`, where it was exported as it is; absent where a recording led to it, or a ledger. */
  readonly place?: string
}

export interface SessionProfileOptions {
  /** The profile for every session of it; when absent each gets the one that its recording names. */
  readonly profile?: Profile | undefined
  /** Where todos are also looked for, outside the todo tools; nowhere when absent. */
  readonly todos?: readonly TodoSourceName[]
  /** The agents whose formats, profiles and tools are known; all that are built in when absent. */
  readonly agents?: readonly Agent[]
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
  readonly #recording: Pick<OpenedRecording, 'format' | 'file'>
  readonly #options: RecordedEventsOptions
  readonly #begin: ReturnType<typeof sessionFolds>
  readonly #withTodos: StepsWithTodos
  readonly #begun = new Set<string>()
  /** Those that are not over. */
  readonly #open = new Map<string, { readonly fold: SessionFold; readonly entries: SessionEntries }>()

  constructor(recording: Pick<OpenedRecording, 'format' | 'file'>, options: RecordedEventsOptions = {}) {
    const { rules = [], redaction, agents = builtinAgents, todos = [] } = options
    this.#recording = recording
    this.#options = options
    this.#begin = sessionFolds({ rules, redaction, evidence: evidence({ tools: toolsOf(agents) }) })
    this.#withTodos = new StepsWithTodos(todos)
  }

  /** Takes the next step. @throws RecordingError `unknown-profile` */
  *take(step: RecordingStep): Generator<SessionEvent, void, undefined> {
    for (const each of this.#withTodos.take(step)) yield* this.#fold(each)
  }

  *finish(): Generator<SessionEvent, void, undefined> {
    for (const step of this.#withTodos.finish()) yield* this.#fold(step)
    for (const { fold, entries } of this.#open.values()) yield* eventsOf(fold, entries.finish())
  }

  *#fold(step: RecordingStep): Generator<SessionEvent, void, undefined> {
    const { session } = step
    const open = this.#open.get(session)
    if (step.kind === 'session') {
      if (addNew(this.#begun, session)) yield* this.#beginSession(step)
    } else if (step.kind === 'session-end') {
      if (open !== undefined) yield* eventsOf(open.fold, open.entries.finish())
      this.#open.delete(session)
      this.#options.onOver?.(session)
    } else if (open !== undefined) yield* eventsOf(open.fold, open.entries.take(step))
  }

  *#beginSession(step: SessionStep): Generator<SessionEvent, void, undefined> {
    const { session, at, source, goal, parent } = step
    const { format, file } = this.#recording
    const profile = sessionProfile(step, file, this.#options)
    const recorded = { format, file }
    const fold = this.#begin(session, { profile, goal, parent, at, source, recorded })
    this.#open.set(session, { fold, entries: new SessionEntries(profile) })
    for (const { event, state } of fold.opened) yield { event, state, complete: true }
  }
}

function* eventsOf(
  fold: SessionFold,
  entries: Iterable<SessionEntry>,
): Generator<SessionEvent, void, undefined> {
  for (const entry of entries) {
    const complete = entry.kind !== 'run-end' || entry.complete !== false
    const usage = entry.kind === 'turn-end' ? entry.usage : undefined
    for (const { event, state } of fold.record(entry)) {
      const ends = usage !== undefined && event.type === 'turn.ended'
      yield ends ? { event, state, complete, usage } : { event, state, complete }
    }
  }
}

/**
 * The profile of a recorded session.
 * @throws RecordingError `unknown-profile`
 */
export function sessionProfile(
  step: SessionStep,
  file: string,
  { profile, agents, todos = [] }: SessionProfileOptions,
): Profile {
  const declared = step.declares === undefined ? undefined : declaredProfile(step.profile, step.declares)
  // What a recording carries is what it ran under, also where its name is that of another.
  const named = profile ?? declared ?? profileNamed(step.profile, agents)
  if (named !== undefined) return profileWithSources(named, todos)
  const known = profilesOf(agents)
    .map(({ name }) => name)
    .join(', ')
  const message = `profile ${JSON.stringify(step.profile.slice(0, 60))} is not known (known: ${known}); name another profile`
  throw new RecordingError('unknown-profile', file, message, step.source.line)
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
