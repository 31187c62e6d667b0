/** The process that the program runs in, as far as it is used. */

import type { Readable, Writable } from 'node:stream'
import type { Environment } from './text/style.js'

/** A stream that may be a terminal. */
export type TerminalStream = Writable & {
  /** True for a terminal. */
  readonly isTTY?: boolean
  /** The terminal's width. */
  readonly columns?: number
}

/** What the program reads from and writes to. Node's `process` is one. */
export interface Host {
  /** Results. */
  readonly stdout: TerminalStream
  /** Messages and progress. */
  readonly stderr: TerminalStream
  /** The source where it is `-`. */
  readonly stdin: Readable
  /** The environment's variables. */
  readonly env: Environment
  /** The folder that the program was called in. */
  cwd(): string
}
