/** Keeps the events of one session of a source, and of its sub-agents, while they are read. */

import type { TodoEvent } from '@todo-ledger/core'
import type { Redactor } from '@todo-ledger/core/redaction'
import type { SourceSession } from '../../sources/source-session.js'
import { type CaseRecording, recordingOf } from './case-recording.js'

/** Keeps one session with its sub-agents. */
export class KeptSessions {
  readonly #session: string
  readonly #redactor: Redactor
  readonly #events = new Map<string, TodoEvent[]>()

  /** @param session its id, without secrets; @param redactor takes secrets out */
  constructor(session: string, redactor: Redactor) {
    this.#session = session
    this.#redactor = redactor
  }

  /** Keeps a session, where it is the one or a sub-agent of it. */
  async follow({ id, parent, events }: SourceSession): Promise<void> {
    const session = this.#redactor.id(id)
    const isOfIt = session === this.#session || this.#redactor.id(parent ?? '') === this.#session
    if (!isOfIt || this.#events.has(session)) return
    const kept: TodoEvent[] = []
    this.#events.set(session, kept)
    for await (const { event } of events) kept.push(this.#redactor.event(event))
  }

  /** The session as a neutral recording, or null where it was not read. */
  recording(): CaseRecording | null {
    return recordingOf(this.#events.get(this.#session) ?? [], this.#events)
  }
}
