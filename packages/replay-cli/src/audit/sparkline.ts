/** A course of numbers in one line of block characters. */

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * The values as blocks, the lowest block for 0 alone and the highest for `most` alone.
 * @param most the value of the highest block; at least 1
 */
export function sparkline(values: readonly number[], most: number): string {
  const top = blocks.length - 1
  return values
    .map((value) => {
      if (value <= 0) return blocks[0]
      if (value >= most) return blocks[top]
      return blocks[Math.min(top - 1, Math.max(1, Math.round((value / most) * top)))]
    })
    .join('')
}
