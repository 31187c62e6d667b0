// The rows of the table, in its order.
import { append } from './append.mjs'
import { audit } from './audit.mjs'
import { auditMemory } from './audit-memory.mjs'
import { checkProfile } from './check-profile.mjs'
import { codec } from './codec.mjs'
import { durable } from './durable.mjs'
import { folder } from './folder.mjs'
import { liveUpdate } from './live-update.mjs'
import { memory } from './memory.mjs'
import { page } from './page.mjs'
import { replay } from './replay.mjs'
import { startUp } from './start-up.mjs'
import { turns } from './turns.mjs'

/**
 * What is measured together, in one process.
 * @typedef {object} Row
 * @property {string} name how it is asked for
 * @property {(how: { quick: boolean, rounds: number, folder: string, peers?: string }) =>
 *   Promise<import('../figures.mjs').Figure[]>} figures measures; `folder` is its own, `peers` where peers are
 */

/** @type {readonly Row[]} */
export const rows = [
  replay,
  append,
  liveUpdate,
  codec,
  durable,
  turns,
  startUp,
  audit,
  auditMemory,
  folder,
  page,
  memory,
  checkProfile,
]
