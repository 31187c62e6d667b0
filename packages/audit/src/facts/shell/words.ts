/** Reads the words of a command: which are options, which take a value, which stand for themselves. */

/** The words of a list that is written with spaces or line ends between. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

/** True for `NAME=value`. */
export function isAssignment(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(word)
}

export function isOption(word: string): boolean {
  return word.startsWith('-') && word.length > 1
}

/** The index of the first word from `from` on that is no option and no option's value; the length where none is. */
export function firstPositional(
  words: readonly string[],
  from: number,
  valued: ReadonlySet<string> = new Set(),
): number {
  let index = from
  while (index < words.length) {
    const word = words[index] ?? ''
    if (word === '--') return index + 1
    if (!isOption(word)) return index
    index += valued.has(word) ? 2 : 1
  }
  return words.length
}

/** All words from `from` on that are neither options nor an option's value; everything after `--` counts. */
export function positionals(
  words: readonly string[],
  from: number,
  valued: ReadonlySet<string> = new Set(),
): readonly string[] {
  const found: string[] = []
  for (let index = from; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') return [...found, ...words.slice(index + 1)]
    if (!isOption(word)) found.push(word)
    else if (valued.has(word)) index += 1
  }
  return found
}
