/** The terminal's second screen: entered, painted frame by frame, and left as if nothing had been there. */

import type { WriteStream } from 'node:tty'

/** Source of the sequences: xterm, "Control Sequences" (ctlseqs): DEC private modes 1049, 7, 25, and 2026. */
const enter = '\u001b[?1049h\u001b[?7l\u001b[?25l\u001b[H\u001b[2J'
const leave = '\u001b[0m\u001b[?25h\u001b[?7h\u001b[?1049l'
/** Terminals that know it show all of a frame at once. */
const beginFrame = '\u001b[?2026h'
const endFrame = '\u001b[?2026l'

/** The second screen of a terminal. */
export class TerminalScreen {
  readonly #terminal: WriteStream
  #shown: readonly string[] = []
  #isEntered = false

  /** @param terminal where to paint */
  constructor(terminal: WriteStream) {
    this.#terminal = terminal
  }

  /** Goes to the second screen. */
  enter(): void {
    if (this.#isEntered) return
    this.#isEntered = true
    this.#shown = []
    this.#terminal.write(enter)
  }

  /** Goes back to the first screen. Writing to a terminal is done when it returns, so that it also serves as the last act. */
  leave(): void {
    if (!this.#isEntered) return
    this.#isEntered = false
    this.#terminal.write(leave)
  }

  /** Forgets what is shown: the next frame is painted whole. */
  forget(): void {
    this.#shown = []
    if (this.#isEntered) this.#terminal.write('\u001b[2J')
  }

  /** Shows a frame: only the lines that changed are written. */
  paint(frame: readonly string[]): void {
    if (!this.#isEntered) return
    const lines = frame.slice(0, this.#terminal.rows)
    const changed = lines.flatMap((line, row) => (line === this.#shown[row] ? [] : [lineAt(row, line)]))
    const gone = this.#shown.slice(lines.length).map((_, row) => lineAt(row + lines.length, ''))
    this.#shown = lines
    if (changed.length + gone.length === 0) return
    this.#terminal.write([beginFrame, ...changed, ...gone, endFrame].join(''))
  }
}

/** A line in its row. It is erased first: after its last column is filled, erasing to the end would take that column. */
function lineAt(row: number, line: string): string {
  return `\u001b[${row + 1};1H\u001b[0m\u001b[2K${line}`
}
