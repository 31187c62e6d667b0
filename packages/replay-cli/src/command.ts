/** What a command is. */

import type { Command } from 'commander'
import type { ExitCode } from './exit-code.js'
import type { Host } from './host.js'
import type { Options } from './options.js'
import type { Output } from './output.js'

/** One call of a command. */
export interface Call {
  /** What the command is pointed at, where it was given. */
  readonly source: string | undefined
  /** The options. */
  readonly options: Options
  /** Where results and messages go. */
  readonly output: Output
  /** The process. */
  readonly host: Host
}

/** What the file of a command gives. It is loaded when the command is called or its help is asked for. */
export interface CommandModule {
  /** Adds the command's argument, options and examples. */
  readonly declare: (command: Command) => void
  /** Runs it. Errors tell what is wrong; `main` prints them. */
  readonly run: (call: Call) => Promise<ExitCode>
}
