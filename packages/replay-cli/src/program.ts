/** The program's commands, and how a command line finds its way to one. */

import { Command, CommanderError } from 'commander'
import type { CommandModule } from './command.js'
import { type ExitCode, exitCode } from './exit-code.js'
import type { Host } from './host.js'
import { Options } from './options.js'
import type { Output } from './output.js'
import { packageVersion } from './package-version.js'

interface KnownCommand {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

const commands: readonly KnownCommand[] = [
  {
    name: 'audit',
    summary: 'which todos were marked done without the work',
    load: async () => (await import('./commands/audit.js')).audit,
  },
  {
    name: 'show',
    summary: 'the checklist as it stood at a turn',
    load: async () => (await import('./commands/show.js')).show,
  },
  {
    name: 'log',
    summary: 'the events, one a line',
    load: async () => (await import('./commands/log.js')).log,
  },
  {
    name: 'what-if',
    summary: 'the same session under another profile',
    load: async () => (await import('./commands/what-if.js')).whatIf,
  },
  {
    name: 'sessions',
    summary: 'the sessions of a source',
    load: async () => (await import('./commands/sessions.js')).sessions,
  },
  {
    name: 'import',
    summary: 'put recordings into a ledger',
    load: async () => (await import('./commands/import.js')).importCommand,
  },
  {
    name: 'export',
    summary: 'the events as JSON Lines, nothing left out',
    load: async () => (await import('./commands/export.js')).exportCommand,
  },
  {
    name: 'verify',
    summary: 'whether a log is as it was written',
    load: async () => (await import('./commands/verify.js')).verify,
  },
  {
    name: 'anchor',
    summary: 'a line to keep, which proves the log later',
    load: async () => (await import('./commands/anchor.js')).anchor,
  },
  {
    name: 'prove',
    summary: 'the proof that one event is in the log',
    load: async () => (await import('./commands/prove.js')).prove,
  },
  {
    name: 'redact',
    summary: 'take a secret out of a ledger',
    load: async () => (await import('./commands/redact.js')).redact,
  },
  {
    name: 'forget',
    summary: 'erase what a session of a ledger tells',
    load: async () => (await import('./commands/forget.js')).forget,
  },
  {
    name: 'profiles',
    summary: 'the todo systems that are known',
    load: async () => (await import('./commands/profiles.js')).profiles,
  },
]

const description = `Which todos were marked done without the work being done?

A source is a recorded session, a folder of them, a ledger (*.db), or - for standard input.`

const closing = `
Exit codes: 0 nothing wrong, 1 findings, 2 a mistake in the call or the source, 3 a fault of todo-replay.

Example:
  todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl`

/**
 * Runs a command line.
 * @returns the exit code
 * @throws CommanderError where the command line is wrong, and what the command throws
 */
export async function runProgram(argv: readonly string[], host: Host, output: Output): Promise<ExitCode> {
  const ran: { exit: ExitCode } = { exit: exitCode.fine }
  const program = new Command('todo-replay')
    .usage('<command> [source] [options]')
    .description(description)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', closing)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.line(text.trimEnd()),
      writeErr: () => undefined, // the error says the same, and `main` prints it
      getOutHelpWidth: () => output.columns,
    })
  for (const { name, summary, load } of commands) {
    const command = program.command(name).description(capitalised(summary)).summary(summary)
    command.helpOption('-h, --help', 'print this help')
    // Only a command that the line names is loaded; of the others the summary is enough.
    if (!argv.includes(name)) continue
    const { declare, run } = await load()
    declare(command)
    command.action(async () => {
      const [source] = command.args
      ran.exit = await run({ source, options: new Options(command.opts()), output, host })
    })
  }
  if (argv.length === 0) {
    program.configureOutput({ writeOut: (text) => output.message(text.trimEnd()) }).outputHelp()
    return exitCode.usage
  }
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.fine
    throw error
  }
  return ran.exit
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}
