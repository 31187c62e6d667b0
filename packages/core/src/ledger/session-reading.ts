/** A stored session that is only read: nothing that is asked here appends anything, whoever drives it. */

import { HostError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type { Point } from '../history.js'
import type { Profile } from '../profiles/profile.js'
import { openList } from '../session/told-edits.js'
import { readStateAt, type StateSource } from '../snapshots/read-state.js'
import type { SessionState } from '../state.js'

/** A session as it stood when it was read. `ledger.read()` gives it; `subscribe` of `@todo-ledger/core/store` gives what comes after. */
export class SessionReading {
  readonly #source: StateSource

  /**
   * Made by the ledger alone.
   * @param state the state then, frozen; @param profile null where it is not known here, or was erased
   */
  constructor(
    source: StateSource,
    readonly state: SessionState,
    readonly profile: Profile | null,
  ) {
    this.#source = source
  }

  get id(): string {
    return this.#source.session
  }

  /** The events up to the state, in order. */
  events(): AsyncIterable<TodoEvent> {
    return this.#source.store.read(this.id, { to: this.state.seq })
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
}
