/** Who may ask. A token is a random text that is shown once; what is kept of it is its hash. */

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { HostError } from '@todo-ledger/core'
import {
  array,
  boolean,
  exactOptional,
  type InferOutput,
  object,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot'

/** Who asks, and which sessions are there for them. */
export interface Caller {
  /** The name of the token. */
  readonly name: string
  /** What the ids of their sessions begin with: `name.`; empty: all sessions are theirs. */
  readonly prefix: string
  /** True for the owner of this machine: what their agents recorded is theirs to see. */
  readonly isOwner?: true
}

/** The person at this machine, who sees all sessions. */
export const person: Caller = Object.freeze({ name: 'person', prefix: '', isOwner: true })

/** True where a session is the caller's. */
export function isTheirs({ prefix }: Caller, session: string): boolean {
  return session.startsWith(prefix)
}

const tokenName = pipe(string(), regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

const keptToken = object({
  name: tokenName,
  sha256: pipe(string(), regex(/^[0-9a-f]{64}$/)),
  all: exactOptional(boolean(), false),
})

const tokensFile = object({ tokens: array(keptToken) })

/** The tokens of a server. */
export class Tokens {
  readonly #byHash = new Map<string, Caller>()

  /** Makes a token that lives as long as this object does. */
  issue(caller: Caller): string {
    const token = newToken()
    this.#byHash.set(hashOf(token), caller)
    return token
  }

  /** Takes in the tokens that are kept in a file; none where there is no file. @throws HostError `bad-tokens` */
  load(file: string): void {
    for (const { name, sha256, all } of readTokens(file)) {
      this.#byHash.set(sha256, { name, prefix: all ? '' : `${name}.` })
    }
  }

  /** Who has a token, or null. Hashes are looked up, so that the time it takes says nothing of a token. */
  callerOf(token: string): Caller | null {
    return this.#byHash.get(hashOf(token)) ?? null
  }
}

/**
 * Makes a token for a name, keeps its hash in a file that only its owner can read, and gives the token.
 * @throws HostError `bad-token-name`, `bad-tokens`
 */
export function addToken(
  file: string,
  { name, all }: { readonly name: string; readonly all: boolean },
): string {
  if (!safeParse(tokenName, name).success) {
    throw new HostError(
      'bad-token-name',
      'The name of a token is made of small letters, digits and -, 40 at most.',
    )
  }
  const token = newToken()
  const others = readTokens(file).filter((other) => other.name !== name)
  const tokens = [...others, { name, sha256: hashOf(token), all }]
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(partial, `${JSON.stringify({ tokens }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(partial, file)
  return token
}

/** Where tokens are kept when nobody says. Source: the XDG base directory specification. */
export function usualTokensFile(env: Readonly<Record<string, string | undefined>>): string {
  const set = env['XDG_CONFIG_HOME']
  const folder = set !== undefined && isAbsolute(set) ? set : join(env['HOME'] ?? homedir(), '.config')
  return join(folder, 'todo-ledger', 'tokens.json')
}

function readTokens(file: string): readonly InferOutput<typeof keptToken>[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new HostError('bad-tokens', `The tokens in ${file} can't be read.`, { cause: error })
  }
  const read = safeParse(tokensFile, jsonOf(text))
  if (read.success) return read.output.tokens
  throw new HostError(
    'bad-tokens',
    `${file} is no file of tokens. Move it away and make the tokens anew with todo-ledger token.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function newToken(): string {
  return `tl_${randomBytes(32).toString('base64url')}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
