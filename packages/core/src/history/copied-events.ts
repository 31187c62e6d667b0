/** The events of a stored session as the events of a new one: with ids of their own, for no store can vouch for another. */

import type { EventOf, TodoEvent } from '../events.js'

/**
 * Gives the events of one session in their order as those of another. Ids that are made of the session's and of seqs become the new
 * one's, so that a host that asks again finds them. What was taken out of the contents stays out; the notes of that are
 * left behind, for they hold hashes of the other store, and the seqs after them move up.
 */
export class CopiedEvents {
  readonly #as: string
  readonly #ids = new Map<string, string>()
  #seq = 0

  /** @param as the id of the new session; it may be that of the old one, in another store */
  constructor(as: string) {
    this.#as = as
  }

  /** The next event, or null where it is left behind. */
  take({ hash: _hash, redacted: _redacted, ...event }: TodoEvent): TodoEvent | null {
    if (isRedaction(event)) return null
    this.#seq += 1
    const id = this.#ownId(event)
    if (id !== event.id) this.#ids.set(event.id, id)
    return { ...this.#withReferences(event), id, session: this.#as, seq: this.#seq }
  }

  #ownId({ id, session, seq }: Pick<TodoEvent, 'id' | 'session' | 'seq'>): string {
    // A recorded event's id is its session's and its seq, which notes before it have moved.
    if (id === `${session}#${seq}`) return `${this.#as}#${this.#seq}`
    // The other ids that are made of the session's have one of these signs behind it.
    const isOfSession = id.startsWith(session) && /^[/<>=]/.test(id.slice(session.length))
    return isOfSession ? `${this.#as}${id.slice(session.length)}` : id
  }

  #withReferences(event: TodoEvent): TodoEvent {
    switch (event.type) {
      case 'run.started':
        return { ...event, data: { ...event.data, delivers: this.#delivered(event) } }
      case 'turn.started':
        return { ...event, data: { ...event.data, delivers: this.#delivered(event) } }
      case 'todos.rolled-back':
        return { ...event, data: { ...event.data, update: this.#reference(event.data.update) } }
      default:
        return event
    }
  }

  #delivered({ data }: EventOf<'run.started'> | EventOf<'turn.started'>): readonly string[] {
    return data.delivers.map((id) => this.#reference(id))
  }

  #reference(id: string): string {
    return this.#ids.get(id) ?? id
  }
}

function isRedaction({ type, data }: Pick<TodoEvent, 'type' | 'data'>): boolean {
  return (
    type === 'session.redacted' ||
    (type === 'event.erased' && 'type' in data && data.type === 'session.redacted')
  )
}
