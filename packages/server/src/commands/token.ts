/** `todo-ledger token`: makes a token and shows it once. */

import { Command } from 'commander'
import { addToken, usualTokensFile } from '../access/tokens.js'

/** The command. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('Make a token; it replaces an earlier one of the same name')
    .argument('<name>', 'small letters, digits and -; the ids of its sessions begin with it and a dot')
    .option('--all', 'a token that sees all sessions, and the metrics')
    .option('--tokens <file>', 'the file for its hash')
    .action((name: string, options: { readonly all?: true; readonly tokens?: string }) => {
      const file = options.tokens ?? usualTokensFile(process.env)
      const token = addToken(file, { name, all: options.all === true })
      process.stdout.write(`${token}\n`)
    })
}
