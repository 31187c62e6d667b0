/** `todo-ledger token`: makes a token and shows it once, lists the tokens, or revokes one. */

import { HostError } from '@todo-ledger/core'
import { Command, InvalidArgumentError } from 'commander'
import { addToken, hasExpired, readTokens, revokeToken, usualTokensFile } from '../access/tokens.js'

interface TokenOptions {
  readonly all?: true
  readonly readOnly?: true
  readonly expires?: number
  readonly list?: true
  readonly revoke?: true
  readonly tokens?: string
}

export function tokenCommand(): Command {
  return new Command('token')
    .description('Make a token; it replaces an earlier one of the same name')
    .argument('[name]', 'small letters, digits and -; the ids of its sessions begin with it and a dot')
    .option('--all', 'a token that sees all sessions, and the metrics')
    .option('--read-only', 'a token that changes nothing')
    .option('--expires <days>', 'opens nothing after so many days, such as 30d', days)
    .option('--list', 'list the tokens by name')
    .option('--revoke', 'take the token of this name out')
    .option('--tokens <file>', 'the file for its hash')
    .action((name: string | undefined, options: TokenOptions) => {
      process.stdout.write(`${answer(name, options, new Date())}\n`)
    })
}

function answer(name: string | undefined, options: TokenOptions, now: Date): string {
  const { tokens: file = usualTokensFile(process.env), all = false, readOnly = false, expires } = options
  if (options.list) return listed(file, now)
  if (name === undefined)
    throw new HostError('no-token-name', 'Give the name of a token: `todo-ledger token builder`.')
  if (!options.revoke) {
    const until = expires && { expires: new Date(now.getTime() + expires * 86_400_000).toISOString() }
    return addToken(file, { name, all, readOnly, ...(until || {}) })
  }
  revokeToken(file, name)
  return `${name} is revoked.`
}

function listed(file: string, now: Date): string {
  const lines = readTokens(file).map((token) => {
    const { name, all, readOnly, expires } = token
    const date = expires && `${hasExpired(token, now) ? 'expired' : 'expires'} ${expires.slice(0, 10)}`
    const words = [name, all ? 'all sessions' : 'its own sessions', readOnly && 'read-only', date]
    return words.filter((word) => word).join(', ')
  })
  return lines.length === 0 ? `${file} has no tokens.` : lines.join('\n')
}

/** A number of days as options take it: `90d`. @throws InvalidArgumentError */
export function days(text: string): number {
  const [, number] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
  if (number !== undefined) return Number(number)
  throw new InvalidArgumentError('Give a number of days, such as 90d.')
}
