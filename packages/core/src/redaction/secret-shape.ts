/** What a built-in pattern for secrets is. */

/** A part of a text that must not be kept. */
export interface FoundSecret {
  /** Where it starts. */
  readonly start: number
  /** Where it ends: the index after its last character. */
  readonly end: number
  /** The name of the pattern that found it. */
  readonly name: string
}

/** How a secret looks that begins with, or follows, a text that is always the same. */
export interface SecretShape {
  /** The name that a redacted place shows. */
  readonly name: string
  /** The texts that it begins with, in their case. Only where one stands is the rest looked at. */
  readonly starts: readonly string[]
  /** The rest, start included, as a sticky pattern. The secret is its group, or all of it where it has none. */
  readonly shape: RegExp
  /** True where a letter or digit right before says that it is another word: `task-…` is no `sk-…`. */
  readonly isWord?: true
  /** Says whether a text of this shape is worth hiding; one with few different characters is a placeholder anyway. */
  readonly check?: (secret: string) => boolean
}
