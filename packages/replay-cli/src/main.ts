/** The program `todo-replay`. Only `main` knows of exit codes and of how a failure is printed. */

import { CommanderError } from 'commander'
import { exitCode, Failure, faultMessage, toldFailure } from './failure.js'
import type { Host } from './host.js'
import { knownCommands } from './known-commands.js'
import { Output, OutputClosed } from './output.js'
import { runProgram } from './program.js'
import { printable } from './text/printable.js'

export type { Host, TerminalStream } from './host.js'

/**
 * Runs `todo-replay`.
 * @param argv the words after the program's name
 * @param host what it reads from and writes to; this process when absent
 * @returns the exit code
 */
export async function main(argv: readonly string[], host: Host = process): Promise<number> {
  const output = new Output(
    host,
    undefined,
    knownCommands.map(({ name }) => name),
  )
  try {
    const exit = await runProgram(argv, host, output)
    await output.finish()
    return exit
  } catch (error) {
    return report(error, argv, host, output)
  }
}

function report(error: unknown, argv: readonly string[], host: Host, output: Output): number {
  if (error instanceof OutputClosed) {
    if (error.trouble !== null) output.message(`todo-replay: ${printable(error.message)}`)
    return error.trouble === null ? exitCode.fine : exitCode.usage
  }
  const { code, message, exit } = toldFailure(error)
  const printed = exit === exitCode.fault ? faultMessage(message) : message
  if (asksForJson(argv) && !output.isClosed) output.json({ error: { code, message: output.typed(printed) } })
  else {
    output.message(`todo-replay: ${printable(printed)}`)
    for (const line of linesOf(error, argv)) output.message(`  ${printable(line)}`.trimEnd())
  }
  if (exit === exitCode.fault && isSet(host.env['TODO_REPLAY_DEBUG']) && error instanceof Error) {
    for (const line of (error.stack ?? '').split('\n')) output.message(printable(line))
  }
  return exit
}

/** What stands below the message: more of it, or where to read how the program is called. */
function linesOf(error: unknown, argv: readonly string[]): readonly string[] {
  if (error instanceof Failure) return error.lines
  if (!(error instanceof CommanderError)) return []
  const command = knownCommands.find(({ name }) => argv.includes(name))
  if (command !== undefined) return [`todo-replay ${command.name} --help says how it is called.`]
  return ['todo-replay --help lists the commands.']
}

/** Also where the command line could not be read to its end. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = argv.slice(0, end === -1 ? argv.length : end)
  const asJson = (word: string, index: number) => word === '--format' && words[index + 1] === 'json'
  return words.includes('--json') || words.includes('--format=json') || words.some(asJson)
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0'
}
