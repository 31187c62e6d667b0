/** The events of a stored session as those of another: a copy in another store, or one that is imported again. */

import type { TodoEvent } from '../events.js'

/**
 * Gives the events of one session in their order as those of another. Ids that are made of the session's and of seqs become
 * the new one's, so that a host that asks again finds them. What was taken out of the contents stays out; the notes of that
 * are left behind, for they hold hashes of the other store, and the seqs after them move up.
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
    const isErasedNote =
      event.type === 'event.erased' && 'type' in event.data && event.data.type === 'session.redacted'
    if (event.type === 'session.redacted' || isErasedNote) return null
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
    const reference = (id: string) => this.#ids.get(id) ?? id
    if (event.type === 'run.started')
      return { ...event, data: { ...event.data, delivers: event.data.delivers.map(reference) } }
    if (event.type === 'turn.started')
      return { ...event, data: { ...event.data, delivers: event.data.delivers.map(reference) } }
    if (event.type === 'todos.rolled-back')
      return { ...event, data: { ...event.data, update: reference(event.data.update) } }
    return event
  }
}
