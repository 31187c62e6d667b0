/** The process that the program runs in, as far as it is used. Node's `process` is one. */

import type { Readable, Writable } from 'node:stream'
import type { Environment } from './text/style.js'

/** A stream that may be a terminal. */
export type TerminalStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** What the program reads from and writes to: results, messages and progress, and the source where it is `-`. */
export interface Host {
  readonly stdout: TerminalStream
  readonly stderr: TerminalStream
  readonly stdin: Readable
  readonly env: Environment
  /** The folder that the program was called in. */
  cwd(): string
}
