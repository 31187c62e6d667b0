/** Reads the messages of opencode sessions into steps. What belongs to what: docs/sources/opencode.md. */

import { addNew } from '../../add-new.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { type OpencodeMessage, type OpencodePart, type OpencodeSession, readMessage } from './messages.js'

/** A message as a file holds it. */
export interface HeldMessage {
  /** Its JSON. */
  readonly value: unknown
  /** The line where it begins, or its number in a database, from 1. */
  readonly line: number
}

/** What a reader is given. */
export interface OpencodeReading {
  /** Is given what can't be read. */
  readonly onSkipped: (line: number, reason: string) => void
  /**
   * The messages of a sub-agent's session that the source holds and that come before a moment, each once; none
   * where it holds no such session. A null stands for no moment: all that are left.
   */
  readonly messagesOf?: (child: string, before: Date | null) => Iterable<HeldMessage>
}

type ToolPart = Extract<OpencodePart, { readonly kind: 'tool' }>

/** What the program writes in the person's name where the person ran a command of the shell. */
const ownCommand = 'The following tool was executed by the user'
/** Sub-agents that start sub-agents are followed as deep as this; deeper ones are emitted after. */
const deepest = 20

/** Reads sessions. It keeps the ids of what was emitted. */
export class OpencodeReader {
  readonly #steps: RecordingStep[] = []
  readonly #reading: OpencodeReading
  readonly #sessions = new Map<string, RecordedSession>()
  /** The messages and calls of each session that were emitted. */
  readonly #emitted = new Map<string, Set<string>>()
  #at = new Date(0)
  #depth = 0
  /** The session whose person just ran a command: the answer to that is no model's. */
  #commanded: RecordedSession | null = null

  /** @param reading what the source gives, and who is given what it leaves out */
  constructor(reading: OpencodeReading) {
    this.#reading = reading
  }

  /** Takes the next message of a session. @param fallback the session's id where nothing names it */
  *take({ value, line }: HeldMessage, named: OpencodeSession, fallback: string): Iterable<RecordingStep> {
    const message = readMessage(value)
    if (typeof message === 'string') {
      this.#reading.onSkipped(line, message)
      return
    }
    const session = this.#sessionOf(named.id ?? message.session ?? fallback, named.parent)
    if (!this.#isNew(session, message.id ?? `line ${line}`)) {
      return
    }
    this.#at = message.at ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    if (message.role === 'user') {
      this.#takeInput(message, session, place)
    } else if (message.summary) {
      session.compact(textOf(message, () => true) || null, place)
    } else if (this.#commanded === session) {
      this.#commanded = null
    } else {
      yield* this.#takeResponse(message, session, place)
    }
    yield* this.#steps.splice(0)
  }

  /** The session is over: nothing of it comes again. */
  finishSession(id: string): readonly RecordingStep[] {
    this.#emitted.delete(id)
    this.#sessions.get(id)?.end()
    this.#sessions.delete(id)
    return this.#steps.splice(0)
  }

  /** Ends what the source leaves open. */
  finish(): readonly RecordingStep[] {
    for (const session of this.#sessions.values()) {
      session.endRun()
    }
    return this.#steps.splice(0)
  }

  /** What a person says starts a run; what the program says in the person's name goes on with the one before. */
  #takeInput(message: OpencodeMessage, session: RecordedSession, place: StepPlace): void {
    this.#commanded = null
    if (message.parts.some(({ kind }) => kind === 'compaction')) {
      session.markCompaction(place)
      return
    }
    const text = textOf(message, (synthetic) => !synthetic)
    if (text.trim() !== '') {
      const trigger = session.identity.parent === null ? 'user' : 'subagent'
      session.receive({ trigger, text, uuid: null, place })
    } else if (textOf(message, () => true).startsWith(ownCommand)) {
      this.#commanded = session
    }
  }

  *#takeResponse(
    message: OpencodeMessage,
    session: RecordedSession,
    place: StepPlace,
  ): Iterable<RecordingStep> {
    const name = message.id ?? `line ${place.line}`
    let step = 1
    let isFinished = false
    const nameOf = (): string => (step === 1 ? name : `${name} step ${step}`)
    const tellsSteps = message.parts.some((part) => part.kind === 'step-finish' && part.usage !== null)
    if (!tellsSteps) session.spend(name, message.usage)
    if (message.parts.some(({ kind }) => kind === 'text' || kind === 'tool')) {
      session.respond(name, place)
    }
    for (const part of message.parts) {
      if (part.kind === 'step-start' && isFinished) {
        step += 1
        isFinished = false
      } else if (part.kind === 'step-finish') {
        isFinished = true
        session.spend(nameOf(), part.usage)
      } else if (part.kind === 'text' || part.kind === 'tool') {
        session.respond(nameOf(), { ...place, at: this.#at })
        if (part.kind === 'tool') {
          yield* this.#takeCall(part, session, place.line)
        } else if (part.text.trim() !== '' && !part.synthetic) {
          session.say('assistant', part.text, { ...place, at: this.#at })
        }
      }
    }
    if (message.failure === 'aborted') {
      session.interrupt({ ...place, at: this.#at })
    } else if (message.failure === 'failed') {
      session.endRun({ complete: false })
    }
  }

  /** A call with its result. The work of a sub-agent stands between the two. */
  *#takeCall(part: ToolPart, session: RecordedSession, line: number): Iterable<RecordingStep> {
    const id = this.#idOf(part, session, line)
    this.#at = part.at ?? this.#at
    const { child, outcome } = part
    session.call(id, part.name, part.input, { at: this.#at, line })
    if (child !== null && child !== session.identity.id) {
      session.moveWork('subagent-start', child, id, { at: this.#at, line })
      yield* this.#steps.splice(0)
      yield* this.#takeChild(child, session.identity.id, outcome?.at ?? null)
    }
    if (outcome !== null) {
      this.#at = outcome.at ?? this.#at
      if (child !== null && child !== session.identity.id) {
        session.moveWork('subagent-end', child, id, { at: this.#at, line })
      }
      session.result(id, outcome.ok, outcome.output, null, { at: this.#at, line })
    }
    yield* this.#steps.splice(0)
  }

  *#takeChild(child: string, parent: string, before: Date | null): Iterable<RecordingStep> {
    if (this.#depth === deepest) {
      return
    }
    this.#depth += 1
    for (const message of this.#reading.messagesOf?.(child, before) ?? []) {
      yield* this.take(message, { id: child, parent }, child)
    }
    this.#sessions.get(child)?.endRun()
    yield* this.#steps.splice(0)
    this.#depth -= 1
  }

  /** The call's own id; where another call has the same, that of its part, which is never redacted. */
  #idOf({ call, part, name }: ToolPart, session: RecordedSession, line: number): string {
    for (const id of [call, part]) {
      if (id !== null && this.#isNew(session, id)) {
        return id
      }
    }
    let count = 1
    while (!this.#isNew(session, `${name} ${count} on line ${line}`)) {
      count += 1
    }
    return `${name} ${count} on line ${line}`
  }

  #isNew(session: RecordedSession, id: string): boolean {
    const emitted = this.#emitted.get(session.identity.id) ?? new Set<string>()
    this.#emitted.set(session.identity.id, emitted)
    return addNew(emitted, id)
  }

  #sessionOf(id: string, parent: string | null): RecordedSession {
    const known = this.#sessions.get(id)
    if (known !== undefined) {
      return known
    }
    const identity = { id, parent: parent === id ? null : parent, profile: 'opencode', goal: null }
    const session = new RecordedSession(identity, this.#steps)
    this.#sessions.set(id, session)
    return session
  }
}

function textOf({ parts }: OpencodeMessage, isWanted: (synthetic: boolean) => boolean): string {
  return parts
    .flatMap((part) => (part.kind === 'text' && isWanted(part.synthetic) ? [part.text] : []))
    .join('\n')
}
