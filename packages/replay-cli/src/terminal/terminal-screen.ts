/** The terminal's second screen: entered, painted frame by frame, and left as if nothing had been there. */

import type { WriteStream } from 'node:tty'

/** Source of the sequences: xterm, "Control Sequences" (ctlseqs): DEC private modes 1049, 7, 25, and 2026. */
const enter = '\u001b[?1049h\u001b[?7l\u001b[?25l\u001b[H\u001b[2J'
const leave = '\u001b[0m\u001b[?25h\u001b[?7h\u001b[?1049l'
/** Terminals that know it show all of a frame at once. */
const beginFrame = '\u001b[?2026h'
const endFrame = '\u001b[?2026l'

export class TerminalScreen {
  readonly #terminal: WriteStream
  #isEntered = false

  constructor(terminal: WriteStream) {
    this.#terminal = terminal
  }

  enter(): void {
    if (this.#isEntered) return
    this.#isEntered = true
    this.#terminal.write(enter)
  }

  /** Goes back to the first screen. Writing to a terminal is done when it returns, so that it also serves as the last act. */
  leave(): void {
    if (!this.#isEntered) return
    this.#isEntered = false
    this.#terminal.write(leave)
  }

  /** Shows a frame, a line for each row. */
  paint(frame: readonly string[]): void {
    if (!this.#isEntered) return
    const { rows } = this.#terminal
    // A line is erased first: after its last column is filled, erasing to the end would take that column.
    const lines = Array.from(
      { length: rows },
      (_, row) => `\u001b[${row + 1};1H\u001b[0m\u001b[2K${frame[row] ?? ''}`,
    )
    this.#terminal.write([beginFrame, ...lines, endFrame].join(''))
  }
}
