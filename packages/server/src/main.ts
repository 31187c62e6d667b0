/** The program `todo-ledger`. */

import { LedgerError } from '@todo-ledger/core'
import { Command, CommanderError } from 'commander'
import { mcpCommand } from './commands/mcp.js'
import { serveCommand } from './commands/serve.js'
import { tokenCommand } from './commands/token.js'
import { packageVersion } from './package-version.js'

/** Runs the program. @param words after its name; @returns the exit code */
export async function main(words: readonly string[]): Promise<number> {
  const program = new Command('todo-ledger')
    .description('A ledger of todo lists as a service')
    .version(packageVersion())
    .addCommand(mcpCommand())
    .addCommand(serveCommand())
    .addCommand(tokenCommand())
  for (const command of [program, ...program.commands]) command.exitOverride()
  try {
    await program.parseAsync([...words], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof LedgerError) && !isSystemError(error)) throw error
    process.stderr.write(`todo-ledger: ${error.message}\n`)
    return 2
  }
}

/** What the system refuses, such as a port that is taken. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
