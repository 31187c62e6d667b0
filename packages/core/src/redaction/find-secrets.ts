/** Finds the secrets of a text, also those in texts that are encoded in it, in steps that grow with its length and no faster. */

import { decodedTexts, isContinued, joinedLines } from './decoded-texts.js'
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
  /** True to look into whatever can be decoded, at the cost of time: for a secret that is known to be somewhere. */
  readonly thorough?: boolean
  /** Is told how many characters each look may have passed: what a test counts. */
  readonly onLook?: (characters: number) => void
}

/** Encodings within encodings are undone so often. */
const deepest = 4
/** A shorter text holds no secret of a built-in pattern. In characters. */
const shortest = 12

/** The patterns of what people choose: the first word of the next line could be a part of any of it. */
const chosen: ReadonlySet<string> = new Set([
  ...[
    passwordName,
    secretName,
    'command-password',
    'pgpass-password',
    'sql-password',
    'cookie',
    'authorization',
  ],
])

/** Makes what finds the secrets of a text: sorted, none within another. */
export function createFinder({ off, own, thorough = false, onLook = () => undefined }: FinderOptions) {
  const builtin = off === null ? () => [] : builtinFinder(off, onLook)
  const least = own.length > 0 ? 1 : shortest
  return (text: string) => (off === null && own.length === 0 ? [] : find(text, 0))

  function find(text: string, depth: number): readonly FoundSecret[] {
    if (text.length < least) return []
    const ofOwn = own.flatMap(({ name, pattern }) =>
      Array.from(pattern[Symbol.matchAll](text), ({ 0: secret, index: start }) => {
        return { start, end: start + secret.length, name }
      }).filter(({ start, end }) => end > start),
    )
    const found = text.length >= shortest ? ofOwn.concat(builtin(text)) : ofOwn
    if (depth < deepest) {
      // One by one: there may be more than a call takes arguments.
      const wrapped = text.includes('\n') ? findWrapped(text, depth, merged(found)) : []
      for (const each of wrapped) found.push(each)
      for (const decoded of decodedTexts(text, thorough)) {
        for (const { start, end, name } of find(decoded.text, depth + 1)) {
          const [from, to] = decoded.place(start, end)
          if (to > from) found.push({ start: from, end: to, name })
        }
      }
    }
    return merged(found)
  }

  /** What only shows once lines are joined. What stands whole at the end of a line is not continued by a word. */
  function findWrapped(text: string, depth: number, known: readonly FoundSecret[]): readonly FoundSecret[] {
    const found: FoundSecret[] = []
    let next = 0
    for (const lines of joinedLines(text)) {
      for (const { start, end, name } of find(lines.text, depth + 1)) {
        const [from, to] = lines.place(start, end)
        while ((known[next]?.end ?? text.length) <= from) next += 1
        const isKnown = (known[next]?.start ?? text.length) <= from
        const isSure = !isKnown && !chosen.has(name)
        // Where no break stands in it, its surroundings are broken.
        const isBroken = to - from > end - start
        if (isSure || (isBroken && isContinued(text, from))) found.push({ start: from, end: to, name })
      }
    }
    return found
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

  return (text: string): readonly FoundSecret[] => {
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
