/** How often nags were heeded, by how firm they were (from 1), the gentlest first. */
export function nagLevels(nags: readonly { readonly level: number; readonly heeded: boolean }[]) {
  const levels = [...new Set(nags.map(({ level }) => level))].toSorted((one, other) => one - other)
  return levels.map((level) => {
    const of = nags.filter((nag) => nag.level === level)
    const heeded = of.filter((nag) => nag.heeded).length
    return { level, all: of.length, heeded, ignored: of.length - heeded }
  })
}

/** How often each level was heeded: `heeded at level 1: 2 of 5, level 2: 0 of 3`. */
export function levelsText(levels: ReturnType<typeof nagLevels>): string {
  return `heeded at ${levels.map(({ level, all, heeded }) => `level ${level}: ${heeded} of ${all}`).join(', ')}`
}
