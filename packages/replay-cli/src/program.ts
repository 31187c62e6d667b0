/** The program's commands, and how a command line finds its way to one. */

import { Command, CommanderError } from 'commander'
import { type ExitCode, exitCode } from './exit-code.js'
import type { Host } from './host.js'
import { knownCommands } from './known-commands.js'
import type { Output } from './output.js'
import { packageVersion } from './package-version.js'
import { reflow } from './text/wrap.js'

const description = `Finds the todos that an AI agent marked done without doing the work. Without arguments it audits the newest session of the current folder, in brief.

A source is a recorded session, a folder of them, a ledger (*.db), or - for standard input. Without a source, commands use the newest session that an agent recorded for the current folder; with --session ID, that session of any agent. \`todo-replay sessions\` lists them.`

const closing = (name: string): string => `
Exit codes: 0 nothing wrong, 1 findings, 2 a mistake in the call or the source, 3 a bug of todo-replay.

Examples:
  ${name}
  todo-replay sessions
  todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl`

/** What the program does where nothing is typed behind its name. */
const alone: readonly string[] = ['audit', '--brief']

/**
 * Runs a command line.
 * @returns the exit code
 * @throws CommanderError where the command line is wrong, and what the command throws
 */
export async function runProgram(typed: readonly string[], host: Host, output: Output): Promise<ExitCode> {
  const argv = typed.length === 0 ? alone : typed
  const ran: { exit: ExitCode } = { exit: exitCode.fine }
  const program = new Command(output.calledAs)
    .usage('[command] [source] [options]')
    .description(description)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .commandsGroup('About todo-replay:')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', closing(output.calledAs))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.line(reflow(output.typed(text).trimEnd(), output.helpColumns)),
      writeErr: () => undefined, // the error says the same, and `main` prints it
      getOutHelpWidth: () => output.helpColumns,
    })
  for (const { name, summary, group, load } of knownCommands) {
    const command = program.command(name).description(capitalised(summary)).summary(summary)
    command.helpOption('-h, --help', 'print this help').helpGroup(`${group}:`)
    // Only a command that the line names is loaded; of the others the summary is enough.
    if (!argv.includes(name)) continue
    const { declare, run } = await load()
    declare(command)
    command.action(async () => {
      const [source] = command.args
      ran.exit = await run({
        source,
        words: command.args,
        options: command.opts(),
        output,
        host,
        commands: knownCommands,
      })
    })
  }
  try {
    await program.parseAsync(withoutIdleHelp(argv), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.fine
    throw error
  }
  return ran.exit
}

/** What help is asked of is said to be unknown as a command is: commander itself has no words for it. */
function withoutIdleHelp(argv: readonly string[]): string[] {
  const [first, name] = argv
  const isIdle = first === 'help' && name !== undefined && !knownCommands.some((known) => known.name === name)
  return isIdle ? argv.slice(1) : [...argv]
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}
