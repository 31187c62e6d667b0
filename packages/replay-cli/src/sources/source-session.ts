/**
 * The sessions of one file while it is read. Their events mix in it, and none of them is kept: whoever follows a session
 * pulls its events one by one, and the file is read on once the event before was done with.
 */

import { type EventOf, initialState, type Point, type SessionState } from '@todo-ledger/core'
import { Reached } from '@todo-ledger/core/history'
import type { SessionEvent } from '@todo-ledger/recordings'

/** A session of a source. */
export interface SourceSession {
  /** Its id. */
  readonly id: string
  /** Its first event. */
  readonly opened: EventOf<'session.opened'>
  /** The recorded file as it was named; null for a live session. */
  readonly file: string | null
  /** The format of that file; null for a live session. */
  readonly format: string | null
  /** The name of its profile. */
  readonly profile: string
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** True for one that was asked for. The others are followed for the work in them, where that is wanted. */
  readonly wanted: boolean
  /** Its events from the first on; can be read once, as far as they are needed. */
  readonly events: AsyncIterable<SessionEvent>
  /** Of one to which only todo calls came: the ids of those that the client's own recording holds beside the other work. */
  readonly recordedCalls?: ReadonlySet<string>
  /** Its events once more, where they can be read again. */
  readonly again?: () => AsyncIterable<SessionEvent>
  /** What it was at a moment, in place of its events: of a ledger no more is read than that needs. */
  stateAt(point: Point): Promise<StateThen>
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

/** A session as its first event and its events show it. */
export function sourceSession(
  opened: EventOf<'session.opened'>,
  events: AsyncIterable<SessionEvent>,
  wanted = true,
): SourceSession {
  const { source, profile, parent } = opened.data
  return {
    id: opened.session,
    opened,
    file: source?.file ?? null,
    format: source?.format ?? null,
    profile,
    parent,
    wanted,
    events,
    stateAt: (point) => stateAmong(opened, events, point),
  }
}

async function stateAmong(
  opened: EventOf<'session.opened'>,
  events: AsyncIterable<SessionEvent>,
  point: Point,
): Promise<StateThen> {
  const moment = new Reached(point)
  let state = initialState
  let latestAt = opened.at
  for await (const passed of events) {
    if (moment.isBefore(passed.event)) break
    state = passed.state
    if (passed.event.at > latestAt) latestAt = passed.event.at
    if (moment.isAt(passed.event)) break
  }
  const reached = moment.reached && state.seq > 0
  return { state, latestAt, reached }
}

/** The sessions that are over, until whoever follows them heard of it. */
export class OverSessions {
  #sessions: string[] = []

  /** One more. */
  add(session: string): void {
    this.#sessions.push(session)
  }

  /** Those since it was last asked. */
  taken(): readonly string[] {
    return this.#sessions.splice(0)
  }
}

/** Begins to follow a session that appears; null: nobody is interested in it. */
export type BeginFollowing<Result> = (
  opened: EventOf<'session.opened'>,
  events: EventQueue,
) => Promise<Result> | null

/**
 * Follows the sessions of one file.
 * @param events those of all sessions, in the order of the file
 * @param isOver true once no more of them are wanted
 * @param over gets the sessions of which no more events come, where the recording says so
 * @returns what came of each session, in the order in which they began, once it and all before it are over, as they are
 * at the latest when the file was read
 * @throws what reading the file threw, or following a session
 */
export async function* followSessions<Result>(
  events: AsyncIterable<SessionEvent>,
  begin: BeginFollowing<Result>,
  isOver: () => boolean = () => false,
  over: OverSessions = new OverSessions(),
): AsyncGenerator<Result, void, undefined> {
  /** Those whose results were not given yet, by how many began before them. */
  const all = new Map<number, Followed<Result>>()
  let begun = 0
  let given = 0
  const current = new Map<string, Followed<Result> | null>()
  try {
    for await (const passed of events) {
      if (isOver()) break
      for (const session of over.taken()) {
        current.get(session)?.events.end()
        current.delete(session)
      }
      for (let next = all.get(given); next?.events.isEnded === true; next = all.get(given)) {
        all.delete(given)
        given += 1
        yield await next.result
      }
      const { event } = passed
      if (event.type === 'session.opened') {
        const followed = followedSession(event, begin)
        current.set(event.session, followed)
        if (followed !== null) {
          all.set(begun, followed)
          begun += 1
        }
      }
      const followed = current.get(event.session) ?? null
      await followed?.events.push(passed)
      if (followed !== null && followed.trouble !== null) throw followed.trouble.error
    }
  } catch (error) {
    for (const each of all.values()) each.events.end({ error })
    throw error
  }
  for (const each of all.values()) {
    each.events.end()
    yield await each.result
  }
}

function followedSession<Result>(
  opened: EventOf<'session.opened'>,
  begin: BeginFollowing<Result>,
): Followed<Result> | null {
  const events = new EventQueue()
  const result = begin(opened, events)
  if (result === null) return null
  const followed: Followed<Result> = { events, result, trouble: null }
  result.then(
    () => events.close(),
    (error: unknown) => {
      followed.trouble = { error }
      events.close()
    },
  )
  return followed
}

interface Followed<Result> {
  readonly events: EventQueue
  readonly result: Promise<Result>
  trouble: { readonly error: unknown } | null
}

const over: IteratorResult<never, undefined> = { done: true, value: undefined }

/** Hands events from whoever reads a file to whoever follows one of its sessions, one at a time: none is kept. */
export class EventQueue<Item = SessionEvent> implements AsyncIterableIterator<Item, undefined, undefined> {
  /** True once nobody wants more of them, although there may be more. */
  isClosed = false
  #wanted: { resolve(next: IteratorResult<Item, undefined>): void; reject(error: unknown): void } | null =
    null
  #asked: (() => void) | null = null
  #ended: { readonly trouble: { readonly error: unknown } | null } | null = null

  /** Gives the next event, and waits until the one after it is asked for, or no more is. */
  async push(passed: Item): Promise<void> {
    if (this.#wanted === null && !this.isClosed && this.#ended === null) await this.#nextAsked()
    const wanted = this.#wanted
    if (wanted === null) return
    this.#wanted = null
    const asked = this.#nextAsked()
    wanted.resolve({ done: false, value: passed })
    await asked
  }

  /** No more come. @param trouble why, where that is not their end */
  end(trouble: { readonly error: unknown } | null = null): void {
    this.#ended ??= { trouble }
    const wanted = this.#wanted
    this.#wanted = null
    if (trouble === null) wanted?.resolve(over)
    else wanted?.reject(trouble.error)
    this.#asked?.()
  }

  /** True once no more come. */
  get isEnded(): boolean {
    return this.#ended !== null
  }

  /** No more are wanted. */
  close(): void {
    this.isClosed ||= this.#ended === null
    this.#asked?.()
    this.#asked = null
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    const trouble = this.#ended?.trouble ?? null
    if (trouble !== null) return Promise.reject(trouble.error)
    if (this.#ended !== null || this.isClosed) return Promise.resolve(over)
    return new Promise((resolve, reject) => {
      this.#wanted = { resolve, reject }
      this.#asked?.()
      this.#asked = null
    })
  }

  return(): Promise<IteratorResult<Item, undefined>> {
    this.close()
    return Promise.resolve(over)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #nextAsked(): Promise<void> {
    return new Promise((resolve) => {
      this.#asked = resolve
    })
  }
}
