/** The version of this package. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** The version, as package.json says it. */
export function packageVersion(): string {
  const file = new URL('../package.json', import.meta.url)
  return v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(file, 'utf8'))).version
}
