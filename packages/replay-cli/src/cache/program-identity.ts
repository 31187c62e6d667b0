/** Which program this is: its version, and the files that it consists of. Another build is another program. */

import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageVersion } from '../package-version.js'

/** The packages that decide on what a session is said to be. */
const packages: readonly string[] = ['@todo-ledger/core', '@todo-ledger/recordings']

const require = createRequire(import.meta.url)

/** A text that changes with the version of the program, of Node.js, and with every file of the program. */
export function programIdentity(): string {
  const hash = createHash('sha256').update(`${packageVersion()} ${process.version}`)
  const folders = [
    fileURLToPath(new URL('..', import.meta.url)),
    ...packages.map((name) => dirname(require.resolve(name))),
  ]
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.[jt]s$/.test(name) || name.endsWith('.d.ts')) continue
      const { size, mtimeMs } = statSync(join(folder, name))
      hash.update(`\n${name} ${size} ${mtimeMs}`)
    }
  }
  return hash.digest('hex')
}
