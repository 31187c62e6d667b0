/** Numbers with their nouns, and spans of time, as people say them. */

/** `1 item`, `1,204 items`. @param many the plural where it is not the noun with an s */
export function count(number: number, noun: string, many = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : many}`
}

/** `1,204`: as `toLocaleString('en-US')` writes a whole number, without the 14 ms that its first call takes. */
export function grouped(number: number): string {
  return Number.isSafeInteger(number)
    ? `${number}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
    : number.toLocaleString('en-US')
}

/** `a, b or c`, without the 10 ms that an `Intl.ListFormat` takes. @param word what stands before the last one */
export function listed(names: readonly string[], word: 'and' | 'or'): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(` ${word} `)
}

/** Some of the names and how many more there are: `a, b, c and 4 more`. */
export function someOf(names: readonly string[], most = 5): string {
  const left = names.length - most
  return left <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${left} more`
}

/** Numbers in rising order as ranges: `4, 9–19, 33`. */
export function ranges(numbers: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = found.at(-1)
    if (range !== undefined && number <= range[1] + 1) range[1] = number
    else found.push([number, number])
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

/** `40 s`, `12 min`, `3.5 h`. */
export function durationText(seconds: number): string {
  if (seconds < 99.5) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  return minutes < 99.5 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 6) / 10} h`
}

const minute = 60_000
const hour = 60 * minute

/** `just now`, `3 minutes ago`, `5 hours ago`; what is older than two days by its day. @param at, now in milliseconds */
export function ago(at: number, now: number): string {
  const passed = now - at
  if (passed < minute) return 'just now'
  if (passed < hour) return `${count(Math.floor(passed / minute), 'minute')} ago`
  if (passed < 48 * hour) return `${count(Math.floor(passed / hour), 'hour')} ago`
  return new Date(at).toISOString().slice(0, 10)
}
