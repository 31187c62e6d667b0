/** Random choices that a seed decides. */

/** Draws one thing after the other. */
export interface Draw {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number
  /** One of a list. */
  readonly of: <Entry>(entries: readonly [Entry, ...Entry[]]) => Entry
  /** As many characters of a set. */
  readonly text: (set: string, length: number) => string
}

const small = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** Sets of characters. */
export const characters: {
  readonly small: string
  readonly digits: string
  readonly hex: string
  readonly upper: string
  readonly base62: string
  readonly base64: string
  readonly base64url: string
} = {
  small,
  digits,
  hex: `${digits}abcdef`,
  upper: `${small.toUpperCase()}234567`,
  base62: `${small.toUpperCase()}${small}${digits}`,
  base64: `${small.toUpperCase()}${small}${digits}+/`,
  base64url: `${small.toUpperCase()}${small}${digits}_-`,
}

/** A drawer for a seed and what is drawn, so that one draw never shifts another (mulberry32 over FNV-1a). */
export function drawFor(seed: number, ...purpose: readonly (string | number)[]): Draw {
  let state = (2_166_136_261 ^ seed) >>> 0
  for (const character of purpose.join('\0')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  }
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    of: (entries) => entries[below(entries.length)] ?? entries[0],
    text: (set, length) => Array.from({ length }, () => set.charAt(below(set.length))).join(''),
  }
}
