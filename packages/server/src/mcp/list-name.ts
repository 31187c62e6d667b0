/** How a client names a list, and which session that is. A name is an id in the ledger and nothing else: no path, no address. */

import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { HostError } from '@todo-ledger/core'
import type { Caller } from '../access/tokens.js'

/** What a name may be, as clients are told. */
export const listNamePattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$'

const isName = new RegExp(listNamePattern)

/**
 * The id of the session that a client means. It begins with the caller's prefix, so that it is theirs whatever is named.
 * @throws HostError `bad-list-name`
 */
export function sessionNamed({ prefix }: Caller, name: unknown): string {
  if (typeof name === 'string' && isName.test(name))
    return name.startsWith(prefix) ? name : `${prefix}${name}`
  const hint =
    'A list is named by up to 80 letters, digits, dots, hyphens and underscores, such as "release-plan".'
  throw new HostError(
    'bad-list-name',
    name === undefined ? `Name the list as session. ${hint}` : `This is not a valid name of a list. ${hint}`,
  )
}

/** The name of a caller's session, as `sessionNamed` takes it; null where it has none, begun in another way. */
export function nameOfSession({ prefix }: Caller, session: string): string | null {
  const name = session.slice(prefix.length)
  return isName.test(name) ? name : null
}

/** The name of a folder's own list: the folder's name, and what tells it from others of that name. */
export function nameOfFolder(folder: string): string {
  const path = realpathOf(folder)
  const plain = basename(path)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return `${plain === '' ? 'folder' : plain}-${hash}`
}

function realpathOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
