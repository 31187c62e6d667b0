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
  /** All words that are no options, the source first. */
  readonly words: readonly string[]
  /** The options. */
  readonly options: Options
  /** Where results and messages go. */
  readonly output: Output
  /** The process. */
  readonly host: Host
  /** All commands of the program. */
  readonly commands: readonly KnownCommand[]
}

/** What the file of a command gives. It is loaded when the command is called or its help is asked for. */
export interface CommandModule {
  /** Adds the command's argument, options and examples. */
  readonly declare: (command: Command) => void
  /** Runs it. Errors tell what is wrong; `main` prints them. */
  readonly run: (call: Call) => Promise<ExitCode>
}

/** A command as the program knows it before it is loaded. */
export interface KnownCommand {
  /** Its name. */
  readonly name: string
  /** What it does, in a few words. */
  readonly summary: string
  /** The commands that it stands beside in the help. */
  readonly group: string
  /** Loads it. */
  readonly load: () => Promise<CommandModule>
}
