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

/** So many words that say nothing may stand beside a verb. */
const mostFiller = 3

function languageOf(data: AskingWords): Language {
  const patterns = new Map<Meaning, RegExp>()
  const words = (meaning: Meaning): RegExp => {
    const known = patterns.get(meaning)
    if (known !== undefined) return known
    const source = `(?:${data[meaning]})`
    const made = new RegExp(data.spaced ? `${edges.before}${source}${edges.after}` : source, 'g')
    patterns.set(meaning, made)
    return made
  }
  const isFiller = (text: string): boolean => {
    const rest = text.replace(words('filler'), '')
    return rest.trim() === '' && (text.match(words('filler'))?.length ?? 0) <= mostFiller
  }
  return {
    spaced: data.spaced,
    words,
    // Not one pattern of filler and word: that takes longer to compile than an audit takes to read.
    frames: (clause, meaning) => {
      for (const { 0: word, index } of clause.matchAll(words(meaning))) {
        if (isFiller(clause.slice(0, index))) return true
        if (!data.verbsLast) return false
        if (isFiller(clause.slice(index + word.length).replace(/[.!。！]\s*$/, ''))) return true
      }
      return false
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
