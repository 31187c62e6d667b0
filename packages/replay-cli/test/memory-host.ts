/** A process that exists in memory alone: what is written is kept, and the streams can be a terminal. */

import { Readable, Writable } from 'node:stream'
import { main } from '../src/main.js'
import { Output } from '../src/output.js'

/** What the process is. */
export interface MemoryHostOptions {
  /** What stands on standard input. */
  readonly input?: string
  /** The width of the terminal; no terminal when absent. */
  readonly columns?: number
  /** True: standard input is a terminal, too. */
  readonly isTyped?: boolean
  /** The environment; COLUMNS is 80 where it says none. */
  readonly env?: { readonly [variable: string]: string }
}

/** The process, with what is written to it. */
export function memoryHost({ input = '', columns, isTyped = false, env = {} }: MemoryHostOptions = {}) {
  const stdout = new MemoryStream(columns)
  const stderr = new MemoryStream(columns)
  const host = {
    stdout,
    stderr,
    stdin: Object.assign(Readable.from([Buffer.from(input)]), isTyped ? { isTTY: true } : {}),
    env: { COLUMNS: '80', ...env },
    cwd: () => process.cwd(),
  }
  return { host, stdout, stderr }
}

/** An output that nobody reads. */
export function quietOutput(): Output {
  return new Output(memoryHost().host)
}

/** Runs the program in this process. Fast enough for properties. */
export async function runInMemory(
  argv: readonly string[],
  options: MemoryHostOptions = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { host, stdout, stderr } = memoryHost(options)
  const code = await main(argv, host)
  return { code, stdout: stdout.text, stderr: stderr.text }
}

class MemoryStream extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns: number

  constructor(columns: number | undefined) {
    super({ decodeStrings: false })
    this.isTTY = columns !== undefined
    this.columns = columns ?? 0
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text += chunk
    done()
  }
}
