// Peers are no dependencies of ours. Those that a folder has installed are measured beside us: npm run bench -- --peers
// FOLDER. What our own packages are made of is always there.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the figures were made with: `npm install` these into a folder. */
export const peerVersions = {
  '@castore/core': '2.4.2',
  '@castore/event-storage-adapter-in-memory': '2.4.2',
  '@event-driven-io/emmett': '0.38.5',
  '@event-driven-io/emmett-sqlite': '0.38.5',
  '@reduxjs/toolkit': '2.14.0',
  xstate: '5.33.3',
}

const core = createRequire(new URL('../../packages/core/package.json', import.meta.url))

/** What core itself depends on. */
export function ofCore(name) {
  return core(name)
}

/** A peer's package, or null where it is not installed, or can't be loaded here. @param folder where peers are */
export function peer(name, folder) {
  if (folder === undefined) return null
  try {
    return createRequire(join(resolve(folder), 'package.json'))(name)
  } catch (error) {
    if (!String(error.code).endsWith('MODULE_NOT_FOUND'))
      process.stderr.write(`${name}: ${String(error).split('\n')[0]}\n`)
    return null
  }
}

/** The program. */
export const program = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))
