/** What a session looked like: its state at any turn, seq or time. */

import { calledBy, isSameActor } from './actors.js'
import type { Actor, EventType, RecordedPlace, TodoEvent } from './events.js'
import { createReducer, type Reducer } from './reducer.js'
import type { SessionState } from './state.js'
import type { Writable } from './writable.js'

/** A moment of a session. */
export type Point =
  | {
      /** The end of this turn: just after its last event, whatever others did meanwhile. */
      readonly turn: number
    }
  | {
      /** Just after the event of this seq. */
      readonly seq: number
    }
  | {
      /** Just before the first event that is later. */
      readonly at: Date
    }
  | 'end'

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
  if (!seen.reached || replay.state.seq === 0) return null
  return replay.finish()
}

/** Just before the nth event of a type, such as the first compaction. */
export interface BeforeEvent {
  readonly before: EventType
  /** Which of them, from 1. */
  readonly nth: number
}

/** A moment of a session, also one that is named by what happens right after it. */
export type SessionMoment = Point | BeforeEvent

/** Follows the events up to a moment, each asked about once and in order; also for those that pass by one at a time. */
export class Reached {
  readonly #point: SessionMoment
  /** Events of the type that the moment stands before, up to it. */
  #left: number
  /** Whose the turn is that is waited for the end of. */
  #actor: Actor | undefined
  /** True where that turn was erased. */
  #isErased = false
  /** True once the moment has come; at the end of the log a time that is still ahead has come, too. */
  reached: boolean

  /** @param point the moment that is waited for */
  constructor(point: SessionMoment) {
    this.#point = point
    this.#left = point !== 'end' && 'before' in point ? point.nth : 0
    this.reached = point === 'end' || (typeof point === 'object' && 'at' in point)
  }

  /** True for an event that the moment comes before: it is not to be applied, nor any after it. */
  isBefore(event: TodoEvent): boolean {
    if (this.#point === 'end') return false
    if ('at' in this.#point) return event.at.getTime() > this.#point.at.getTime()
    if ('before' in this.#point) {
      if (event.type === this.#point.before) this.#left -= 1
      this.reached ||= this.#left <= 0
      return this.reached
    }
    return 'turn' in this.#point && this.#isPast(event, this.#point.turn)
  }

  /** Turns of others may begin before it ends: it is over at the latest where its actor begins another. */
  #isPast(event: TodoEvent, turn: number): boolean {
    // A turn that was pruned was over with all of them: nobody knows more.
    if (this.#isErased && event.type !== 'event.erased') return event.type !== 'session.redacted'
    if (!this.reached || event.turn <= turn) return false
    if (turn === 0 || event.type === 'event.erased') return true
    return event.type === 'turn.started' && isSameActor(event.actor, this.#actor)
  }

  /** True for the event that is the moment's last. */
  isAt(event: TodoEvent): boolean {
    if (this.#point === 'end' || 'at' in this.#point || 'before' in this.#point) return false
    if ('seq' in this.#point) {
      if (event.seq === this.#point.seq) this.reached = true
      return this.reached
    }
    const { turn } = this.#point
    if (event.turn === turn) {
      this.reached = true
      this.#isErased = event.type === 'event.erased'
    }
    if (event.type === 'turn.started' && event.turn === turn) this.#actor = event.actor
    return event.type === 'turn.ended' && event.turn === turn
  }
}

/** Follows a session from its first event on, one event at a time, so that a recording need not be kept. */
export interface SessionObserver {
  /**
   * Takes in an event.
   * @param state the state after it; where it is not frozen it changes with the next event, and is not to be kept
   */
  observe(event: TodoEvent, state: SessionState): void
}

/**
 * Has a session's events pass by an observer.
 * @param events the session's events from the first on, in order
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function observeEvents(
  events: AsyncIterable<TodoEvent> | Iterable<TodoEvent>,
  observer: SessionObserver,
  reducer: Reducer = createReducer(),
): Promise<void> {
  const replay = reducer.replay()
  for await (const event of events) {
    replay.apply(event)
    observer.observe(event, replay.state)
  }
}

/** An event as the history names it. */
export interface EventPlace {
  /** The turn; 0 before the first. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
  readonly at: Date
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** The todo tool that was called, or who made the change where that was no agent; null where no call did it, as in a roll-back. */
  readonly tool: string | null
  readonly actor?: Actor
  /** The id of that call, as the event has it; null where no call did it. */
  readonly call: string | null
}

/** The place of an event. */
export function placeOf(event: TodoEvent): EventPlace {
  const { turn, seq, at, source, actor } = event
  const isCall = event.type === 'todos.updated' || event.type === 'todos.rejected'
  const [tool, call] = isCall ? [calledBy(event), event.data.call] : [null, null]
  const place: Writable<EventPlace> = { turn, seq, at, tool, call }
  if (source !== undefined) place.source = source
  if (actor !== undefined) place.actor = actor
  return place
}
