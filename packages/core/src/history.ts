/** What a session looked like: its state at any turn, seq or time. */

import { calledBy, isSameActor } from './actors.js'
import type { Actor, EventOf, TodoEvent } from './events.js'
import { createReducer, type Reducer } from './reducer.js'
import type { SessionState } from './state.js'

/**
 * A moment of a session: the end of a turn, just after its last event, whatever others did meanwhile; just after the event
 * of a seq; just before the first event that is later than a time.
 */
export type Point = { readonly turn: number } | { readonly seq: number } | { readonly at: Date } | 'end'

/**
 * The state at a moment, or null where the session never came to it.
 * @param events the session's events from the first on, in order
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function stateAt(
  events: AsyncIterable<TodoEvent>,
  point: Point,
  reducer: Reducer = createReducer(),
): Promise<SessionState | null> {
  const replay = reducer.replay()
  const seen = new Reached(point)
  for await (const event of events) {
    if (seen.isBefore(event)) break
    replay.apply(event)
    if (seen.isAt(event)) break
  }
  return seen.reached && replay.state.seq > 0 ? replay.finish() : null
}

/** Follows the events up to a moment, each asked about once and in order. */
export class Reached {
  readonly #point: Point
  /** Whose the turn is whose end is waited for. */
  #actor: Actor | undefined
  #isErased = false
  /** True once the moment has come; at the end of the log a time that is still ahead has come, too. */
  reached: boolean

  constructor(point: Point) {
    this.#point = point
    this.reached = point === 'end' || 'at' in point
  }

  /** True for an event that the moment comes before: it is not to be applied, nor any after it. */
  isBefore(event: TodoEvent): boolean {
    const point = this.#point
    if (point === 'end') return false
    if ('at' in point) return event.at.getTime() > point.at.getTime()
    return 'turn' in point && this.#isPast(event, point.turn)
  }

  /** Turns of others may begin before it ends: it is over at the latest where its actor begins another. */
  #isPast(event: TodoEvent, turn: number): boolean {
    // A turn whose contents were erased is over with all of its events: nobody knows more.
    if (this.#isErased && event.type !== 'event.erased') return event.type !== 'session.redacted'
    if (!this.reached || event.turn <= turn) return false
    if (turn === 0 || event.type === 'event.erased') return true
    return event.type === 'turn.started' && isSameActor(event.actor, this.#actor)
  }

  /** True for the event that is the moment's last. */
  isAt(event: TodoEvent): boolean {
    const point = this.#point
    if (point === 'end' || 'at' in point) return false
    if ('seq' in point) {
      this.reached ||= event.seq === point.seq
      return this.reached
    }
    if (event.turn !== point.turn) return false
    this.reached = true
    this.#isErased = event.type === 'event.erased'
    if (event.type === 'turn.started') this.#actor = event.actor
    return event.type === 'turn.ended'
  }
}

/** Follows a session from its first event on, one event at a time, so that a recording need not be kept. */
export interface SessionObserver {
  /** True once no event that follows makes a difference. */
  readonly isOver?: boolean
  /** @param state the state after the event; not to be kept, for it changes with the next one */
  observe(event: TodoEvent, state: SessionState): void
}

/** An event as the history names it. */
export interface EventPlace
  extends Pick<EventOf<'turn.started'>, 'turn' | 'seq' | 'at' | 'source' | 'actor'> {
  /** The todo tool that was called, or who made the change where that was no agent; null where no call did it, as in a roll-back. */
  readonly tool: string | null
  readonly call: string | null
}

export function placeOf(event: TodoEvent): EventPlace {
  const { turn, seq, at, source, actor } = event
  const isCall = event.type === 'todos.updated' || event.type === 'todos.rejected'
  const [tool, call] = isCall ? [calledBy(event), event.data.call] : [null, null]
  return {
    ...{ turn, seq, at, tool, call },
    ...(source === undefined ? {} : { source }),
    ...(actor === undefined ? {} : { actor }),
  }
}
