/** Texts that are shown in part: no character is cut in two. */

/** The beginning of a text, of so many UTF-16 units at most. */
export function beginningOf(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, text.length > most && last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

/** A text on one line, of so many characters at most. */
export function cut(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${beginningOf(line, most - 1)}…` : line
}
