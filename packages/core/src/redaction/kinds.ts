/** What a kind of secret is to those who look for it. */

/** A part of a text that must not be kept: from `start` up to `end`, and the name that a redacted place shows. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** A kind of secret. Only where one of its beginnings stands is the rest looked at, and a bounded part of it. */
export interface SecretKind {
  readonly name: string
  /** Three characters or more, in their case. */
  readonly starts: readonly string[]
  readonly at: (text: string, index: number, start: string) => Looked
}

/** What a look at one place found. */
interface Looked {
  readonly place: readonly [start: number, end: number] | null
  /** Where to look on. */
  readonly next: number
  /** So many characters it may have passed. */
  readonly looked: number
}

/** True where the character before belongs to the same word; the letter of `\n` and of a terminal's colour does not. */
export function isWithinWord(text: string, index: number): boolean {
  if (index === 0 || !/[A-Za-z0-9]/.test(text.charAt(index - 1))) return false
  return !/(?:\\[nrtbf]|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|%[\da-fA-F]{2}|\[[\d;]{0,12}m)$/.test(
    text.slice(Math.max(0, index - 16), index),
  )
}
