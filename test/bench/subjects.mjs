// What is measured, and what core itself is made of.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A package that core depends on. */
export const ofCore = createRequire(new URL('../../packages/core/package.json', import.meta.url))

/** The program. */
export const program = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))
