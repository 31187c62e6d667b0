/**
 * Draws lines on a terminal's second screen, so that the first stands as it was when the drawing ends. Sequences:
 * ECMA-48, and the private modes of xterm that every terminal of today knows (1049, 25, 7).
 */

import type { TerminalStream } from '../../host.js'

const open = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J'
const close = '\u001b[?7h\u001b[?25h\u001b[?1049l'

/** As many rows and columns are taken where the terminal does not say. */
const usualRows = 24
const usualColumns = 80

/** The second screen of a terminal. */
export class Screen {
  readonly #stdout: TerminalStream
  readonly #onResize: () => void
  #drawn: readonly string[] = []
  #isOpen = false

  /** @param stdout the terminal; @param onResize is called when it has another size: draw again */
  constructor(stdout: TerminalStream, onResize: () => void) {
    this.#stdout = stdout
    this.#onResize = () => {
      this.#drawn = []
      if (this.#isOpen) this.#stdout.write('\u001b[2J')
      onResize()
    }
  }

  /** How many columns it has now. */
  get columns(): number {
    return this.#stdout.columns || usualColumns
  }

  /** How many rows it has now. */
  get rows(): number {
    const { rows } = this.#stdout as { readonly rows?: unknown }
    return typeof rows === 'number' && rows > 0 ? rows : usualRows
  }

  /** Shows the second screen. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#drawn = []
    this.#stdout.write(open)
    this.#stdout.on('resize', this.#onResize)
    process.once('exit', this.close)
  }

  /** Draws lines from the top, none wider than the screen; only those are written that changed. */
  draw(lines: readonly string[]): void {
    if (!this.#isOpen) return
    const shown = lines.slice(0, this.rows)
    let text = ''
    for (let row = 0; row < Math.max(shown.length, this.#drawn.length); row += 1) {
      const line = shown[row] ?? ''
      if (line !== this.#drawn[row]) text += `\u001b[${row + 1};1H\u001b[2K${line}`
    }
    this.#drawn = shown
    if (text !== '') this.#stdout.write(text)
  }

  /** Shows the first screen again. */
  readonly close = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#stdout.off('resize', this.#onResize)
    process.off('exit', this.close)
    this.#stdout.write(close)
  }
}
