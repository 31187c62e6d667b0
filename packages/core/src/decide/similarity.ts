/** How alike two texts of items are. Used only when the identity of items in a rewritten list is settled. */

/** From this likeness on (0 to 1) a text is taken for a rewording of another. The one threshold, kept here. */
export const rewordingThreshold = 0.5

/** Longer texts are compared by their beginning: an item is a line, and a text of 1 MB must not cost seconds. */
const comparedLength = 2000

/**
 * A text in the form in which case, punctuation and spaces make no difference. A text of punctuation alone is kept
 * as it is, so that `!!!` and `???` stay two texts.
 */
export function normalizeText(text: string): string {
  const normalized = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
  return normalized === '' ? text.trim() : normalized
}

/** The words of a text, and for scripts without spaces its pairs of characters, as often as they occur. */
export function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of normalizeText(text.slice(0, comparedLength)).split(' ')) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) {
      const characters = [...word]
      if (characters.length === 1) add(word)
      for (let i = 0; i + 1 < characters.length; i += 1) add(`${characters[i]}${characters[i + 1]}`)
    } else if (word !== '') {
      add(stem(word))
    }
  }
  return counts
}

/** How many of the words two texts share: twice the shared over all (Dice), 0 to 1. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const total = sum(a) + sum(b)
  return total === 0 ? 0 : (2 * shared) / total
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

/** Endings that make no other word of it: "Adding tests" is "Add test". */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word
}
