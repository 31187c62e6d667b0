/** Finds the secrets of a text, also those in texts that are encoded in it. */

import { Beginnings } from './beginnings.js'
import { decodedTexts } from './encodings.js'
import { nameBeginnings, namedSecretAt, passwordName, secretName } from './named-secrets.js'
import type { FoundSecret, SecretShape } from './secret-shapes.js'
import { contextShapes, tokenShapes } from './secret-shapes.js'
import { atLineEnd, unwrapped } from './wrapped-lines.js'

const shapes: readonly SecretShape[] = [...contextShapes, ...tokenShapes]

/** The names of the built-in patterns, sorted. */
export const builtinPatternNames: readonly string[] = [
  ...new Set([...shapes.map(({ name }) => name), passwordName, secretName]),
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
}

/** Finds the secrets of a text: sorted, none within another. */
export type FindSecrets = (text: string) => readonly FoundSecret[]

/** Encodings within encodings are undone so often. */
const deepest = 4
/** A shorter text holds no secret of a built-in pattern. In characters. */
const shortest = 12

/** Makes a finder. */
export function createFinder(options: FinderOptions): FindSecrets {
  const builtin = options.off === null ? null : new ShapeFinder(options.off)
  const { own, thorough } = options
  if (builtin === null && own.length === 0) return () => []
  const least = own.length > 0 ? 1 : shortest

  function find(text: string, depth: number): readonly FoundSecret[] {
    if (text.length < least) return []
    const found: FoundSecret[] = []
    for (const { name, pattern } of own) found.push(...findOwn(text, name, pattern))
    if (builtin !== null && text.length >= shortest) found.push(...builtin.find(text))
    if (depth < deepest) {
      for (const decoded of decodedTexts(text, { thorough })) {
        for (const { start, end, name } of find(decoded.text, depth + 1)) {
          const [from, to] = decoded.place(start, end)
          if (to > from) found.push({ start: from, end: to, name })
        }
      }
    }
    return found.length > 1 ? merged(found) : found
  }
  // What stands for a regular expression may find more the next time.
  const clean = own.every(({ pattern }) => pattern instanceof RegExp) ? new CleanTexts() : null
  return (text) => {
    if (text.length < least || clean?.has(text) === true) return none
    const found = find(text, 0)
    if (found.length === 0) clean?.add(text)
    return found
  }
}

const none: readonly FoundSecret[] = Object.freeze([])

/**
 * Texts that hold no secret. A model that rewrites its list sends the texts of all items again with each call: they are
 * looked through once. Of an update of eight items that was a third of the time.
 */
class CleanTexts {
  readonly #texts = new Set<string>()

  has(text: string): boolean {
    return text.length <= longestClean && this.#texts.has(text)
  }

  add(text: string): void {
    if (text.length > longestClean) return
    if (this.#texts.size >= mostClean) this.#texts.clear()
    this.#texts.add(text)
  }
}

/** In characters. */
const longestClean = 200
const mostClean = 1000

function findOwn(text: string, name: string, pattern: TextPattern): readonly FoundSecret[] {
  const found: FoundSecret[] = []
  for (const match of pattern[Symbol.matchAll](text)) {
    if (match[0] !== '') found.push({ start: match.index, end: match.index + match[0].length, name })
  }
  return found
}

/** Looks for the built-in patterns in one pass: where one of their beginnings stands, the rest is looked at. */
class ShapeFinder {
  readonly #off: ReadonlySet<string>
  /** Null is the beginning of a name. */
  readonly #beginnings: Beginnings<SecretShape | null>

  constructor(off: ReadonlySet<string>) {
    this.#off = off
    const on = shapes.filter(({ name }) => !off.has(name))
    const beginnings = on.flatMap((shape) => shape.starts.map((start) => [start, shape] as const))
    const names = off.has(passwordName) && off.has(secretName) ? [] : nameBeginnings
    this.#beginnings = new Beginnings([
      ...beginnings.sort(([one], [other]) => other.length - one.length),
      ...names.map((name) => [name, null] as const),
    ])
  }

  find(text: string): FoundSecret[] {
    const found: FoundSecret[] = []
    const named: FoundSecret[] = []
    let afterShape = 0
    let afterName = 0
    this.#beginnings.find(text, (shape, index, length) => {
      if (shape === null) {
        if (index < afterName) return
        const { end, secret } = namedSecretAt(text, index)
        afterName = end
        if (secret !== null && !this.#off.has(secret.name)) named.push(secret)
      } else if (index >= afterShape) {
        const secret = secretAt(text, index, shape)
        if (secret === null) return
        found.push(secret)
        afterShape = Math.max(index + length, secret.end)
      }
    })
    // After those that say more: of two at one place the first names it.
    return named.length === 0 ? found : [...found, ...named]
  }
}

function secretAt(text: string, index: number, shape: SecretShape): FoundSecret | null {
  if (shape.isWord === true && isWithinWord(text, index)) return null
  const { name, before } = shape
  const [start, end] = placeOf(text, index, shape) ?? [index, index]
  if (before !== undefined) {
    const from = end === index ? null : before(text, index)
    return from === null ? null : { start: from, end, name }
  }
  const joined = end === index || atLineEnd(text, end) ? unwrapped(text, index) : null
  if (joined !== null) {
    const [, last] = placeOf(joined.text, 0, shape) ?? [0, 0]
    if (last > joined.firstLine) return { start: Math.max(start, index), end: joined.place(last), name }
  }
  return end === index ? null : { start, end, name }
}

/** Where the secret of a shape that begins at a place starts and ends, where it is one. */
function placeOf(
  text: string,
  index: number,
  { shape, check }: SecretShape,
): readonly [number, number] | null {
  shape.lastIndex = index
  const match = shape.exec(text)
  if (match === null) return null
  const [start, end] = match.indices?.slice(1).find((group) => group !== undefined) ?? [
    index,
    index + match[0].length,
  ]
  const secret = text.slice(start, end)
  return (check === undefined ? isVaried(secret) : check(secret)) ? [start, end] : null
}

/** `ghp_xxxxxxxx…` is a placeholder. */
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
