/** Where results and messages go. Everything that is written here is printable already. */

import type { Host, TerminalStream } from './host.js'
import { printable, printableJson } from './text/printable.js'
import { type Style, styleFor, wantsColours } from './text/style.js'

/** Nobody reads the results any more, as in `| head`: the program ends quietly. */
export class OutputClosed extends Error {}

/** As many columns are taken where the terminal does not say, or there is none. */
const usualColumns = 80

/** The program's two streams. */
export class Output {
  /** How many columns a line of the results may take. */
  readonly columns: number
  /** True where the results go to a terminal. */
  readonly isTerminal: boolean
  /** Sets parts of the results off. */
  readonly style: Style
  /** Sets parts of the messages off. */
  readonly messageStyle: Style
  readonly #stdout: TerminalStream
  readonly #stderr: TerminalStream
  #closed = false
  #full = false

  /** @param host the process */
  constructor({ stdout, stderr, env }: Host) {
    this.#stdout = stdout
    this.#stderr = stderr
    this.isTerminal = stdout.isTTY === true
    this.columns = Math.max(20, stdout.columns || usualColumns)
    this.style = styleFor(wantsColours(this.isTerminal, env))
    this.messageStyle = styleFor(wantsColours(stderr.isTTY === true, env))
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      this.#closed = true
      if (error.code !== 'EPIPE')
        this.message(`todo-replay: the output could not be written: ${printable(error.message)}`)
    })
    stderr.on('error', () => undefined) // there is nobody left to tell
  }

  /** True where nobody reads the results any more. */
  get isClosed(): boolean {
    return this.#closed
  }

  /**
   * Writes one line of the results.
   * @throws OutputClosed when nobody reads them any more
   */
  line(text = ''): void {
    this.#write(`${text}\n`)
  }

  /** Writes a value of the results as JSON: indented by two spaces, with a newline at the end. */
  json(value: unknown): void {
    this.#write(`${printableJson(JSON.stringify(value, null, 2))}\n`)
  }

  /** Writes one line of the messages. */
  message(text: string): void {
    this.#stderr.write(`${text}\n`)
  }

  /** Waits until what was written is on its way, so that a slow reader is not outrun. */
  async ready(): Promise<void> {
    if (this.#closed) throw new OutputClosed()
    if (!this.#full) return
    await new Promise<void>((resolve) => {
      const go = (): void => {
        for (const event of ['drain', 'close', 'error']) this.#stdout.off(event, go)
        resolve()
      }
      for (const event of ['drain', 'close', 'error']) this.#stdout.on(event, go)
    })
    this.#full = false
    if (this.#closed) throw new OutputClosed()
  }

  #write(text: string): void {
    if (this.#closed) throw new OutputClosed()
    this.#full = !this.#stdout.write(text)
  }
}
