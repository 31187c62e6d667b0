/** How often nags were heeded, by how firm they were. */

/** What is counted of a nag. */
interface CountedNag {
  /** How firm it is, from 1. */
  readonly level: number
  /** Whether an update followed it, before the next one, the next fresh input or the end. */
  readonly heeded: boolean
}

/** The nags of one level. */
export interface NagLevel {
  /** How firm they are, from 1. */
  readonly level: number
  /** How many there were. */
  readonly all: number
  /** Those that an update followed. */
  readonly heeded: number
  /** The others. */
  readonly ignored: number
}

/** Nags by level, the gentlest first. */
export function nagLevels(nags: readonly CountedNag[]): readonly NagLevel[] {
  const levels = [...new Set(nags.map(({ level }) => level))].sort((one, other) => one - other)
  return levels.map((level) => {
    const of = nags.filter((nag) => nag.level === level)
    const heeded = of.filter((nag) => nag.heeded).length
    return { level, all: of.length, heeded, ignored: of.length - heeded }
  })
}
