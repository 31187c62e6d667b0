/** Secrets that nobody has: put together here, so that no scanner finds one in this repository. */

/** Sets of characters. */
export const characters = {
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  small: 'abcdefghijklmnopqrstuvwxyz0123456789',
  base62: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  digits: '0123456789',
} as const

/** A text that looks random, the same for the same seed. */
export function madeUp(set: keyof typeof characters, length: number, seed = 1): string {
  const from = characters[set]
  let state = (seed * 2_654_435_761 + 1) >>> 0
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += from.charAt(Math.floor((state / 2 ** 32) * from.length))
  }
  return text
}
