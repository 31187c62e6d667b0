/** Random numbers that a seed decides: the same seed, the same mutants. */

/** Gives the next whole number from 0 up to, but not including, `below`. */
export type Random = (below: number) => number

/** A generator for a seed and what it is drawn for, so that one draw never shifts another (mulberry32 over FNV-1a). */
export function randomFor(seed: number, ...purpose: readonly string[]): Random {
  let state = (2166136261 ^ seed) >>> 0
  for (const character of purpose.join('\u0000')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  }
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** The entries in an order that the generator decides (Fisher and Yates). */
export function shuffled<Entry>(entries: readonly Entry[], random: Random): readonly Entry[] {
  const rest = [...entries]
  const order: Entry[] = []
  while (rest.length > 0) order.push(...rest.splice(random(rest.length), 1))
  return order
}
