/** Keeps the events of one session of a source, and of its sub-agents, while they are read. */

import type { Redactor, TodoEvent } from '@todo-ledger/core'
import type { ListenerFor } from '../../sources/reading.js'
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

  readonly listenerFor: ListenerFor = ({ session, data }) => {
    const [id, parent] = [session, data.parent ?? ''].map((each) => this.#redactor.id(each))
    if (id === undefined || (id !== this.#session && parent !== this.#session) || this.#events.has(id))
      return null
    const events: TodoEvent[] = []
    this.#events.set(id, events)
    return {
      passed: (event) => {
        events.push(this.#redactor.event(event))
        return 'more'
      },
      finished: () => undefined,
    }
  }

  /** The session as a neutral recording, or null where it was not read. */
  recording(): CaseRecording | null {
    return recordingOf(this.#events.get(this.#session) ?? [], this.#events)
  }
}
