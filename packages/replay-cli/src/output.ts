/** Where results and messages go. Everything that is written here is printable already. */

import type { Host, TerminalStream } from './host.js'
import { plainLine, printableJson } from './text/printable.js'
import { type Environment, type Style, styleFor, wantsColours } from './text/style.js'
import { fit } from './text/wrap.js'

/** The results can't be written any more: nobody reads them, as in `| head`, or something is wrong with where they go. */
export class OutputClosed extends Error {
  /** What is wrong; null where nobody reads them any more, and the program ends quietly. */
  readonly trouble: Error | null

  constructor(trouble: Error | null) {
    super(`The results could not be written: ${trouble?.message ?? 'nobody reads them'}.`)
    this.trouble = trouble
  }
}

/** As many columns are taken where a terminal does not say, and for help in a pipe, which is written to be read. */
const usualColumns = 80

/** Progress is said from here on, and as often, in milliseconds. */
const progressFrom = 1000
const progressEvery = 200

/** The program's two streams. */
export class Output {
  /** How many columns a line of the results may take: no line of a pipe or a file is broken, unless COLUMNS says where. */
  readonly columns: number
  readonly isTerminal: boolean
  /** What a person types to call the program. */
  readonly calledAs: string
  /** Makes each call in a text of the program's own one that can be typed; messages pass here anyway. */
  readonly typed: (text: string) => string
  readonly style: Style
  readonly messageStyle: Style
  readonly #stdout: TerminalStream
  readonly #stderr: TerminalStream
  readonly #now: () => number
  #nextProgress: number
  #isClosed = false
  #isFull = false
  #trouble: Error | null = null
  #hasProgress = false
  #hasResults = false

  /** @param now a clock in milliseconds, for progress alone; @param commands the names of the program's commands */
  constructor(
    { stdout, stderr, env }: Host,
    now = () => performance.now(),
    commands: readonly string[] = [],
  ) {
    this.#now = now
    this.#nextProgress = now() + progressFrom
    this.#stdout = stdout
    this.#stderr = stderr
    this.isTerminal = stdout.isTTY === true
    this.calledAs = calledAs(env)
    this.typed = callsTyped(this.calledAs, commands)
    const wanted = /^\d{1,5}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : 0
    const unsaid = this.isTerminal ? usualColumns : Number.POSITIVE_INFINITY
    this.columns = Math.max(20, stdout.columns || wanted || unsaid)
    this.style = styleFor(wantsColours(this.isTerminal, env))
    this.messageStyle = styleFor(wantsColours(stderr.isTTY === true, env))
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      this.#isClosed = true
      if (error.code !== 'EPIPE') this.#trouble ??= error
    })
    stderr.on('error', () => undefined) // there is nobody left to report to
  }

  /** How many columns a line of the help may take. */
  get helpColumns(): number {
    return Number.isFinite(this.columns) ? this.columns : usualColumns
  }

  /** True where the results can't be written any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Writes lines of the results; no build server takes what they say for a command. @throws OutputClosed */
  line(text = ''): void {
    this.#write(`${plainLine(text)}\n`)
  }

  /** The same, line by line. */
  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text)
  }

  /** Writes one line of the results as it is: a command to a build server, or a part of a document. @throws OutputClosed */
  exactLine(text: string): void {
    this.#write(`${text}\n`)
  }

  /** Writes a value of the results as JSON. */
  json(value: unknown): void {
    this.#write(`${printableJson(JSON.stringify(value, null, 2))}\n`)
  }

  /** Begins an object of the results as JSON whose first property is a list that is written element by element. */
  jsonList(name: string) {
    return jsonList(name, (piece) => this.#write(printableJson(piece)))
  }

  /** Writes one line of the messages. What it says to type can be typed. */
  message(text: string): void {
    this.#clearProgress()
    this.#stderr.write(`${plainLine(this.typed(text))}\n`)
  }

  /** Writes one line of the messages that is worth knowing, and no trouble. */
  note(text: string): void {
    this.message(`${this.messageStyle('dim', 'note:')} ${text}`)
  }

  /** Writes one line of the messages to a person at a terminal; a pipe and a build server get none. */
  hint(text: string): void {
    if (this.#stderr.isTTY === true) this.message(text)
  }

  /**
   * As `progress`, for what is often over at once: nothing in the first second, then a few times in each. Once there are
   * results they say how far it is: in a pipe to a terminal, as of `| grep`, both would stand on one line.
   */
  slowProgress(text: () => string): void {
    const now = this.#now()
    if (this.#stderr.isTTY !== true || this.#hasResults || now < this.#nextProgress) return
    this.#nextProgress = now + progressEvery
    this.progress(text())
  }

  /** Says how far the program is, on a terminal alone; the next line of any kind takes its place. */
  progress(text: string): void {
    if (this.#stderr.isTTY !== true) return
    this.#clearProgress()
    this.#stderr.write(fit(text, (this.#stderr.columns || usualColumns) - 1))
    this.#hasProgress = true
  }

  /** Waits until what was written is on its way, so that a slow reader is not outrun. @throws OutputClosed */
  async ready(): Promise<void> {
    this.#mustBeOpen()
    if (!this.#isFull) return
    const events = ['drain', 'close', 'error']
    await new Promise<void>((resolve) => {
      const go = (): void => {
        for (const event of events) this.#stdout.off(event, go)
        resolve()
      }
      for (const event of events) this.#stdout.on(event, go)
    })
    this.#isFull = false
    this.#mustBeOpen()
  }

  /** Waits until all is written. @throws OutputClosed where that is not possible, unless nobody reads it any more */
  async finish(): Promise<void> {
    this.#clearProgress()
    if (!this.#isClosed) await new Promise<void>((resolve) => this.#stdout.write('', () => resolve()))
    if (this.#trouble !== null) this.#mustBeOpen()
  }

  #write(text: string): void {
    this.#mustBeOpen()
    this.#clearProgress()
    this.#hasResults = true
    this.#isFull = !this.#stdout.write(text)
  }

  #clearProgress(): void {
    if (this.#hasProgress) this.#stderr.write('\r\u001b[2K')
    this.#hasProgress = false
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new OutputClosed(this.#trouble)
  }
}

const usualName = 'todo-replay'

/**
 * What the program was called by: `npm start --` in a clone, which says so itself; `npx todo-replay` where npm ran it,
 * by `npx` or a script, for the shell finds it only as long. Source: npm, "scripts", Environment.
 */
export function calledAs(env: Environment): string {
  const named = env['TODO_REPLAY_CALLED_AS'] ?? ''
  if (named !== '') return named
  return /^['"]?todo-replay(?![\w-])/.test(env['npm_lifecycle_script'] ?? '') ? `npx ${usualName}` : usualName
}

/**
 * Makes each call in a text of the program's own one that can be typed.
 * @param name as `calledAs` says; @param commands the names of the program's commands
 */
function callsTyped(name: string, commands: readonly string[]): (text: string) => string {
  if (name === usualName) return (text) => text
  const words = [...commands, '--help'].join('|')
  const call = new RegExp(`(?<!npx |[\\w./@-])${usualName}(?= (?:${words})(?![\\w-]))`, 'g')
  return (text) => text.replace(call, name)
}

/** The JSON of a value within another. */
function within(value: unknown, indent: string): string {
  // Within JSON a line break stands between tokens alone: in strings it is escaped.
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

/** Writes what `JSON.stringify({ [name]: elements, ...rest }, null, 2)` gives, with a newline at the end. */
function jsonList(name: string, write: (piece: string) => void) {
  let before = `{\n  ${JSON.stringify(name)}: [`
  let closing = ']'
  return {
    element(element: unknown): void {
      write(`${before}\n    ${within(element, '    ')}`)
      before = ','
      closing = '\n  ]'
    },
    /** Writes the properties behind the list. */
    end(rest: object): void {
      write(before === ',' ? closing : `${before}${closing}`)
      for (const [key, value] of Object.entries(rest))
        if (value !== undefined) write(`,\n  ${JSON.stringify(key)}: ${within(value, '  ')}`)
      write('\n}\n')
    },
  }
}
