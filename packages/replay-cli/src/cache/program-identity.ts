/** Which program this is: its version, and the files that it consists of. Another build is another program. */

import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeFolder, isBundled } from '../package-folder.js'
import { packageVersion } from '../package-version.js'

/** The packages that decide on what a session is said to be; the bundle has them in it. */
const packages: readonly string[] = ['@todo-ledger/core', '@todo-ledger/audit', '@todo-ledger/recordings']

/** A text that changes with the version of the program, of Node.js, and with every file of the program. */
export function programIdentity(): string {
  const hash = createHash('sha256').update(`${packageVersion()} ${process.version}`)
  const { resolve } = createRequire(codeFolder)
  const folders = isBundled ? [] : packages.map((name) => dirname(resolve(name)))
  for (const folder of [fileURLToPath(codeFolder), ...folders]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.c?[jt]s$/.test(name) || name.endsWith('.d.ts')) continue
      const { size, mtimeMs } = statSync(join(folder, name))
      hash.update(`\n${name} ${size} ${mtimeMs}`)
    }
  }
  return hash.digest('hex')
}
