/** What a screen reader is told of what changes by itself: briefly, and several things in one sentence. */

import { useSyncExternalStore } from './store-hook.js'

/** How long things are gathered before they are said, in milliseconds. */
const gathering = 600
/** As many things are said one by one. */
const fewThings = 2

/** Gathers what is to be said. */
export class Announcer {
  #said = ''
  #waiting: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  /** What is said now. */
  get said(): string {
    return this.#said
  }

  /** Says something soon. */
  say(words: string): void {
    this.#waiting.push(words)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#speak(), gathering)
  }

  /** Listens for what is said. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #speak(): void {
    const things = this.#waiting
    this.#waiting = []
    const last = things.at(-1) ?? ''
    const said =
      things.length <= fewThings ? things.join('. ') : `${things.length} changes; the last: ${last}`
    // The same words again are heard again where they are another text.
    this.#said = said === this.#said ? `${said}\u00a0` : said
    for (const listener of this.#listeners) listener()
  }
}

/** What an announcer says now. */
export function useSaid(announcer: Announcer): string {
  return useSyncExternalStore(announcer.subscribe, () => announcer.said)
}
