/** What those who follow a source share: how it is followed, and what comes of it. */

import type { SessionEvent } from '@todo-ledger/recordings'
import type { Change } from './followed-recording.js'
import type { ReadOptions } from './open-source.js'

/** What comes of a source that is followed: events, and what there is to say of the source. */
export type FollowedItem =
  | SessionEvent
  /** All that there is was read. It comes again after more was. */
  | { readonly kind: 'caught-up' }
  /** The source is at its end: events that come now are made up for the reader's sake. */
  | { readonly kind: 'drained' }
  /** There is no such file yet, it is not whole yet, or it is gone. */
  | { readonly kind: 'waiting'; readonly reason: string }
  /** It is read from its start: what comes now takes the place of what came before. */
  | ({ readonly kind: 'restarted' } & Change)

/** How a source is followed. */
export interface FollowOptions extends Omit<ReadOptions, 'subagents' | 'onFile'> {
  /** Is aborted at the end: what is there is given up. */
  readonly stop: AbortSignal
  /** True: what is there is read once. */
  readonly once: boolean
  /** Gets what comes. */
  readonly take: (item: FollowedItem) => void
  /** After how many milliseconds `caught-up` is to come again, although nothing else came; null: not before. */
  readonly again: () => number | null
}

/** What those who follow share. */
export class Following {
  readonly options: FollowOptions
  #missing: string | null = null

  constructor(options: FollowOptions) {
    this.options = options
  }

  get isOver(): boolean {
    return this.options.stop.aborted
  }

  /** Takes what came of a piece. */
  async takeAll(items: Iterable<FollowedItem>): Promise<void> {
    for (const item of items) this.options.take(item)
    await this.options.pause?.()
  }

  /** Says that all there is was read. @returns after how many milliseconds to say it again, or null */
  async caughtUp(): Promise<number | null> {
    this.options.take({ kind: 'caught-up' })
    await this.options.pause?.()
    return this.options.again()
  }

  /** Says what is waited for, where that was not said last. @param reason null where nothing is: the file can be read */
  missing(reason: string | null): void {
    if (reason !== null && reason !== this.#missing) this.options.take({ kind: 'waiting', reason })
    this.#missing = reason
  }
}
