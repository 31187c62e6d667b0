/** What a screen reader is told of what changes by itself: briefly, and several things in one sentence. */

import { Observed } from './observed.js'

/** How long things are gathered before they are said, in milliseconds. */
const gathering = 600

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
