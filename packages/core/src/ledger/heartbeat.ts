/** Whether the owner of a turn is still there, where it can't be looked at: it says so now and then, beside the log. */

import type { TurnOwner } from '../events.js'
import type { TurnOwners } from '../session/turn-owners.js'

/** How often an owner with a turn under way says that it is there, in milliseconds. */
const betweenBeats = 15_000

/** How old its last word may be, in milliseconds: three can be lost, and the clocks of two machines differ. */
const freshFor = 60_000

/** A store that keeps such words; none does any more. */
interface BeatStore {
  beat?(owner: string, at: Date | null): Promise<void>
  lastBeat?(owner: string): Promise<Date | null>
}

/** What a heartbeat needs. */
interface HeartbeatContext {
  /** Who is who, as far as that can be looked at. */
  readonly owners: TurnOwners
  /** Where the words are kept, if it keeps any. */
  readonly store: BeatStore
  /** Says what time it is. */
  readonly clock: () => Date
  /** True while this ledger has a turn under way. */
  readonly isWorking: () => boolean
  /** Calls something again and again until what it gives is called. It keeps no process running. */
  readonly repeat?: (work: () => void, milliseconds: number) => () => void
}

/** The owners of turns, of whom those that can't be looked at are alive while their heartbeat is fresh. */
export class Heartbeat implements TurnOwners {
  readonly #context: HeartbeatContext
  readonly #repeat: (work: () => void, milliseconds: number) => () => void
  #self: TurnOwner | null | undefined
  #stop: (() => void) | null = null
  #beating: Promise<void> = Promise.resolve()

  /** @param context whose heartbeat it is, and where it is kept */
  constructor(context: HeartbeatContext) {
    this.#context = context
    this.#repeat = context.repeat ?? repeated
  }

  /** The owner of this ledger's turns; it says that it beats. */
  get self(): TurnOwner | null {
    if (this.#self === undefined) {
      const { owners, store } = this.#context
      const { self } = owners
      this.#self = self === null || store.beat === undefined ? self : Object.freeze({ ...self, beats: true })
    }
    return this.#self
  }

  /** A turn began: that itself is in the log, so that the first word comes later. */
  began(): void {
    if (this.#stop !== null || this.self?.beats !== true) return
    // A ledger that nobody has any more is collected with its store, and says nothing.
    const here = new WeakRef(this)
    const stop = this.#repeat(() => {
      const heartbeat = here.deref()
      if (heartbeat === undefined) stop()
      else heartbeat.#tick()
    }, betweenBeats)
    this.#stop = stop
  }

  /** False where the owner is gone. @param since when its turn began */
  async isAlive(owner: TurnOwner, since?: Date): Promise<boolean> {
    const { owners, store, clock } = this.#context
    const seen = await owners.isAlive(owner, since)
    if (seen !== null) return seen
    // Whoever never says so can't be told from somebody who is gone.
    if (owner.beats !== true || store.lastBeat === undefined) return true
    const last = await store.lastBeat(owner.id)
    const latest = Math.max(last?.getTime() ?? Number.NEGATIVE_INFINITY, since?.getTime() ?? 0)
    return clock().getTime() - latest < freshFor
  }

  /** The ledger is closed: what it left open is nobody's. */
  async close(): Promise<void> {
    const hasBeaten = this.#stop !== null
    this.#end()
    await this.#context.owners.close?.()
    if (!hasBeaten) return
    this.#beat(false)
    await this.#beating
  }

  #tick(): void {
    if (this.#context.isWorking()) this.#beat(true)
    else this.#end()
  }

  #end(): void {
    this.#stop?.()
    this.#stop = null
  }

  #beat(isThere: boolean): void {
    const { store, clock } = this.#context
    const { self } = this
    if (self === null) return
    // What can't be written now is written the next time.
    const beat = () => store.beat?.(self.id, isThere ? clock() : null)
    this.#beating = this.#beating.then(beat).catch(() => undefined)
  }
}

function repeated(work: () => void, milliseconds: number): () => void {
  const timer: ReturnType<typeof setInterval> | number = setInterval(work, milliseconds)
  // A browser's timer is a number, and keeps nothing running.
  if (typeof timer === 'object') timer.unref()
  return () => clearInterval(timer)
}
