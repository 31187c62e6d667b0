/** A program that a test runs beside itself; its lines are JSON. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export class Program {
  readonly lines: unknown[] = []
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** Rejects where it does not end well. */
  readonly ended: Promise<void>
  readonly #reader

  constructor(file: URL, ...words: readonly string[]) {
    this.child = spawn(process.execPath, [fileURLToPath(file), ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#reader = createInterface(this.child.stdout).on('line', (line) => this.lines.push(JSON.parse(line)))
    this.ended = Promise.all([once(this.child, 'close'), once(this.#reader, 'close')]).then(([[code]]) => {
      if (code !== 0) throw new Error(`${file} ended with ${code}.`)
    })
    this.ended.catch(() => {})
  }

  /** Waits for so many lines, the last of which it gives. */
  async line(count: number): Promise<unknown> {
    while (this.lines.length < count) await once(this.#reader, 'line')
    return this.lines[count - 1]
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
  }
}
