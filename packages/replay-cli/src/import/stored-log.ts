/**
 * What a ledger holds of a session already, held against the session as a recording has it now.
 *
 * A file that was imported while the agent was still at work ended in the middle of a run, and its reader closed the
 * run there. When the file has grown, that end turns out to be none. It stays in the ledger, for nothing is ever taken
 * out of one; what follows in the recording follows after it, with seqs moved by as much.
 */

import { type EventOf, encodeEvent, type TodoEvent } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'

/** One session as a ledger holds it, compared with its recording from the first event on. */
export class StoredLog {
  readonly #stored: AsyncIterator<TodoEvent>
  #next: TodoEvent | null = null
  /** How far the seqs of the ledger are ahead of those of the recording. */
  #shift = 0
  /** Ids in the recording's count, and what they are in the ledger's. */
  readonly #ids = new Map<string, string>()
  /** True once the recording has come to its end and the ledger goes on. */
  #isOver = false
  /** True while the last that was read of the ledger was the end of an earlier reading. */
  #isSkipping = false
  /** An end that nothing has followed yet. */
  #ending: TodoEvent[] = []

  /** @param stored the events that the ledger holds, from the first on */
  constructor(stored: AsyncIterable<TodoEvent>) {
    this.#stored = stored[Symbol.asyncIterator]()
  }

  /** How many events of the ledger were redacted there, as far as it was read. */
  redacted = 0
  /** True where the ledger has forgotten the session. */
  isForgotten = false

  /** Compares the next events of the recording: those to append, as `placed` gives them, or where the two part. */
  async compare(recorded: readonly TodoEvent[]) {
    const fresh: TodoEvent[] = []
    for (const event of recorded) {
      const stored = await this.#storedFor(event)
      if (stored === 'none') {
        fresh.push(...this.#append(event))
      } else if (stored !== 'same') {
        if (!isClosing(event))
          return { fits: false as const, seq: stored.seq, stored: stored.type, recorded: event.type }
        // The end of this reading, which is shorter than an earlier one.
        this.#isOver = true
      }
    }
    return { fits: true as const, fresh }
  }

  /** The end of the recording, where it is to be appended: it is not where the ledger has an end there already. */
  finish(): readonly TodoEvent[] {
    return this.#isSkipping ? [] : this.#ending
  }

  /** What the ledger holds in the place of an event: the same, another, or none for it ends before. */
  async #storedFor(event: TodoEvent): Promise<TodoEvent | 'same' | 'none'> {
    for (;;) {
      this.#next ??= await this.#read()
      const stored = this.#next
      if (stored === null) return 'none'
      if (isRedaction(stored) || (isReading(stored) && !isReading(event))) {
        // It stands among the events of the session and in no recording.
        this.#next = null
        this.#shift += 1
        continue
      }
      if (this.#isOver) return stored
      const moved = this.#moved(event)
      if (isSame(stored, moved)) {
        if (stored.redacted === true) this.redacted += 1
        if (stored.type === 'event.erased' && stored.seq === 1) this.isForgotten = true
        this.#note(event, moved)
        this.#next = null
        this.#isSkipping = false
        return 'same'
      }
      if (!isClosing(stored)) return stored
      // The end of an earlier, shorter reading.
      this.#next = null
      this.#shift += 1
      this.#isSkipping = true
    }
  }

  /** What is to be appended now that this event comes: an end waits until something follows it, or nothing does. */
  #append(event: TodoEvent): readonly TodoEvent[] {
    if (isClosing(event)) {
      this.#ending.push(event)
      return []
    }
    this.#isSkipping = false
    return [...this.#ending.splice(0), event]
  }

  /** Events to append, with the seqs and ids that they have in the ledger. */
  placed(events: readonly TodoEvent[]): readonly TodoEvent[] {
    return events.map((event) => {
      const moved = this.#moved(event)
      this.#note(event, moved)
      return moved
    })
  }

  async #read(): Promise<TodoEvent | null> {
    const { value, done } = await this.#stored.next()
    return done === true ? null : value
  }

  /** The event with the seq, and the ids that are made of seqs, that it has in the ledger. */
  #moved(event: TodoEvent): TodoEvent {
    if (this.#shift === 0) return event
    const seq = event.seq + this.#shift
    const id = event.id === `${event.session}#${event.seq}` ? `${event.session}#${seq}` : event.id
    if (event.type === 'run.started')
      return { ...event, seq, id, data: { ...event.data, delivers: this.#delivered(event) } }
    if (event.type === 'turn.started')
      return { ...event, seq, id, data: { ...event.data, delivers: this.#delivered(event) } }
    return { ...event, seq, id }
  }

  #delivered(event: EventOf<'run.started'> | EventOf<'turn.started'>): readonly string[] {
    return event.data.delivers.map((id) => this.#ids.get(id) ?? id)
  }

  #note(event: TodoEvent, moved: TodoEvent): void {
    if (event.id !== moved.id) this.#ids.set(event.id, moved.id)
  }
}

/** What an event is, or was before it was erased. */
function typeOf(event: TodoEvent): string {
  return event.type === 'event.erased' ? event.data.type : event.type
}

function isRedaction(event: TodoEvent): boolean {
  return typeOf(event) === 'session.redacted'
}

/** True for the answer of a reader: beside the session, and in no recording. */
function isReading(event: TodoEvent): boolean {
  return typeOf(event) === 'completion.read'
}

/** True for what the end of a file brings about, too. */
function isClosing(event: TodoEvent): boolean {
  const type = typeOf(event)
  return type === 'turn.ended' || type === 'continuation.stopped' || type === 'session.yielded'
}

/** True where the ledger holds the event: all but its time, and what may rightly differ. */
function isSame(stored: TodoEvent, recorded: TodoEvent): boolean {
  // Of what was taken out, here or there, no more can be compared.
  if (stored.redacted === true || recorded.type === 'event.erased')
    return stored.id === recorded.id && typeOf(stored) === typeOf(recorded)
  return isEqual(stored, recorded) || isEqual(everyRedaction.event(stored), everyRedaction.event(recorded))
}

/** The one may have been stored with its secrets, and the other be read without. */
const everyRedaction = createRedactor()

function isEqual(stored: TodoEvent, recorded: TodoEvent): boolean {
  if (stored.type !== recorded.type || stored.id !== recorded.id) return false
  return textOf(stored) === textOf(asStored(recorded, stored))
}

function asStored(recorded: TodoEvent, stored: TodoEvent): TodoEvent {
  const event = { ...recorded, at: stored.at }
  if (event.type === 'session.opened' && stored.type === 'session.opened') {
    // The same recording may be named from elsewhere.
    const source =
      event.data.source === null ? null : { ...event.data.source, file: stored.data.source?.file ?? '' }
    return { ...event, data: { ...event.data, source } }
  }
  if (
    event.type === 'todos.updated' &&
    stored.type === 'todos.updated' &&
    isUnconfirmed(stored) !== isUnconfirmed(event)
  ) {
    // One of the readings ended before its result came.
    return { ...event, data: { ...event.data, flags: stored.data.flags, reply: stored.data.reply } }
  }
  return event
}

function isUnconfirmed({ data }: EventOf<'todos.updated'>): boolean {
  return data.flags.some(({ rule }) => rule === 'unconfirmed')
}

function textOf({ hash: _, ...event }: TodoEvent): string {
  return encodeEvent(event)
}
