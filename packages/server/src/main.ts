/** The program `todo-ledger`. */

import { LedgerError } from '@todo-ledger/core'
import { Command } from 'commander'
import { mcpCommand } from './commands/mcp.js'
import { serveCommand } from './commands/serve.js'

/** Runs the program. @param words after its name; @returns the exit code */
export async function main(words: readonly string[]): Promise<number> {
  const program = new Command('todo-ledger')
    .description('A ledger of todo lists as a service')
    .addCommand(mcpCommand())
    .addCommand(serveCommand())
  try {
    await program.parseAsync([...words], { from: 'user' })
    return 0
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    process.stderr.write(`todo-ledger: ${error.message}\n`)
    return 2
  }
}
