/** Finds the secrets of a text, also those in texts that are encoded in it, in steps that grow with its length and no faster. */

import { decodedTexts } from './encodings.js'
import type { FoundSecret, SecretKind } from './kinds.js'
import { nameBeginnings, namedSecretAt, passwordName, secretName } from './named-secrets.js'
import { shapeKinds } from './shapes.js'
import { tokens } from './tokens.js'

const kinds = [...tokens, ...shapeKinds]

/** The names of the built-in patterns, sorted. */
export const builtinPatternNames: readonly string[] = [
  ...new Set([...kinds.map(({ name }) => name), passwordName, secretName]),
].sort()

/** What finds a pattern in a text: a regular expression, or what stands for one. */
export interface TextPattern {
  /** As it is written. */
  readonly source: string
  /** Where it is found in a text, from left to right. */
  [Symbol.matchAll](text: string): Iterable<{ readonly 0: string; readonly index: number }>
}

/** A pattern of one's own: the name that a redacted place shows, and what to take out, anywhere in a text. */
export interface RedactionPattern {
  /** Small letters, digits and hyphens. */
  readonly name: string
  readonly pattern: TextPattern
}

interface FinderOptions {
  /** Which built-in patterns are off; null: all of them. */
  readonly off: ReadonlySet<string> | null
  readonly own: readonly RedactionPattern[]
  /** Is told how many characters each look may have passed: what a test counts. */
  readonly onLook?: (characters: number) => void
}

/** Encodings within encodings are undone so often. */
const deepest = 4
/** A shorter text holds no secret of a built-in pattern. In characters. */
const shortest = 12

/** Makes what finds the secrets of a text: sorted, none within another. */
export function createFinder({ off, own, onLook = () => undefined }: FinderOptions) {
  const builtin = off === null ? () => [] : builtinFinder(off, onLook)
  return (text: string) => find(text, 0)

  function find(text: string, depth: number): readonly FoundSecret[] {
    if (text.length < shortest && own.length === 0) return []
    const found = text.length < shortest ? [] : builtin(text)
    for (const { name, pattern } of own) {
      for (const { 0: secret, index: start } of pattern[Symbol.matchAll](text))
        if (secret !== '') found.push({ start, end: start + secret.length, name })
    }
    if (depth < deepest) {
      for (const decoded of decodedTexts(text, off === null)) {
        for (const { start, end, name } of find(decoded.text, depth + 1)) {
          const [from, to] = decoded.place(start, end)
          found.push({ start: from, end: to, name })
        }
      }
    }
    return merged(found)
  }
}

/** Looks for the built-in patterns in one pass: where one of their beginnings stands, a bounded rest is looked at. */
function builtinFinder(off: ReadonlySet<string>, onLook: (characters: number) => void) {
  const begun = kinds
    .filter(({ name }) => !off.has(name))
    .flatMap((kind) => kind.starts.map((start): Beginning => [start, kind]))
    .sort(([one], [other]) => other.length - one.length)
  const names = off.has(passwordName) && off.has(secretName) ? [] : nameBeginnings
  const forEachBeginning = beginningsFinder([...begun, ...names.map((name): Beginning => [name, null])])

  return (text: string): FoundSecret[] => {
    const found: FoundSecret[] = []
    const named: FoundSecret[] = []
    let afterKind = 0
    let afterName = 0
    forEachBeginning(text, (kind, index, start) => {
      if (kind !== null && index >= afterKind) {
        const { place, next, looked } = kind.at(text, index, start)
        onLook(looked)
        if (place !== null) found.push({ start: place[0], end: place[1], name: kind.name })
        afterKind = Math.max(afterKind, next)
      }
      if (kind === null && index >= afterName) {
        const { end, secret } = namedSecretAt(text, index, named.at(-1)?.end ?? 0)
        onLook(end - index)
        afterName = end
        if (secret !== null && !off.has(secret.name)) named.push(secret)
      }
    })
    // After those that say more: of two at one place the first names it.
    return [...found, ...named]
  }
}

/** A beginning and the kind of secret that it is of, or null where a name begins. */
type Beginning = readonly [start: string, kind: SecretKind | null]

/** So many numbers have three characters: few enough to stay near the processor. */
const numbers = 1 << 14

/** Makes what calls `found` for each place in a text where one of many beginnings stands, in one pass: by three characters at once. */
function beginningsFinder(beginnings: readonly Beginning[]) {
  /** For the number of three characters, the place of their beginnings in the list; 0 for most. */
  const places = new Uint16Array(numbers)
  const lists: Beginning[][] = [[]]
  for (const beginning of beginnings) {
    const [start] = beginning
    const number =
      ((start.charCodeAt(0) << 9) ^ (start.charCodeAt(1) << 5) ^ start.charCodeAt(2)) & (numbers - 1)
    const place = places[number] ?? 0
    if (place === 0) places[number] = lists.push([beginning]) - 1
    else lists[place]?.push(beginning)
  }
  return (text: string, found: (kind: SecretKind | null, index: number, start: string) => void): void => {
    let first = text.charCodeAt(0)
    let second = text.charCodeAt(1)
    for (let index = 2; index < text.length; index += 1) {
      const third = text.charCodeAt(index)
      const place = places[((first << 9) ^ (second << 5) ^ third) & (numbers - 1)] ?? 0
      first = second
      second = third
      if (place === 0) continue
      for (const [start, kind] of lists[place] ?? [])
        if (text.startsWith(start, index - 2)) found(kind, index - 2, start)
    }
  }
}

/** The same places, sorted, those that touch or overlap as one. */
function merged(found: readonly FoundSecret[]): readonly FoundSecret[] {
  if (found.length < 2) return found
  const result: FoundSecret[] = []
  for (const secret of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = result.at(-1)
    if (last === undefined || secret.start >= last.end) result.push(secret)
    else if (secret.end > last.end) result[result.length - 1] = { ...last, end: secret.end }
  }
  return result
}
