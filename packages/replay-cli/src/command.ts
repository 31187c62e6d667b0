/** What a command is: its arguments, options and help are declared once, and its options come typed. */

import type { Command } from 'commander'
import type { ExitCode } from './exit-code.js'
import type { Host } from './host.js'
import { addOptions, type OptionDeclarations, type OptionValues, optionValues } from './options.js'
import type { Output } from './output.js'

/** One call of a command. */
export interface Call<Options> {
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

/** What a command is made of. */
export interface CommandDefinition<Declared extends OptionDeclarations> {
  /** Its words that are no options, as the help shows them, with what they are. */
  readonly arguments?: readonly (readonly [name: string, description: string])[]
  /** Its options, by their names in camel case, in the order of the help. */
  readonly options: Declared
  /** What the help says after them, with examples that work. */
  readonly help: string
  /** What the help shows as its use, where it is more than the options and arguments say. */
  readonly usage?: string
  /** True where more words may follow than the arguments. */
  readonly takesMoreWords?: boolean
  /** Runs it. Errors say what is wrong; `main` prints them. */
  readonly run: (call: Call<OptionValues<Declared>>) => Promise<ExitCode>
}

/** What the file of a command gives. It is loaded when the command is called or its help is asked for. */
export interface CommandModule {
  /** Adds the command's arguments, options and examples. */
  readonly declare: (command: Command) => void
  /** Runs it with what commander read. */
  readonly run: (call: Call<{ readonly [name: string]: unknown }>) => Promise<ExitCode>
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

/** Makes a command of its definition. */
export function defineCommand<Declared extends OptionDeclarations>(
  definition: CommandDefinition<Declared>,
): CommandModule {
  return {
    declare(command) {
      for (const [name, description] of definition.arguments ?? []) command.argument(name, description)
      addOptions(command, definition.options)
      if (definition.usage !== undefined) command.usage(definition.usage)
      if (definition.takesMoreWords === true) command.allowExcessArguments()
      command.addHelpText('after', `\n${definition.help.trim()}`)
    },
    run: (call) => definition.run({ ...call, options: optionValues(definition.options, call.options) }),
  }
}
