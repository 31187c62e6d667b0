/** Words as verbs and as nouns that stand for them, whatever the language: English first, then the others. */

import type { Act } from './vocabulary/act.js'
import { englishNoun, englishVerb } from './vocabulary/english.js'
import { germanNoun, germanWord } from './vocabulary/german.js'
import { romanceNoun, romanceWord } from './vocabulary/romance.js'
import { russianWord } from './vocabulary/russian.js'

/**
 * The act of a word as a verb in any of its common forms ("adds", "Testing", "verified", "corriger"), or null.
 * @param after what follows the word; it tells some foreign verbs from English nouns
 */
export function actOfVerb(word: string, after = ''): Act | null {
  return (
    englishVerb(word.toLowerCase()) ??
    romanceWord(word, after) ??
    germanWord(word, after) ??
    russianWord(word)
  )
}

/** The act that a noun stands for, or null; of a word with hyphens its last part. */
export function actOfNoun(word: string): Act | null {
  const last = word.split('-').at(-1) ?? word
  return (
    englishNoun(word.toLowerCase()) ??
    (/^(?:self|code|peer)-/iu.test(word) ? englishNoun(last.toLowerCase()) : null) ??
    romanceNoun(word) ??
    germanNoun(word) ??
    russianWord(word)
  )
}
