/** Delta debugging: which parts of a list are needed. Source: Zeller and Hildebrandt, TSE 2002, with greedy removal. */

/**
 * The parts of a list without which a test would fail. Each of them is needed: none can be left out by itself.
 * @param parts what holds the test now; @param holds says whether fewer parts do
 */
export async function fewest<T>(
  parts: readonly T[],
  holds: (fewer: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (parts.length === 0 || (await holds([]))) return []
  let left = parts
  let size = Math.ceil(left.length / 2)
  for (;;) {
    let isLess = false
    // From the end: what comes late is seldom needed by what came before.
    for (let end = left.length; end > 0; end -= size) {
      const fewer = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)]
      if (fewer.length === 0 || !(await holds(fewer))) continue
      left = fewer
      isLess = true
    }
    if (size === 1 && !isLess) return left
    if (size > 1) size = Math.min(Math.ceil(size / 2), Math.max(1, Math.ceil(left.length / 2)))
  }
}
