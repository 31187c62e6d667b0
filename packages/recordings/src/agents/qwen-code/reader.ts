/** Reads the records of a Qwen Code chat into steps. What belongs to what: docs/sources/qwen-code.md. */

import { addNew } from '../../add-new.js'
import type { JsonObject } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { type QwenContent, readRecord } from './records.js'

type ContentOf<Kind extends QwenContent['kind']> = Extract<QwenContent, { readonly kind: Kind }>

/** Reads one chat. It keeps the ids of sessions, and of what was emitted. */
export class QwenReader {
  readonly #steps: RecordingStep[] = []
  readonly #fallback: string
  readonly #onSkipped: (line: number, reason: string) => void
  #session: RecordedSession | null = null
  readonly #sessions = new Map<string, RecordedSession>()
  #at = new Date(0)
  readonly #emitted = new Set<string>()

  /** @param fallback the session's id where no record names one; @param onSkipped is given what can't be read */
  constructor(fallback: string, onSkipped: (line: number, reason: string) => void) {
    this.#fallback = fallback
    this.#onSkipped = onSkipped
  }

  /** Takes a record; gives the steps that follow from it. */
  take(value: JsonObject, line: number): readonly RecordingStep[] {
    const record = readRecord(value)
    if (typeof record === 'string') {
      this.#onSkipped(line, record)
    } else if (
      record.content.kind !== 'nothing' &&
      (record.id === null || addNew(this.#emitted, `record ${record.id}`))
    ) {
      this.#at = record.at ?? this.#at
      const session = this.#sessionOf(record.session ?? this.#session?.identity.id ?? this.#fallback)
      this.#emit(record.content, session, record.id ?? `line ${line}`, { at: this.#at, line })
    }
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    this.#session?.endRun()
    return this.#steps.splice(0)
  }

  /** A file holds one session; where another one is named, the run of the one before it is over. */
  #sessionOf(id: string): RecordedSession {
    if (this.#session?.identity.id !== id) {
      this.#session?.endRun()
    }
    this.#session =
      this.#sessions.get(id) ??
      new RecordedSession({ id, parent: null, profile: 'qwen', goal: null }, this.#steps)
    this.#sessions.set(id, this.#session)
    return this.#session
  }

  #emit(content: QwenContent, session: RecordedSession, id: string, place: StepPlace): void {
    switch (content.kind) {
      case 'input':
        if (content.text.trim() !== '') {
          session.receive({ trigger: content.trigger, text: content.text, uuid: null, place })
        }
        break
      case 'response':
        this.#emitResponse(content, session, id, place)
        break
      case 'results':
        this.#emitResults(content, session, place)
        break
      case 'compacted':
        session.compact(null, place)
        break
      case 'rewound':
        session.endRun()
        break
      case 'nothing':
        break
    }
  }

  #emitResponse(
    { text, calls, usage }: ContentOf<'response'>,
    session: RecordedSession,
    id: string,
    place: StepPlace,
  ): void {
    session.respond(id, place)
    session.spend(id, usage)
    if (text.trim() !== '') {
      session.say('assistant', text, place)
    }
    for (const [index, { call, name, input }] of calls.entries()) {
      const key = call ?? `${id} call ${index + 1}`
      if (addNew(this.#emitted, `call ${key}`)) {
        session.call(key, name, input, place)
      }
    }
  }

  #emitResults({ results }: ContentOf<'results'>, session: RecordedSession, place: StepPlace): void {
    for (const { call, ok, output } of results) {
      if (call === null || !this.#emitted.has(`call ${call}`)) {
        this.#onSkipped(place.line, 'the result of a call that is not in the file')
      } else if (addNew(this.#emitted, `result ${call}`)) {
        session.result(call, ok, output, null, place)
      }
    }
  }
}
