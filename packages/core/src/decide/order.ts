/** Which items of a list moved: as few as explain the new order. */

/**
 * The members of a longest increasing run in a sequence of distinct numbers, as the set of their values. What is
 * not among them moved; the rest kept its order. Takes n log n steps.
 */
export function longestIncreasing(sequence: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous: number[] = []
  sequence.forEach((value, index) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      const end = ends[middle]
      if (end !== undefined && (sequence[end] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  })
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const value = sequence[at]
    if (value !== undefined) kept.add(value)
  }
  return kept
}
