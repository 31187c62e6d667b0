/** Who may ask. A token is a random text that is shown once; what is kept of it is its hash. */

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { HostError } from '@todo-ledger/core'
import * as v from 'valibot'

/** Who asks, and which sessions are there for them. */
export interface Caller {
  readonly name: string
  /** What the ids of their sessions begin with: `name.`; empty: all sessions are theirs. */
  readonly prefix: string
  /** True for the owner of this machine, at this machine: what their agents recorded is theirs to see. */
  readonly isOwner?: true
  /** True: they read, and change nothing. */
  readonly isReadOnly?: true
}

/** The person at this machine, who sees all sessions. */
export const person: Caller = Object.freeze({ name: 'person', prefix: '', isOwner: true })

/** The same, asking from another machine or through a proxy. */
export const personElsewhere: Caller = Object.freeze({ name: 'person', prefix: '' })

export function isTheirs({ prefix }: Pick<Caller, 'prefix'>, session: string): boolean {
  return session.startsWith(prefix)
}

const tokenName = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
const keptToken = v.object({
  name: tokenName,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  all: v.exactOptional(v.boolean(), false),
  readOnly: v.exactOptional(v.boolean(), false),
  /** From then on it opens nothing. */
  expires: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
})
type KeptToken = v.InferOutput<typeof keptToken>
const tokensFile = v.pipe(v.string(), v.parseJson(), v.object({ tokens: v.array(keptToken) }))

/** The tokens of a server. */
export class Tokens {
  readonly #issued = new Map<string, Caller>()
  #kept: ReadonlyMap<string, KeptToken> = new Map()
  /** What of the file says that it is another: as it was read. */
  #seen = ''

  /**
   * @param file where tokens are kept; who has one is looked up there as it stands then, so that one that was replaced
   * opens nothing any more. Null for none
   * @throws HostError `bad-tokens`
   */
  constructor(
    readonly file: string | null = null,
    readonly clock: () => Date = () => new Date(),
  ) {
    this.#refresh()
  }

  /** Makes a token that lives as long as this object does. */
  issue(caller: Caller): string {
    const token = newToken()
    this.#issued.set(hashOf(token), caller)
    return token
  }

  /**
   * Who has a token, or null. Hashes are looked up, so that the time it takes says nothing of a token.
   * @throws HostError `bad-tokens` where the file was damaged meanwhile
   */
  callerOf(token: string): Caller | null {
    const hash = hashOf(token)
    const issued = this.#issued.get(hash)
    if (issued !== undefined) return issued
    this.#refresh()
    const kept = this.#kept.get(hash)
    if (kept === undefined || hasExpired(kept, this.clock())) return null
    const { name, all, readOnly } = kept
    return { name, prefix: all ? '' : `${name}.`, ...(readOnly ? { isReadOnly: true } : {}) }
  }

  /** True where a token opens something now; one that can't be looked up opens nothing. */
  isOpen(token: string): boolean {
    try {
      return this.callerOf(token) !== null
    } catch {
      return false
    }
  }

  #refresh(): void {
    if (this.file === null) return
    const now = versionOf(this.file)
    if (now === this.#seen) return
    this.#kept = new Map(readTokens(this.file).map((kept) => [kept.sha256, kept]))
    this.#seen = now
  }
}

/**
 * Makes a token for a name, keeps its hash in a file that only its owner can read, and gives the token.
 * @throws HostError `bad-token-name`, `bad-tokens`
 */
export function addToken(
  file: string,
  { name, ...given }: Pick<KeptToken, 'name' | 'all'> & Partial<Pick<KeptToken, 'readOnly' | 'expires'>>,
): string {
  if (!v.is(tokenName, name)) {
    const what = "A token's name has at most 40 characters: small letters, digits and -."
    throw new HostError('bad-token-name', what)
  }
  const token = newToken()
  const others = readTokens(file).filter((other) => other.name !== name)
  writeTokens(file, [...others, { readOnly: false, ...given, name, sha256: hashOf(token) }])
  return token
}

/** Takes a token out of a file: it opens nothing from then on. @throws HostError `unknown-token`, `bad-tokens` */
export function revokeToken(file: string, name: string): void {
  const all = readTokens(file)
  const left = all.filter((token) => token.name !== name)
  if (left.length === all.length) {
    const what = `${file} has no token of the name ${JSON.stringify(name)}. \`todo-ledger token --list\` shows those that it has.`
    throw new HostError('unknown-token', what)
  }
  writeTokens(file, left)
}

export function hasExpired({ expires }: KeptToken, now: Date): boolean {
  return expires !== undefined && Date.parse(expires) <= now.getTime()
}

/** Where tokens are kept when nobody says. Source: the XDG base directory specification. */
export function usualTokensFile(env: Readonly<Record<string, string | undefined>>): string {
  const set = env['XDG_CONFIG_HOME']
  const folder = set !== undefined && isAbsolute(set) ? set : join(env['HOME'] ?? homedir(), '.config')
  return join(folder, 'todo-ledger', 'tokens.json')
}

/** The tokens of a file; none where there is no file. @throws HostError `bad-tokens` */
export function readTokens(file: string): readonly KeptToken[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw unreadable(file, error)
  }
  const read = v.safeParse(tokensFile, text)
  if (read.success) return read.output.tokens
  const what = `${file} is not a file of tokens. Move it away and create the tokens again with todo-ledger token.`
  throw new HostError('bad-tokens', what)
}

function writeTokens(file: string, tokens: readonly KeptToken[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(partial, `${JSON.stringify({ tokens }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(partial, file)
}

function versionOf(file: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {}
    return `${ino} ${size} ${mtimeNs}`
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, cause: unknown): HostError {
  return new HostError('bad-tokens', `The tokens in ${file} can't be read.`, { cause })
}

const newToken = (): string => `tl_${randomBytes(32).toString('base64url')}`
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
