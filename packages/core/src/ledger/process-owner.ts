/** Whose turns a ledger's are where nobody says: this process's, and whether another process is still there. */

import { hexOf, isRunning, thisHost, thisProcess } from '#platform'
import type { TurnOwner } from '../events.js'
import type { TurnOwners } from '../session/turn-owners.js'

/** The ledgers of this process that were closed: what they left open is nobody's any more. */
const closed = new Set<string>()

/** A ledger of this process. */
export class ProcessOwner implements TurnOwners {
  #self: TurnOwner | null = null

  /** This ledger, in this process. */
  get self(): TurnOwner {
    this.#self ??= Object.freeze({
      id: hexOf(crypto.getRandomValues(new Uint8Array(8))),
      ...thisProcess(),
    })
    return this.#self
  }

  /** False where it is known that the owner is gone; null for one that can't be seen from here. */
  isAlive({ id, pid, host, started }: TurnOwner): boolean | null {
    if (closed.has(id)) return false
    return host === thisHost() ? isRunning(pid, started) : null
  }

  /** The ledger was closed. */
  close(): void {
    if (this.#self !== null) closed.add(this.#self.id)
  }
}
