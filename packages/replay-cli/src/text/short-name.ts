/** What a recording is called where there is no room for its path. */

import { basename, dirname, join } from 'node:path'

/** What folders of events are called, whatever the conversation. */
const sayingNothing: ReadonlySet<string> = new Set(['events'])

/** The name of a file; of a folder whose name says nothing with that of the folder it is in. */
export function shortName(path: string): string {
  const name = basename(path)
  const above = basename(dirname(path))
  return sayingNothing.has(name) && above !== '' ? join(above, name) : name
}
