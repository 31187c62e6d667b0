/** The sessions of a source, and those who follow them: each event is pushed to them as it is read, and none is kept. */

import { type EventOf, initialState, type Point, type SessionState } from '@todo-ledger/core'
import { Reached } from '@todo-ledger/core/history'
import type { SessionEvent } from '@todo-ledger/recordings'

/** A session of a source. */
export interface SourceSession {
  readonly id: string
  /** Its first event, which is also the first that its follower takes. */
  readonly opened: EventOf<'session.opened'>
  /** The recorded file as it was named; null for a live session. */
  readonly file: string | null
  /** The format of that file; null for a live session. */
  readonly format: string | null
  /** The name of its profile. */
  readonly profile: string
  readonly parent: string | null
  /** True for one that was asked for. The others are followed for the work in them, where that is wanted. */
  readonly wanted: boolean
  /** Of one to which only todo calls came: the ids of those that the client's own recording holds beside the other work. */
  readonly recordedCalls?: ReadonlySet<string>
  /** Of a session in a ledger: its events once more. */
  readonly again?: () => AsyncIterable<SessionEvent>
  /** Of a session in a ledger: what it was at a moment; no more of it is read than that needs. */
  readonly stateAt?: (point: Point) => Promise<StateThen>
}

/** What a session was at a moment. */
export interface StateThen {
  /** The state; where the session never came to the moment, that at its end. */
  readonly state: SessionState
  /** The latest time of its events up to then. */
  readonly latestAt: Date
  /** True where the session came to the moment. */
  readonly reached: boolean
}

/** Follows one session. */
export interface SessionFollower<Result> {
  /** Takes the next event; absent where none is needed. */
  take?(passed: SessionEvent): void
  /** What came of it, once there are no more; it may be waited for. */
  finish(): Result
}

/** Begins to follow a session; null: nobody is interested in it. */
export type Follow<Result> = (session: SourceSession) => SessionFollower<Result> | null

/** A session as its first event shows it. */
export function sourceSession(opened: EventOf<'session.opened'>, wanted = true): SourceSession {
  const { source, profile, parent } = opened.data
  const { file = null, format = null } = source ?? {}
  return { id: opened.session, opened, file, format, profile, parent, wanted }
}

/**
 * Finds out what a session was at a moment.
 * @param observe gets the events up to it; without it, only as much is read as the state needs
 */
export function stateFollower(
  { opened, stateAt }: SourceSession,
  point: Point,
  observe?: (passed: SessionEvent) => void,
): SessionFollower<Promise<StateThen>> {
  if (stateAt !== undefined && observe === undefined) return { finish: () => stateAt(point) }
  const moment = new Reached(point)
  let state = initialState
  let latestAt = opened.at
  let isOver = false
  return {
    take(passed) {
      isOver ||= moment.isBefore(passed.event)
      if (isOver) return
      state = passed.state
      observe?.(passed)
      if (passed.event.at > latestAt) latestAt = passed.event.at
      isOver = moment.isAt(passed.event)
    },
    finish: async () => ({ state, latestAt, reached: moment.reached && state.seq > 0 }),
  }
}

interface Followed<Result> {
  readonly follower: SessionFollower<Result>
  isOver: boolean
}

/** The sessions of one file while it is read: their events mix in it. */
export class FollowedSessions<Result> {
  readonly #follow: (opened: EventOf<'session.opened'>) => SessionFollower<Result> | null
  /** Those whose results were not given yet, in the order in which they began. */
  readonly #line: Followed<Result>[] = []
  readonly #current = new Map<string, Followed<Result>>()

  constructor(follow: (opened: EventOf<'session.opened'>) => SessionFollower<Result> | null) {
    this.#follow = follow
  }

  /** Passes an event on to who follows its session. */
  take(passed: SessionEvent): void {
    const { event } = passed
    if (event.type === 'session.opened') this.#begin(event)
    this.#current.get(event.session)?.follower.take?.(passed)
  }

  /** No more events of a session come. */
  over(session: string): void {
    const followed = this.#current.get(session)
    if (followed !== undefined) followed.isOver = true
    this.#current.delete(session)
  }

  /** The results of the sessions that are over, in the order in which they began; those behind one that goes on wait. */
  *results(): Generator<Result, void, undefined> {
    while (this.#line[0]?.isOver === true) {
      const [first] = this.#line.splice(0, 1)
      if (first !== undefined) yield first.follower.finish()
    }
  }

  /** No more events come. */
  finish(): Generator<Result, void, undefined> {
    for (const session of [...this.#current.keys()]) this.over(session)
    return this.results()
  }

  #begin(opened: EventOf<'session.opened'>): void {
    this.over(opened.session)
    const follower = this.#follow(opened)
    if (follower === null) return
    const followed = { follower, isOver: false }
    this.#current.set(opened.session, followed)
    this.#line.push(followed)
  }
}
