/** A `todo-replay watch` that runs while a test writes what it watches. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { program } from './run-program.js'

/** An event as it was printed. */
export interface PrintedEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** A watch in a process of its own. */
export class RunningWatch {
  stdout = ''
  stderr = ''
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #closed: Promise<number | null>
  #look: () => void = () => undefined

  /** @param folder where it runs; @param words the words after `watch` */
  constructor(folder: string, ...words: readonly string[]) {
    const { PATH } = process.env
    this.#child = spawn(process.execPath, [program, 'watch', ...words], {
      cwd: folder,
      env: { COLUMNS: '80', ...(PATH === undefined ? {} : { PATH }) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
      this.#look()
    })
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      this.#look()
    })
    this.#closed = new Promise((resolve) => {
      this.#child.on('close', (code) => {
        resolve(code)
        this.#look()
      })
    })
  }

  /** What was printed so far with --json. */
  get events(): readonly PrintedEvent[] {
    return this.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }

  /** The events of some types. */
  of(...types: readonly string[]): readonly PrintedEvent[] {
    return this.events.filter(({ type }) => types.includes(type))
  }

  /** Waits until something holds of what it printed; the test's own time limit ends a wait for nothing. */
  async until(holds: (watch: this) => boolean): Promise<void> {
    while (!holds(this)) {
      if (this.#child.exitCode !== null) throw new Error(`the watch ended:\n${this.stdout}\n${this.stderr}`)
      await new Promise<void>((resolve) => {
        this.#look = resolve
      })
    }
  }

  /** Writes to its standard input. */
  write(text: string): void {
    this.#child.stdin.write(text)
  }

  /** Ends its standard input. */
  endInput(): void {
    this.#child.stdin.end()
  }

  /** Ends it as Ctrl-C does. @returns its exit code */
  interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT')
    return this.#closed
  }

  /** Waits until it ends. @returns its exit code */
  ended(): Promise<number | null> {
    return this.#closed
  }

  /** Ends it whatever happened. */
  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}
