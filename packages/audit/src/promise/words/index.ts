/** The words of all languages, ready to be looked for in a clause. */

import { chinese } from './chinese.js'
import { type AskingWords, english as englishWords } from './english.js'
import { french } from './french.js'
import { german } from './german.js'
import { italian } from './italian.js'
import { japanese } from './japanese.js'
import { korean } from './korean.js'
import { portuguese } from './portuguese.js'
import { russian } from './russian.js'
import { spanish } from './spanish.js'

/** What a word of a clause may say. */
export type Meaning = Exclude<keyof AskingWords, 'script' | 'spaced' | 'verbsLast'>

/** The words of one language as patterns, for texts in lower case. Patterns are made when a text asks for them. */
export interface Language {
  readonly spaced: boolean
  /** A global pattern of the words of a meaning, for `replace` and `search`. */
  readonly words: (meaning: Meaning) => RegExp
  /** True where a clause begins with one of the words, or may end with it: verbs stand there. */
  readonly frames: (clause: string, meaning: Meaning) => boolean
}

// Without Unicode's tables of letters, which take longer to compile than an audit takes to read.
const letter = '\\wÀ-ɏа-яё'
const edges = { before: `(?<![${letter}./-])`, after: `(?![${letter}-]|\\.\\w)` }

function languageOf(data: AskingWords): Language {
  const patterns = new Map<Meaning, RegExp>()
  const framing = new Map<Meaning, RegExp>()
  const word = (meaning: Meaning): string =>
    data.spaced ? `${edges.before}(?:${data[meaning]})${edges.after}` : `(?:${data[meaning]})`
  const frame = (meaning: Meaning): RegExp => {
    const filler = `(?:${word('filler')}\\s*){0,3}`
    const atEnd = data.verbsLast ? `|${word(meaning)}\\s*${filler}[.!。！]?\\s*$` : ''
    return new RegExp(`^\\s*${filler}${word(meaning)}${atEnd}`)
  }
  return {
    spaced: data.spaced,
    words: (meaning) => {
      const known = patterns.get(meaning) ?? new RegExp(word(meaning), 'g')
      patterns.set(meaning, known)
      return known
    },
    frames: (clause, meaning) => {
      const known = framing.get(meaning) ?? frame(meaning)
      framing.set(meaning, known)
      return known.test(clause)
    },
  }
}

export const english: Language = languageOf(englishWords)

const all: readonly (readonly [RegExp, Language])[] = [
  [englishWords.script, english],
  ...[german, french, spanish, portuguese, italian, russian, chinese, japanese, korean].map(
    (data) => [data.script, languageOf(data)] as const,
  ),
]

/** The languages that a text in lower case may be of; English first, whose words stand in items of every language. */
export function languagesOf(text: string): readonly Language[] {
  return all.flatMap(([script, language]) => (script.test(text) ? [language] : []))
}
