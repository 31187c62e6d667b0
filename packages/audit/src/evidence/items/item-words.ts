/** The words by which an item is told from others: its text without the verbs and nouns that only say what kind of work it is. */

import { actOfNoun, actOfVerb } from './verbs.js'
import { addWords } from './words.js'

/** Verbs that are as often the name of a thing that the work is about: "the store", "the return type". */
const alsoThings = new Set(
  (
    'store return support parse tag pin break factor draft debounce throttle paginate catalog reverse extraction ' +
    'conversion replacement installation execution recall sketch swap inline discovery comparison creation removal parameterize catalogue improvement turn'
  ).split(' '),
)

/** The distinctive words of an item's text. Linear in its first 2,000 characters. */
export function itemWordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [token] of text.slice(0, 2000).matchAll(/[\p{L}\p{M}\p{N}_.'-]+/gu)) {
    if (isDistinctive(token)) addWords(words, token, 200, 200)
  }
  return words
}

function isDistinctive(token: string): boolean {
  const isIdentifier = /[_.\p{N}]|\p{Ll}\p{Lu}/u.test(token)
  if (/^cod(?:e|ing)$/iu.test(token)) return false
  if (isIdentifier || alsoThings.has(token.toLowerCase())) return true
  return actOfVerb(token) === null && actOfNoun(token) === null
}
