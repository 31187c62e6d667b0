/** The words of a text, as the audit compares items and work, and those by which an item is distinguished from others. */

import { detached } from '../../compact/detached.js'
import { smallWords, TextPattern } from '../languages/index.js'
import { actOfNoun, actOfVerb } from './verbs.js'

const stopWords = new Set(smallWords('stopWords'))

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const run = new TextPattern(String.raw`[\p{L}\p{M}\p{N}]+`, 'gu')

/** The runs of letters, marks and digits of a text. */
export function runsOf(text: string): readonly string[] {
  return text.match(run.for(text)) ?? []
}

/** Where a run in camelCase, PascalCase or with digits falls into words: `parseHTTPBody2` has four. */
const humps = new TextPattern(String.raw`\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+`, 'gu')

/**
 * Adds the words of a text to a set. A script without spaces gives its pairs of characters.
 * @param limit characters of the text that are read; linear in them
 * @param most stop when the set holds so many words
 */
export function addWords(words: Set<string>, text: string, limit: number, most: number): void {
  for (const each of runsOf(text.slice(0, limit))) {
    if (words.size >= most) return
    for (const word of rememberedRun(each)) words.add(word)
  }
}

/** The words of a text, each once. */
export function wordsOf(text: string, limit = 4000): ReadonlySet<string> {
  const words = new Set<string>()
  addWords(words, text, limit, limit)
  return words
}

/** Runs come back again and again: what they fall into is remembered, up to so many of them. */
const remembered = new Map<string, readonly string[]>()
const mostRemembered = 20_000

/** Longer runs are encoded data, no words, unless their script has no spaces; they are not remembered. */
export const longestRun = 120

function rememberedRun(letters: string): readonly string[] {
  const known = remembered.get(letters)
  if (known !== undefined) return known
  const found = wordsOfRun(letters)
  if (letters.length > longestRun) return found
  if (remembered.size >= mostRemembered) remembered.clear()
  // A run cut out of a long text would keep all of that text alive.
  remembered.set(detached(letters), found)
  return found
}

/** What a run of letters, marks and digits falls into: words as they are compared, none of them cut out of it. */
export function wordsOfRun(letters: string): readonly string[] {
  const isUnspaced = cjk.test(letters)
  if (letters.length > longestRun && !isUnspaced) return []
  return isUnspaced ? pairsOf(letters) : humpsOf(letters)
}

function humpsOf(text: string): readonly string[] {
  return (text.match(humps.for(text)) ?? []).flatMap(wordOf)
}

function wordOf(raw: string): readonly string[] {
  if (raw.length < 2 || raw.length > 40) return []
  const word = raw.toLowerCase()
  if (stopWords.has(word)) return []
  const stem = stemOf(word)
  return stem.length > 1 ? [detached(stem)] : []
}

function pairsOf(text: string): readonly string[] {
  const characters = [...text.slice(0, 2000)]
  const found: string[] = []
  for (let i = 0; i + 1 < characters.length; i += 1) {
    const first = characters[i] ?? ''
    const second = characters[i + 1] ?? ''
    if (cjk.test(first) && cjk.test(second)) found.push(first + second)
  }
  for (const [latin] of text.slice(0, 2000).matchAll(/[A-Za-z0-9]+/g)) found.push(...humpsOf(latin))
  return found
}

/** Endings that make no other word of it: "tests", "testing" and "tested" are "test", "validation" is "validat". */
function stemOf(word: string): string {
  if (word.length <= 3 || /\p{N}/u.test(word)) return word
  const stem = word
    .replace(/(?:ations?|ators?|ating|ated|ates|ate)$/u, 'at')
    .replace(/(?:ings?|ers?|ed|es|s|e)$/u, '')
  if (stem.length < 3) return word
  return /([^aeiouls])\1$/u.test(stem) ? stem.slice(0, -1) : stem
}

const alsoThings = new Set(smallWords('alsoThings'))

const tokens = new TextPattern(String.raw`[\p{L}\p{M}\p{N}_.'-]+`, 'gu')
const identifier = new TextPattern(String.raw`[_.\p{N}]|\p{Ll}\p{Lu}`, 'u')

/** The distinctive words of an item's text. Linear in its first 2,000 characters. */
export function itemWordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  const read = text.slice(0, 2000)
  for (const token of read.match(tokens.for(read)) ?? []) {
    if (isDistinctive(token)) addWords(words, token, 200, 200)
  }
  return words
}

function isDistinctive(token: string): boolean {
  if (/^cod(?:e|ing)$/iu.test(token)) return false
  if (identifier.test(token) || alsoThings.has(token.toLowerCase())) return true
  return actOfVerb(token) === null && actOfNoun(token) === null
}
