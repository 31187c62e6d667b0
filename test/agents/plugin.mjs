/**
 * The plugins of this repository in the real programs: each validates and installs them, and its model then keeps its
 * list with their server. What they start stands on the path, as after `npm install -g`: nothing is published yet.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/set-up.mjs'
import { checkMcp } from './mcp.mjs'

/** The packages that the plugins start, by their commands. */
const programs = { 'todo-ledger': 'packages/server', 'todo-replay': 'packages/replay-cli' }

/**
 * Installs a plugin and plays with its server.
 * @param {import('./place.mjs').Place} place
 * @param {readonly { words: readonly string[], says: string, input?: string }[]} steps what is run to install it, and what
 *   the program must say
 * @param {Parameters<typeof checkMcp>[1]} how as for a server in the configuration
 */
export async function checkPlugin(place, steps, how) {
  const bin = place.make('prefix/bin')
  for (const [name, folder] of Object.entries(programs)) {
    const file = join(root, folder, 'bin', `${name}.js`)
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`, { mode: 0o755 })
  }
  writeFileSync(join(place.home, '.npmrc'), `prefix=${join(bin, '..')}\n`)
  place.environment.PATH = `${bin}:${place.environment.PATH}`
  for (const { words, says, input } of steps) {
    const { status, stdout, stderr } = await place.run([...place.program, ...words], { cwd: root, input })
    place.expect(
      `${words.join(' ')} ends well`,
      { status, told: status === 0 ? '' : stdout + stderr },
      { status: 0, told: '' },
    )
    if (!(stdout + stderr).includes(says)) place.fail(`${words.join(' ')} says ${says}`, stdout + stderr)
  }
  await checkMcp(place, how)
}
