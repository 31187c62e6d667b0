/** What a command is: its arguments, options and help are declared once, and its options come typed. */

import type { Command } from 'commander'
import type { ExitCode } from './failure.js'
import type { Host } from './host.js'
import { addOptions, type OptionDeclarations, type OptionValues, optionValues } from './options.js'
import type { Output } from './output.js'

export interface Call<Options> {
  /** What the command is pointed at, where it was given. */
  readonly source: string | undefined
  /** All words that are no options, the source first. */
  readonly words: readonly string[]
  readonly options: Options
  readonly output: Output
  readonly host: Host
}

export interface CommandDefinition<Declared extends OptionDeclarations> {
  /** Its words that are no options, with what they are. */
  readonly arguments?: readonly (readonly [name: string, description: string])[]
  /** By their names in camel case, in the order of the help. */
  readonly options: Declared
  /** What the help says after them, with examples that work. */
  readonly help: string
  /** Runs it. Errors say what is wrong; `main` prints them. */
  readonly run: (call: Call<OptionValues<Declared>>) => Promise<ExitCode>
}

/** What the file of a command gives. It is loaded when the command is called or its help is asked for. */
export interface CommandModule {
  readonly declare: (command: Command) => void
  /** Runs it with what commander read. */
  readonly run: (call: Call<{ readonly [name: string]: unknown }>) => Promise<ExitCode>
}

export function defineCommand<Declared extends OptionDeclarations>(
  definition: CommandDefinition<Declared>,
): CommandModule {
  return {
    declare(command) {
      for (const [name, description] of definition.arguments ?? []) command.argument(name, description)
      addOptions(command, definition.options)
      command.addHelpText('after', `\n${definition.help.trim()}`)
    },
    run: (call) => definition.run({ ...call, options: optionValues(definition.options, call.options) }),
  }
}
