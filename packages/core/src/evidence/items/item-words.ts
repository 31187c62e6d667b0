/** The words by which an item is told from others: its text without the verbs and nouns that only say what kind of work it is. */

import { actOfNoun, actOfVerb } from './verbs.js'
import { addWords } from './words.js'

/** The distinctive words of an item's text. Linear in its first 2,000 characters. */
export function itemWordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [token] of text.slice(0, 2000).matchAll(/[\p{L}\p{M}\p{N}_.'-]+/gu)) {
    const isIdentifier = /[_.\p{N}]|\p{Ll}\p{Lu}/u.test(token)
    if (isIdentifier || (actOfVerb(token) === null && actOfNoun(token) === null))
      addWords(words, token, 200, 200)
  }
  return words
}
