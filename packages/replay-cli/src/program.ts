/** The program's commands, and how a command line finds its way to one. */

import { Command, CommanderError } from 'commander'
import { type ExitCode, exitCode } from './failure.js'
import type { Host } from './host.js'
import { knownCommands } from './known-commands.js'
import type { Output } from './output.js'
import { packageVersion } from './package-folder.js'
import { wrap } from './text/wrap.js'

const description = `Finds the todos that an AI agent marked done without doing the work. Without arguments it audits the newest session of the current folder, in brief.

A source is a recorded session, a folder of them, a ledger (*.db), or - for standard input; without one it is the newest session of the current folder.`

const closing = `
todo-replay COMMAND --help explains a command; --version prints the version. Exit codes: 0 nothing wrong, 1 findings, 2 a mistake in the call or the source, 3 a bug.`

/** What the program does where nothing is typed behind its name. */
const alone: readonly string[] = ['audit', '--format', 'brief']

/**
 * Runs a command line.
 * @returns the exit code
 * @throws CommanderError where the command line is wrong, and what the command throws
 */
export async function runProgram(typed: readonly string[], host: Host, output: Output): Promise<ExitCode> {
  const argv = typed.length === 0 ? alone : typed
  let exit: ExitCode = exitCode.fine
  const program = new Command(output.calledAs)
    .usage('[command] [source] [options]')
    .description(description)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpCommand(new Command('help').argument('[command]'))
    .addHelpText('after', closing)
    .exitOverride()
    .configureHelp({
      // Those of the program itself are in its closing words.
      visibleOptions: (command) =>
        command.parent === null ? [] : command.options.filter(({ hidden }) => !hidden),
      visibleCommands: (command) => command.commands.slice(),
    })
    .configureOutput({
      writeOut: (text) => output.line(reflow(output.typed(text).trimEnd(), output.helpColumns)),
      writeErr: () => undefined, // the error says the same, and `main` prints it
      getOutHelpWidth: () => output.helpColumns,
    })
  for (const { name, summary, group, load } of knownCommands) {
    const command = program
      .command(name)
      .description(`${capitalised(summary)}.`)
      .summary(summary)
    command.helpOption('-h, --help', 'print this help').helpGroup(`${group}:`)
    // Only a command that the line names is loaded; of the others the summary is enough.
    if (!argv.includes(name)) continue
    const { declare, run } = await load()
    declare(command)
    command.action(async () => {
      const words = command.args
      exit = await run({ source: words[0], words, options: command.opts(), output, host })
    })
  }
  try {
    await program.parseAsync(withoutIdleHelp(argv), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.fine
    throw error
  }
  return exit
}

/** What help is asked of is said to be unknown as a command is: commander itself has no words for it. */
function withoutIdleHelp(argv: readonly string[]): string[] {
  const [first, name] = argv
  const isIdle = first === 'help' && name !== undefined && !knownCommands.some((known) => known.name === name)
  return isIdle ? argv.slice(1) : [...argv]
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** The text in lines of at most `columns`. Lines that begin with a space, such as examples, are not touched. */
function reflow(text: string, columns: number): string {
  const paragraphs = text.replace(/^(\S.*)\n(?=\S)/gm, '$1 ').split('\n')
  return paragraphs.flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, columns))).join('\n')
}
