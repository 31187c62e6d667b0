/** The version of this package. */

import { readFileSync } from 'node:fs'
import { object, parse, string } from 'valibot'

/** The version, as package.json says it. */
export function packageVersion(): string {
  const file = new URL('../package.json', import.meta.url)
  return parse(object({ version: string() }), JSON.parse(readFileSync(file, 'utf8'))).version
}
