/** Texts that are shown in part. */

/** The nearest place up to one in a text at which no character is cut in two. */
export function borderAt(text: string, place: number): number {
  const code = text.charCodeAt(place - 1)
  return place < text.length && code >= 0xd800 && code <= 0xdbff ? place - 1 : place
}

/** The beginning of a text, of so many UTF-16 units at most. */
export function cut(text: string, limit: number): string {
  return text.slice(0, borderAt(text, limit))
}

/**
 * The beginning of a text to be kept, as a copy: a slice would keep the whole text in memory.
 * @param limit as many UTF-16 units are kept; what was cut ends with `…`
 */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  return Buffer.from(`${cut(text, limit)}…`, 'utf16le').toString('utf16le')
}
