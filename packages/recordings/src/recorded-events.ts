/** A recording as the events that a session makes of it, pulled one by one. Nothing is stored. */

import { evidence } from '@todo-ledger/audit'
import {
  type EventOf,
  openLedger,
  type Profile,
  type RedactionOptions,
  type Rule,
  type SessionState,
  type TodoEvent,
  transientStore,
} from '@todo-ledger/core'
import type { Agent } from './agents/agent.js'
import { agents as builtinAgents, toolsOf } from './agents/index.js'
import { RecordingImporter } from './import-recording.js'
import type { OpenedRecording } from './open-recording.js'
import type { TodoSourceName } from './todo-sources/todo-source.js'
import type { TokenUsage } from './token-usage.js'

/** An event of a session, with what the session was right after it. */
export interface SessionEvent {
  /** The event. */
  readonly event: TodoEvent
  /** The state that it leads to, frozen. */
  readonly state: SessionState
  /** False where the recording says that the answer which ends a run was cut off: the event itself does not say. */
  readonly complete: boolean
  /** What the turn cost that it ends, where the recording says it. */
  readonly usage?: TokenUsage
  /** Where it stands, as `file:line`, where it was exported as it is; absent where a recording led to it, or a ledger. */
  readonly place?: string
}

/** How a recording is read. */
export interface RecordedEventsOptions {
  /** The profile for every session of it; when absent each gets the one that its recording names. */
  readonly profile?: Profile | undefined
  /** Own rules that it sets. */
  readonly rules?: readonly Rule[]
  /** Where todos are also looked for, outside the todo tools; nowhere when absent. */
  readonly todos?: readonly TodoSourceName[]
  /** What is taken out before anything is made of it; nothing when absent. */
  readonly redaction?: RedactionOptions | false | undefined
  /** The agents whose formats, profiles and tools are known; all that are built in when absent. */
  readonly agents?: readonly Agent[]
  /** Is given each session of which no more events come, after the last of them, where the recording says so. */
  readonly onOver?: (session: string) => void
}

/**
 * The events of a recording's sessions, in the order in which they come about; those of several sessions mix. The
 * recording is closed at the end, also where it is not read to its own.
 * @throws RecordingError where the recording can't be read, or names a profile that is not known
 */
export async function* recordedEvents(
  recording: Pick<OpenedRecording, 'steps' | 'format' | 'file'> & Partial<Pick<OpenedRecording, 'close'>>,
  {
    profile,
    rules = [],
    todos = [],
    redaction = false,
    agents = builtinAgents,
    onOver,
  }: RecordedEventsOptions = {},
): AsyncGenerator<SessionEvent, void, undefined> {
  const opened = new Map<string, EventOf<'session.opened'>>()
  const complete = new Map<string, boolean>()
  const usage = new Map<string, TokenUsage>()
  const emitted: SessionEvent[] = []
  const emit = (event: TodoEvent, state: SessionState): void => {
    const passed = { event, state, complete: complete.get(event.session) ?? true }
    const cost = event.type === 'turn.ended' ? usage.get(event.session) : undefined
    if (cost === undefined) {
      emitted.push(passed)
      return
    }
    usage.delete(event.session)
    emitted.push({ ...passed, usage: cost })
  }
  const store = transientStore()
  const ledger = openLedger({
    evidence: evidence({ tools: toolsOf(agents) }),
    rules,
    redaction,
    store: {
      ...store,
      // The first event of a session is appended before anybody can listen to the session.
      append(session, events, options) {
        const [first] = events
        if (first?.type === 'session.opened') opened.set(session, first)
        return store.append(session, events, options)
      },
    },
  })
  const importer = new RecordingImporter(ledger, {
    format: recording.format,
    file: recording.file,
    ...(profile === undefined ? {} : { profile }),
    todos,
    agents,
    onUsage: (session, cost) => usage.set(session, cost),
    onSession: (session) => {
      const first = opened.get(session.id)
      if (first === undefined) return
      emit(first, session.state)
      session.on('event', ({ event, state }) => emit(event, state))
    },
  })
  try {
    for await (const step of importer.steps(recording.steps)) {
      complete.set(step.session, step.kind === 'run-end' ? step.complete : true)
      await importer.take(step)
      for (const passed of emitted.splice(0)) yield passed
      if (step.kind === 'session-end') {
        opened.delete(step.session)
        complete.delete(step.session)
        onOver?.(step.session)
      }
    }
    await importer.finish()
    for (const passed of emitted) yield passed
  } finally {
    await recording.close?.()
  }
}
