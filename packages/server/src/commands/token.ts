/** `todo-ledger token`: makes a token and shows it once, lists the tokens, or revokes one. */

import { HostError } from '@todo-ledger/core'
import { Command } from 'commander'
import { addToken, hasExpired, readTokens, revokeToken, usualTokensFile } from '../access/tokens.js'
import { days } from './days.js'

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
      process.stdout.write(answer(name, options, new Date()))
    })
}

function answer(name: string | undefined, options: TokenOptions, now: Date): string {
  const file = options.tokens ?? usualTokensFile(process.env)
  if (options.list) return listed(file, now)
  if (name === undefined) {
    throw new HostError('no-token-name', 'Give the name of a token: `todo-ledger token builder`.')
  }
  if (options.revoke) {
    revokeToken(file, name)
    return `${name} is revoked.\n`
  }
  const expires =
    options.expires === undefined ? undefined : new Date(now.getTime() + options.expires * 86_400_000)
  const token = addToken(file, {
    name,
    all: options.all === true,
    readOnly: options.readOnly === true,
    ...(expires === undefined ? {} : { expires: expires.toISOString() }),
  })
  return `${token}\n`
}

function listed(file: string, now: Date): string {
  const lines = readTokens(file).map((token) => {
    const { name, all, readOnly, expires } = token
    const date = expires?.slice(0, 10)
    return [
      name,
      all ? 'all sessions' : 'its own sessions',
      ...(readOnly ? ['read-only'] : []),
      ...(date === undefined ? [] : [hasExpired(token, now) ? `expired ${date}` : `expires ${date}`]),
    ].join(', ')
  })
  return lines.length === 0 ? `${file} has no tokens.\n` : `${lines.join('\n')}\n`
}
