/** Nags by level, as people read them. */

import type { NagLevel } from './nag-levels.js'

/** How often each level was heeded: `heeded at level 1: 2 of 5, level 2: 0 of 3`. */
export function levelsText(levels: readonly NagLevel[]): string {
  return `heeded at ${levels.map(({ level, all, heeded }) => `level ${level}: ${heeded} of ${all}`).join(', ')}`
}
