/** Where a person's own ledger is, for programs that were not told of another. */

import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The file of a person's own ledger, in a folder that is made where there is none. Source: the XDG base directory specification. */
export function ownStore(env: { readonly [variable: string]: string | undefined }): string {
  const set = env['XDG_DATA_HOME']
  // What is no absolute path counts as not set: it would lead into the project that is worked on.
  const data = set !== undefined && isAbsolute(set) ? set : join(homedir(), '.local/share')
  const folder = join(data, 'todo-ledger')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, 'todos.db')
}
