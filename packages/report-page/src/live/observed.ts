/** Something that changes by itself and says so; and what a screen reader is told of it. */

import { useSyncExternalStore } from 'preact/compat'

export class Observed<View extends object> {
  #view: View
  readonly #listeners = new Set<() => void>()

  constructor(view: View) {
    this.#view = view
  }

  /** What is known now. */
  read = (): View => this.#view

  /** Listens for changes. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(part: Partial<View>): void {
    this.#view = { ...this.#view, ...part }
    for (const listener of [...this.#listeners]) listener()
  }
}

/** What is known of it now, and whenever it changes. */
export function useObserved<View extends object>({ subscribe, read }: Observed<View>): View {
  return useSyncExternalStore(subscribe, read)
}

/** How long things are gathered before they are said, in milliseconds. */
const gathering = 600

/** Says briefly what changes by itself, several things in one sentence. */
export class Announcer extends Observed<{ readonly said: string }> {
  #waiting: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super({ said: '' })
  }

  /** Says something soon. */
  say(words: string): void {
    this.#waiting.push(words)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const things = this.#waiting.splice(0)
      const said =
        things.length <= 2 ? things.join('. ') : `${things.length} changes; the last: ${things.at(-1)}`
      // The same words again are heard again where they are another text.
      this.set({ said: said === this.read().said ? `${said}\u00a0` : said })
    }, gathering)
  }
}
