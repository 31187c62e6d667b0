/** Finds its way in JSON that is not parsed. */

const backslash = 0x5c

/** The place of the quote that ends a text. @param from where the text goes on; -1 is given where it does not end */
export function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end !== -1 && isEscaped(text, end, from)) {
    end = text.indexOf('"', end + 1)
  }
  return end
}

/** True where backslashes before a place, from `from` on, take its character's meaning. */
export function isEscaped(text: string, at: number, from: number): boolean {
  let before = at
  while (before > from && text.charCodeAt(before - 1) === backslash) {
    before -= 1
  }
  return (at - before) % 2 === 1
}
