/** The words of all languages, ready to be looked for in a clause. */

import type { AskingWords } from './asking-words.js'
import { chinese } from './chinese.js'
import { english as englishWords } from './english.js'
import { french } from './french.js'
import { german } from './german.js'
import { italian } from './italian.js'
import { japanese } from './japanese.js'
import { korean } from './korean.js'
import { portuguese } from './portuguese.js'
import { russian } from './russian.js'
import { spanish } from './spanish.js'

/** What a word of a clause may say. */
export type Meaning = Exclude<keyof AskingWords, 'spaced' | 'verbsLast'>

/** The words of one language as patterns. */
export interface Language {
  readonly spaced: boolean
  /** A global pattern of the words of a meaning, for `replace` and `search`. */
  readonly words: (meaning: Meaning) => RegExp
  /** True where a clause begins with one of the words, or ends with it: verbs stand there. */
  readonly frames: (clause: string, meaning: Meaning) => boolean
}

const edges = { before: String.raw`(?<![\p{L}\p{N}_./-])`, after: String.raw`(?![\p{L}\p{N}_-]|\.\w)` }

function languageOf(data: AskingWords): Language {
  const patterns = new Map<Meaning, RegExp>()
  const framing = new Map<Meaning, RegExp>()
  const [before, after] = data.spaced ? [edges.before, edges.after] : ['', '']
  const pattern = (meaning: Meaning): RegExp => {
    const known = patterns.get(meaning) ?? new RegExp(`${before}(?:${data[meaning]})${after}`, 'giu')
    patterns.set(meaning, known)
    return known
  }
  const frame = (meaning: Meaning): RegExp => {
    const filler = `(?:${before}(?:${data.filler})${after}\\s*){0,3}`
    const word = `${before}(?:${data[meaning]})${after}`
    const atEnd = data.verbsLast ? `|${word}\\s*${filler}[.!。！]?\\s*$` : ''
    const known = framing.get(meaning) ?? new RegExp(`^\\s*${filler}${word}${atEnd}`, 'iu')
    framing.set(meaning, known)
    return known
  }
  return { spaced: data.spaced, words: pattern, frames: (clause, meaning) => frame(meaning).test(clause) }
}

export const english: Language = languageOf(englishWords)

/** English first, whose words stand in items of every language. */
export const languages: readonly Language[] = [
  english,
  ...[german, french, spanish, portuguese, italian, russian, chinese, japanese, korean].map(languageOf),
]
