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
  for (const command of [mcpCommand(), serveCommand(), tokenCommand()])
    program.addCommand(command.exitOverride())
  try {
    await program.exitOverride().parseAsync([...words], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    // What the ledger refuses, or the system, such as a file that can't be read.
    const isTold = error instanceof LedgerError || (error instanceof Error && 'syscall' in error)
    if (!isTold) throw error
    process.stderr.write(`todo-ledger: ${error.message}\n`)
    return 2
  }
}
