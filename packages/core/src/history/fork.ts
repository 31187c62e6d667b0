/** The events of a stored session as those of another: a copy in another store, or a fork that a host can carry on with. */

import { everyActor, openTurns } from '../actor-state.js'
import { HostError, StoreError } from '../errors.js'
import type { Actor, TodoEvent } from '../events.js'
import { type Point, Reached, type SessionObserver } from '../history.js'
import type { ActorState, SessionState } from '../state.js'

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

/**
 * Takes the events of a session as they pass and makes those of its fork. A turn that was under way ends `interrupted`, and
 * so does the run: whoever opens the fork starts a run.
 */
export class SessionFork implements SessionObserver {
  readonly #as: string
  readonly #until: Reached
  readonly #copy: CopiedEvents
  readonly #events: TodoEvent[] = []
  /** The last event, and whose turns and runs were under way after it. */
  #last: { event: TodoEvent; turns: readonly ActorState[]; runs: readonly ActorState[] } | null = null
  isOver = false

  /**
   * @param fork.as the id of the new session
   * @param fork.until the moment up to which it holds what the old one does, as `stateAt` counts it
   * @throws HostError `bad-session-id`
   */
  constructor({ as, until }: { readonly as: string; readonly until: Point }) {
    if (as === '') throw new HostError('bad-session-id', 'A session id is empty. Give the fork a name.')
    this.#as = as
    this.#until = new Reached(until)
    this.#copy = new CopiedEvents(as)
  }

  /**
   * @throws HostError `bad-session-id` when the fork would have the id of the session
   * @throws StoreError `forgotten` when its contents were erased
   */
  observe(event: TodoEvent, state: SessionState): void {
    if (event.session === this.#as)
      throw new HostError(
        'bad-session-id',
        `A fork of session ${JSON.stringify(this.#as)} needs an id of its own. Give it another name.`,
      )
    if (event.type === 'event.erased' && event.data.type !== 'session.redacted')
      throw new StoreError(
        'forgotten',
        `Session ${JSON.stringify(event.session)} was forgotten: its contents were erased, and nothing can be forked off it.`,
      )
    this.isOver ||= this.#until.isBefore(event)
    if (this.isOver) return
    const runs = everyActor(state).filter(({ run }) => run.open)
    this.#last = { event, turns: openTurns(state), runs }
    const copy = this.#copy.take(event)
    if (copy !== null) this.#events.push(copy)
    this.isOver = this.#until.isAt(event)
  }

  /** The fork's events, from the first on; null where the session never came to the moment. */
  finish(): readonly TodoEvent[] | null {
    const [opened, ...rest] = this.#events
    if (!this.#until.reached || opened?.type !== 'session.opened' || this.#last === null) return null
    const { event, turns, runs } = this.#last
    const forkedFrom = { session: event.session, seq: event.seq }
    let seq = this.#events.length
    const envelope = (actor: Actor | null, turn = event.turn) => {
      seq += 1
      const own = actor === null ? {} : { actor }
      return { id: `${this.#as}#${seq}`, session: this.#as, seq, turn, at: event.at, version: 1, ...own }
    }
    const endings: TodoEvent[] = []
    for (const { actor, turn } of turns)
      endings.push({ ...envelope(actor, turn.number), type: 'turn.ended', data: { interrupted: true } })
    for (const { actor } of runs) {
      const data = { to: 'idle', waitingFor: null, reason: 'forked' } as const
      endings.push({ ...envelope(actor), type: 'session.yielded', data })
    }
    return [{ ...opened, data: { ...opened.data, forkedFrom } }, ...rest, ...endings]
  }
}
