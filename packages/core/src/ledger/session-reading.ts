/** A stored session that is only read: nothing that is asked here appends anything, whoever drives it. */

import { HostError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type { Point } from '../history.js'
import type { Profile } from '../profiles/profile.js'
import type { Reducer } from '../reducer.js'
import { frozenEvent } from '../session/frozen-event.js'
import { openList } from '../session/open-list.js'
import { readStateAt, type StateSource } from '../snapshots/read-state.js'
import type { SessionState } from '../state.js'
import { firstEvent } from '../store/event-store.js'
import { type Subscription, subscribe } from '../store/subscriptions.js'
import { unknownSession } from './until-first.js'

/** An event of a session that is followed. */
export interface FollowedEvent {
  readonly event: TodoEvent
  readonly state: SessionState
}

/** The events of a session as they are stored, by whichever process. Iterate it once. */
export interface SessionFeed extends AsyncIterable<FollowedEvent> {
  /** Ends it, also while it waits for an event. Leaving the loop does, too. */
  close(): Promise<void>
}

interface ReadingSource extends StateSource {
  readonly reducer: Reducer
  /** Finds the profile that a session's first event names, if it is known. */
  readonly profileOf: (first: TodoEvent | undefined) => Profile | undefined
}

/** A session as it stood when it was read, and what comes after. `ledger.read()` gives it. */
export class SessionReading {
  /** The state then, frozen. */
  readonly state: SessionState
  /** Null where it is not known here, or was erased. */
  readonly profile: Profile | null
  readonly #source: ReadingSource

  /** Made by the ledger alone. */
  constructor(source: ReadingSource, state: SessionState, profile: Profile | null) {
    this.#source = source
    this.state = state
    this.profile = profile
  }

  get id(): string {
    return this.#source.session
  }

  /** The events up to the state, in order. */
  events(): AsyncIterable<TodoEvent> {
    const { store, session } = this.#source
    return store.read(session, { to: this.state.seq })
  }

  /** The state at a moment, or null where the session never came to it. */
  async stateAt(point: Point): Promise<SessionState | null> {
    return (await readStateAt(this.#source, point))?.state ?? null
  }

  /**
   * The list as the profile shows it.
   * @param state which list; that of the reading when absent
   * @throws HostError `unknown-profile`
   */
  rendered(state: SessionState = this.state): string {
    if (this.profile !== null) return this.profile.render(state.items, state.goal)
    throw new HostError(
      'unknown-profile',
      `Session ${JSON.stringify(this.id)} runs under profile ${JSON.stringify(state.profile)}, which is not known here. Pass openLedger({ profileNamed }) a function that finds it.`,
    )
  }

  /** What a conversation that begins anew is to read first, or null if nothing is open. */
  openList(): string | null {
    return openList(this.state, () => this.rendered())
  }

  /** The events that come after the state, each once and in order, until it is closed or the ledger is. */
  follow(): SessionFeed {
    // Asked for before anything is read: what is stored from here on comes.
    const stored = subscribe(this.#source.store)
    const events = followedEvents(this.#source, this.state, stored)
    const close = async () => {
      await stored.return?.()
      await events.return(undefined)
    }
    const iterator: AsyncIterator<FollowedEvent> = {
      next: () => events.next(),
      return: async () => {
        await close()
        return { done: true, value: undefined }
      },
    }
    return { close, [Symbol.asyncIterator]: () => iterator }
  }
}

async function* followedEvents(
  source: ReadingSource,
  from: SessionState,
  stored: Subscription,
): AsyncGenerator<FollowedEvent, void> {
  const { store, session } = source
  let state = from
  for (;;) {
    for await (const event of store.read(session, { from: state.seq + 1 })) {
      state = await stateAfter(source, state, event)
      yield { event: frozenEvent(event), state }
    }
    for (;;) {
      const next = await stored.next()
      if (next.done === true) return
      if (next.value.event.session === session && next.value.event.seq > state.seq) break
    }
  }
}

async function stateAfter(
  source: ReadingSource,
  state: SessionState,
  event: TodoEvent,
): Promise<SessionState> {
  // The state at hand may still hold what was taken out of the log.
  const read = event.type === 'session.redacted' ? await readStateAt(source, { seq: event.seq }) : null
  return read?.state ?? source.reducer.accept(state, event)
}

/**
 * Reads a session.
 * @throws HostError `unknown-session`
 * @throws DamagedLogError when the stored log has a gap or cannot be
 */
export async function readSession(source: ReadingSource): Promise<SessionReading> {
  const { store, session, profileOf } = source
  const read = await readStateAt(source, 'end')
  if (read === null) throw unknownSession(session)
  const profile = profileOf(await firstEvent(store, session)) ?? null
  return new SessionReading(source, read.state, profile)
}
