/** Where a person's own ledger is, for programs that were not told of another. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The file of a person's own ledger. Source: the XDG base directory specification. */
export function ownStore(env: { readonly [variable: string]: string | undefined }): string {
  const set = env['XDG_DATA_HOME']
  // What is no absolute path counts as not set: it would lead into the project that is worked on.
  const data = set !== undefined && isAbsolute(set) ? set : join(homedir(), '.local/share')
  return join(data, 'todo-ledger', 'todos.db')
}
