/** Words as verbs and as nouns that stand for them, whatever the language: English first, then the others. */

import { languages } from '../languages/index.js'
import type { Act, Language } from '../languages/language.js'
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
