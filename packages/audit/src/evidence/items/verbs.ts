/** The verb of a clause and what it is done to, in whatever language and word order; and the nouns that stand for verbs. */

import { firstOf, languages, saying, smallWords, sourceOf, TextPattern } from '../languages/index.js'
import {
  type Act,
  type Language,
  mapOf,
  type UnspacedVerb,
  type UnspacedVerbs,
  type VerbPhrase,
} from '../languages/language.js'
import { RomanceReader } from '../languages/romance.js'

const [english, ...others] = languages
const romance = new RomanceReader(languages.flatMap((language) => language.romance ?? []))
const readers: readonly (Pick<Language, 'verb' | 'noun'> | undefined)[] = [english, romance, ...others]

/**
 * The act of a word as a verb in any of its common forms ("adds", "Testing", "verified", "corriger"), or null.
 * @param after what follows the word; it tells some foreign verbs from English nouns
 */
export function actOfVerb(word: string, after = ''): Act | null {
  for (const reader of readers) {
    const act = reader?.verb?.(word, after)
    if (act !== null && act !== undefined) return act
  }
  return null
}

/** The act that a noun stands for, or null; of a word with hyphens its last part: "self-review". */
export function actOfNoun(word: string): Act | null {
  const last = /^(?:self|code|peer)-(?:.*-)?([^-]*)$/iu.exec(word)?.[1]
  for (const reader of readers) {
    const act =
      reader?.noun?.(word) ?? (reader === english && last !== undefined ? english?.noun?.(last) : null)
    if (act !== null && act !== undefined) return act
  }
  return null
}

/** Words before a verb that say nothing of it. */
const adverbs = new Set(smallWords('adverbs'))

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The verb of a clause: at its start, or where its language puts it last, at its end; null where there is none. */
export function verbOf(text: string): VerbPhrase | null {
  const clauseOf = languages.find(({ script }) => script?.test(text))?.clause
  if (clauseOf !== undefined) return clauseOf(text)
  const last = lastVerbOf(text)
  if (last !== null) return last
  const word = /[\p{L}\p{M}\p{N}_.'’-]+/gu
  for (let i = 0; i < 4; i += 1) {
    const match = word.exec(text)
    if (match === null) return null
    const rest = text.slice(match.index)
    if (unspaced.test(match[0])) return unspacedVerbOf(rest)
    const phrase =
      firstOf((language) => language.phrase?.(rest)) ?? wordAt(match[0], text.slice(word.lastIndex))
    if (phrase !== null) return phrase
    // "TypeScript 编译验证": a name before words that are not spaced.
    if (i === 0 && unspaced.test(text)) return unspacedVerbOf(text.slice(text.search(unspaced)))
    if (!adverbs.has(match[0].toLowerCase())) return null
  }
  return null
}

/** The verb that a clause ends in, in a language that puts it last: "Tests ausführen". */
export function lastVerbOf(text: string): VerbPhrase | null {
  const bare = text.replace(/\s*\([^)]*\)\s*$|[.!]\s*$/u, '')
  return firstOf((language) => language.lastVerb?.(bare))
}

const unspacedActs = [...mapOf(languages.flatMap(({ unspaced }) => unspaced?.verbs ?? []))].sort(
  (a, b) => b[0].length - a[0].length,
)

const unspacedVerbs: UnspacedVerbs = {
  startOf: (text) => unspacedVerbThat((verb) => text.startsWith(verb)),
  endOf: (text) => unspacedVerbThat((verb) => text.endsWith(verb)),
}

function unspacedVerbThat(fits: (verb: string) => boolean): UnspacedVerb | null {
  const found = unspacedActs.find(([verb]) => fits(verb))
  return found === undefined ? null : { verb: found[0], act: found[1] }
}

function unspacedVerbOf(text: string): VerbPhrase | null {
  const language = languages.find(({ unspaced }) => unspaced?.script.test(text))?.unspaced
  const found = language?.verbIn(text, unspacedVerbs) ?? null
  if (found === null) return null
  const at = text.startsWith(found.verb) ? 0 : text.lastIndexOf(found.verb)
  return { ...found, object: `${text.slice(0, at)}${text.slice(at + found.verb.length)}`.trim() }
}

const runningThings = saying('runningThings')

function wordAt(word: string, after: string): VerbPhrase | null {
  const lower = word.toLowerCase()
  const phrase = (act: Act): VerbPhrase => ({ act, verb: lower, object: after.trim() })
  if (/^try(?:ing)?$/.test(lower) && /^\s+to\b/iu.test(after)) return verbOf(after.replace(/^\s+to\s+/iu, ''))
  const act = actOfVerb(word, after)
  if (act === null || (adverbs.has(lower) && act === 'run')) return null
  if (act === 'mark' || act === 'start') {
    // "Complete testing of X", "Finish implementing Y", "Start writing Z": the verb behind it is meant.
    const inner = /^\s+(?:the\s+)?([\p{L}-]+(?:ing|tests?|ation))\b/iu.exec(after)?.[1]
    const innerAct = inner === undefined ? null : (actOfVerb(inner) ?? actOfNoun(inner))
    if (innerAct !== null) return phrase(innerAct)
  }
  if (/^stop(?:ping)?$/.test(lower) && !runningThings.test(after)) return phrase('change')
  return phrase(act)
}

/** "Do not X": words that deny what follows. */
const negation = new TextPattern(`^${sourceOf('denial')}\\s*`, 'iu')

/** What a clause denies, or null where it denies nothing. */
export function deniedBy(text: string): string | null {
  const match = negation.exec(text)
  return match === null ? null : text.slice(match[0].length)
}
