/** How often nags were heeded, by how firm they were, the gentlest first. */

export interface NagLevel {
  /** From 1. */
  readonly level: number
  readonly all: number
  /** Those that an update followed. */
  readonly heeded: number
  readonly ignored: number
}

export function nagLevels(
  nags: readonly { readonly level: number; readonly heeded: boolean }[],
): readonly NagLevel[] {
  const levels = [...new Set(nags.map(({ level }) => level))].sort((one, other) => one - other)
  return levels.map((level) => {
    const of = nags.filter((nag) => nag.level === level)
    const heeded = of.filter((nag) => nag.heeded).length
    return { level, all: of.length, heeded, ignored: of.length - heeded }
  })
}
