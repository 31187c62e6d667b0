/** Prints what a watch sees as JSON, one event a line. */

import type { Output } from '../output.js'
import { printableJson } from '../text/printable.js'
import type { WatchEvent } from './watch-event.js'
import type { WatchView } from './watch-view.js'

/** Prints events as JSON Lines. */
export class JsonView implements WatchView {
  readonly #output: Output

  /** @param output where they go */
  constructor(output: Output) {
    this.#output = output
  }

  tell(event: WatchEvent): void {
    this.#output.line(printableJson(JSON.stringify(event)))
  }

  note(text: string): void {
    this.#output.message(text)
  }

  show(): void {
    // The events say it all.
  }

  close(): void {
    // Nothing is open.
  }
}
