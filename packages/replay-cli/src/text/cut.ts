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
