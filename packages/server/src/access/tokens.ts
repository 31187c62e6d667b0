/** Who may ask. A token is a random text that is shown once; what is kept of it is its hash. */

import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { array, check, object, parse, pipe, regex, string } from 'valibot'

/** Who asks, and which sessions are there for them. */
export interface Caller {
  /** The name of the token. */
  readonly name: string
  /** What the ids of their sessions begin with: `name.`; empty: all sessions are theirs. */
  readonly prefix: string
}

/** The person at this machine, who sees all sessions. */
export const person: Caller = Object.freeze({ name: 'person', prefix: '' })

/** True where a session is the caller's. */
export function isTheirs({ prefix }: Caller, session: string): boolean {
  return session.startsWith(prefix)
}

const tokensFile = object({
  tokens: pipe(
    array(
      object({
        name: pipe(string(), regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
        sha256: pipe(string(), regex(/^[0-9a-f]{64}$/)),
      }),
    ),
    check((tokens) => new Set(tokens.map(({ name }) => name)).size === tokens.length, 'names come once'),
  ),
})

/** The tokens of a server. */
export class Tokens {
  readonly #byHash = new Map<string, Caller>()

  /** Makes a token that lives as long as this object does. */
  issue(caller: Caller): string {
    const token = newToken()
    this.#byHash.set(hashOf(token), caller)
    return token
  }

  /** Takes in the tokens that are kept in a file; none where there is no file. */
  load(file: string): void {
    for (const { name, sha256 } of readTokens(file)) this.#byHash.set(sha256, callerNamed(name))
  }

  /** Who has a token, or null. Hashes are looked up, so that the time it takes says nothing of a token. */
  callerOf(token: string): Caller | null {
    return this.#byHash.get(hashOf(token)) ?? null
  }
}

/** Makes a token for a name, keeps its hash in a file that only its owner can read, and gives the token. */
export function addToken(file: string, name: string): string {
  const token = newToken()
  const { tokens } = parse(tokensFile, {
    tokens: [...readTokens(file).filter((other) => other.name !== name), { name, sha256: hashOf(token) }],
  })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(partial, `${JSON.stringify({ tokens }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(partial, 0o600)
  renameSync(partial, file)
  return token
}

function readTokens(file: string): readonly { readonly name: string; readonly sha256: string }[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return parse(tokensFile, JSON.parse(text)).tokens
}

function callerNamed(name: string): Caller {
  return { name, prefix: `${name}.` }
}

function newToken(): string {
  return `tl_${randomBytes(32).toString('base64url')}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
