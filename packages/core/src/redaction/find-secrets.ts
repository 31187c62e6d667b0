/** Finds the secrets of a text, also those in texts that are encoded in it, in steps that grow with its length and no faster. */

import { Beginnings } from './beginnings.js'
import { type FoundSecret, type SecretShape, shapes } from './contexts.js'
import { decodedTexts } from './encodings.js'
import { nameBeginnings, namedSecretAt, passwordName, secretName } from './named-secrets.js'
import { needsWordStart, type TokenKind, tokenKinds, tokenRun } from './tokens.js'
import { joinedLines } from './wrapped-lines.js'

/** The names of the built-in patterns, sorted. */
export const builtinPatternNames: readonly string[] = [
  ...new Set([...shapes, ...tokenKinds].map(({ name }) => name).concat(passwordName, secretName)),
].sort()

/** What finds a pattern in a text: a regular expression, or what stands for one. */
export interface TextPattern {
  /** As it is written. */
  readonly source: string
  /** Where it is found in a text, from left to right. */
  [Symbol.matchAll](text: string): Iterable<{ readonly 0: string; readonly index: number }>
}

/** A pattern of one's own. */
export interface OwnPattern {
  /** The name that a redacted place shows. */
  readonly name: string
  /** What to take out; a regular expression with the flag `g`. */
  readonly pattern: TextPattern
}

/** What a finder looks for. */
interface FinderOptions {
  /** Which built-in patterns are off; null: all of them. */
  readonly off: ReadonlySet<string> | null
  /** Patterns of one's own. */
  readonly own: readonly OwnPattern[]
  /** True to look into whatever can be decoded, at the cost of time: for a secret that is known to be somewhere. */
  readonly thorough: boolean
  /** Is told how many characters each look may have passed: what a test counts. */
  readonly onLook?: (characters: number) => void
}

/** Finds the secrets of a text: sorted, none within another. */
export type FindSecrets = (text: string) => readonly FoundSecret[]

/** Encodings within encodings are undone so often. */
const deepest = 4
/** A shorter text holds no secret of a built-in pattern. In characters. */
const shortest = 12
const none: readonly FoundSecret[] = Object.freeze([])

/** Makes a finder. */
export function createFinder({ off, own, thorough, onLook }: FinderOptions): FindSecrets {
  const builtin = off === null ? null : new ShapeFinder(off, onLook ?? (() => undefined))
  if (builtin === null && own.length === 0) return () => none
  const least = own.length > 0 ? 1 : shortest

  function find(text: string, depth: number): readonly FoundSecret[] {
    if (text.length < least) return none
    const found: FoundSecret[] = own.flatMap(({ name, pattern }) => findOwn(text, name, pattern))
    // One by one: a text may hold more than a call takes arguments.
    if (builtin !== null && text.length >= shortest)
      for (const secret of builtin.find(text)) found.push(secret)
    if (depth < deepest) {
      if (text.includes('\n')) for (const secret of findWrapped(text, depth, found)) found.push(secret)
      for (const decoded of decodedTexts(text, { thorough })) {
        for (const { start, end, name } of find(decoded.text, depth + 1)) {
          const [from, to] = decoded.place(start, end)
          if (to > from) found.push({ start: from, end: to, name })
        }
      }
    }
    return found.length > 1 ? merged(found) : found
  }

  /** What only shows once lines are joined. What stands whole at the end of a line is not continued by a word. */
  function findWrapped(text: string, depth: number, whole: readonly FoundSecret[]): readonly FoundSecret[] {
    const found: FoundSecret[] = []
    const known = merged(whole)
    let next = 0
    for (const lines of joinedLines(text)) {
      for (const { start, end, name } of find(lines.text, depth + 1)) {
        const [from, to] = lines.place(start, end) ?? [0, 0]
        if (to === 0) continue
        while ((known[next]?.end ?? text.length) <= from) next += 1
        const isKnown = (known[next]?.start ?? text.length) <= from
        const isSure = !isKnown && !chosen.has(name)
        if (isSure || lines.isContinued(start)) found.push({ start: from, end: to, name })
      }
    }
    return found
  }
  return (text) => find(text, 0)
}

/** The patterns of what people choose: the first word of the next line could be a part of any of it. */
const chosen: ReadonlySet<string> = new Set([
  passwordName,
  secretName,
  'command-password',
  'pgpass-password',
  'sql-password',
  'cookie',
  'authorization',
])

function findOwn(text: string, name: string, pattern: TextPattern): readonly FoundSecret[] {
  return Array.from(pattern[Symbol.matchAll](text), ({ 0: secret, index }) => ({
    start: index,
    end: index + secret.length,
    name,
  })).filter(({ start, end }) => end > start)
}

/** What stands behind a beginning: a token, a shape, or null for the name of a secret. */
type Begun = { readonly token: TokenKind } | { readonly shape: SecretShape } | null

/** A pattern may look so far back from where it begins. In characters. */
const reachBack = 100

/** Looks for the built-in patterns in one pass: where one of their beginnings stands, a bounded rest is looked at. */
class ShapeFinder {
  readonly #off: ReadonlySet<string>
  readonly #onLook: (characters: number) => void
  readonly #beginnings: Beginnings<Begun>

  constructor(off: ReadonlySet<string>, onLook: (characters: number) => void) {
    this.#off = off
    this.#onLook = onLook
    const begun: (readonly [string, Begun])[] = [
      ...tokenKinds.flatMap((token) => token.starts.map((start) => [start, { token }] as const)),
      ...shapes.flatMap((shape) => shape.starts.map((start) => [start, { shape }] as const)),
    ].filter(([, each]) => !off.has('token' in each ? each.token.name : each.shape.name))
    const names = off.has(passwordName) && off.has(secretName) ? [] : nameBeginnings
    this.#beginnings = new Beginnings([
      ...begun.sort(([one], [other]) => other.length - one.length),
      ...names.map((name) => [name, null] as const),
    ])
  }

  find(text: string): readonly FoundSecret[] {
    const found: FoundSecret[] = []
    const named: FoundSecret[] = []
    let afterShape = 0
    let afterName = 0
    this.#beginnings.find(text, (begun, index, length) => {
      if (begun === null) {
        if (index < afterName) return
        const { end, secret } = namedSecretAt(text, index, named.at(-1)?.end ?? 0)
        this.#onLook(end - index)
        afterName = end
        if (secret !== null && !this.#off.has(secret.name)) named.push(secret)
      } else if (index >= afterShape) {
        const { secret, end } =
          'token' in begun
            ? this.#token(text, index, length, begun.token)
            : this.#shape(text, index, begun.shape)
        if (secret !== null) found.push(secret)
        afterShape = Math.max(afterShape, end)
      }
    })
    // After those that say more: of two at one place the first names it.
    return named.length === 0 ? found : [...found, ...named]
  }

  /** The token that begins at a place, and where to look on: never at the same run again. */
  #token(text: string, index: number, length: number, kind: TokenKind): Looked {
    const { name } = kind
    const start = text.slice(index, index + length)
    const isWordStart = () => !needsWordStart(start, kind) || !isWithinWord(text, index)
    const from = index + length
    const run = tokenRun(text, from, { kind, start, isWordStart })
    this.#onLook(run.end - index)
    if (run.isToken) return looked({ start: index, end: run.end, name })
    // A run that is long enough and no token is a placeholder as a whole.
    return { secret: null, end: run.end - from >= kind.least ? run.end : index }
  }

  #shape(text: string, index: number, shape: SecretShape): Looked {
    const nothing = { secret: null, end: index }
    if (shape.isWord === true && isWithinWord(text, index)) return nothing
    const { name, before, reach = 1000 } = shape
    const from = Math.max(0, index - reachBack)
    this.#onLook(reach)
    if (before !== undefined) {
      const end = endOf(text.slice(from, index + reach), index - from, shape)
      const start = end === null ? null : before(text, index)
      if (start === null || end === null || !isVaried(text.slice(start, from + end))) return nothing
      return looked({ start, end: from + end, name })
    }
    const [start, end] = placeIn(text.slice(from, index + reach), index - from, shape) ?? [0, 0]
    return end === 0 ? nothing : looked({ start: from + start, end: from + end, name })
  }
}

interface Looked {
  readonly secret: FoundSecret | null
  /** Where to look on. */
  readonly end: number
}

function looked(secret: FoundSecret): Looked {
  return { secret, end: secret.end }
}

function endOf(text: string, index: number, { shape }: SecretShape): number | null {
  shape.lastIndex = index
  return shape.test(text) ? shape.lastIndex : null
}

/** Where the secret of a shape that begins at a place starts and ends, where it is one. */
function placeIn(
  text: string,
  index: number,
  { shape, check = isVaried }: SecretShape,
): readonly [number, number] | null {
  shape.lastIndex = index
  const match = shape.exec(text)
  if (match === null) return null
  const whole: readonly [number, number] = [index, index + match[0].length]
  const [start, end] = match.indices?.slice(1).find((group) => group !== undefined) ?? whole
  return check(text.slice(start, end)) ? [start, end] : null
}

/** False for a placeholder. */
function isVaried(secret: string): boolean {
  return new Set(secret.slice(-24)).size >= 6
}

/** True where the character before belongs to the same word; the letter of `\n` and of a terminal's colour does not. */
function isWithinWord(text: string, index: number): boolean {
  if (index === 0 || !/[A-Za-z0-9]/.test(text.charAt(index - 1))) return false
  return !/(?:\\[nrtbf]|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|%[\da-fA-F]{2}|\[[\d;]{0,12}m)$/.test(
    text.slice(Math.max(0, index - 16), index),
  )
}

/** The same places, sorted, those that touch or overlap as one. */
function merged(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const sorted = found.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const result: FoundSecret[] = []
  for (const secret of sorted) {
    const last = result.at(-1)
    if (last === undefined || secret.start >= last.end) result.push(secret)
    else if (secret.end > last.end) result[result.length - 1] = { ...last, end: secret.end }
  }
  return result
}
