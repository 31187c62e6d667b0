/** Numbers with their nouns. */

/** `1 item`, `1,204 items`. @param many the plural where it is not the noun with an s */
export function count(number: number, noun: string, many = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : many}`
}

/** Some of the names and how many more there are: `a, b, c and 4 more`. */
export function someOf(names: readonly string[], most = 5): string {
  const left = names.length - most
  return left <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${left} more`
}

/** Numbers as ranges: `4, 9–19, 33`. They must come in rising order. */
export function ranges(numbers: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = found.at(-1)
    if (range !== undefined && number <= range[1] + 1) range[1] = number
    else found.push([number, number])
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
