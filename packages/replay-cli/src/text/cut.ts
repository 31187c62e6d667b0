/** Texts that are shown in part. Lengths are in UTF-16 units, and no character is cut in two. */

/** The nearest place up to one in a text at which no character is cut in two. */
export function borderAt(text: string, place: number): number {
  const code = text.charCodeAt(place - 1)
  return place < text.length && code >= 0xd800 && code <= 0xdbff ? place - 1 : place
}

/** The beginning of a text. */
export function cut(text: string, limit: number): string {
  return text.slice(0, borderAt(text, limit))
}

/** The beginning of a text to be kept, with `…` where it is cut: a copy, for a slice would keep the whole text in memory. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  return Buffer.from(`${cut(text, limit)}…`, 'utf16le').toString('utf16le')
}
