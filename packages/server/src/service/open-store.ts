/** The store behind a name that was typed: a file, or the address of a database. */

import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type EventStore, HostError, memoryStore } from '@todo-ledger/core'

/**
 * Opens a store.
 * @param readOnly opens one that is there, and writes nothing
 * @throws HostError `bad-address`
 * @throws StoreError when it is no ledger, or can't be one
 */
export async function openStore(
  name: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<EventStore> {
  if (/^postgres(ql)?:\/\//i.test(name)) {
    // What is typed stands in lists of processes.
    if (!URL.canParse(name) || new URL(name).password !== '' || new URL(name).searchParams.has('password')) {
      throw new HostError(
        'bad-address',
        'Give the address of the database as postgres://user@host:5432/name. Give a password as PGPASSWORD or in ~/.pgpass.',
      )
    }
    const { postgresStore } = await import('@todo-ledger/store-postgres')
    return await postgresStore(name, { readOnly })
  }
  if (name === ':memory:') return memoryStore()
  const { sqliteStore } = await import('@todo-ledger/core/sqlite')
  return sqliteStore(name, { readOnly })
}

/** The file of a person's own ledger, in a folder that is made where there is none. Source: the XDG base directory specification. */
export function ownStore(env: { readonly [variable: string]: string | undefined }): string {
  const set = env['XDG_DATA_HOME']
  // What is no absolute path counts as not set: it would lead into the project that is worked on.
  const data = set !== undefined && isAbsolute(set) ? set : join(homedir(), '.local/share')
  const folder = join(data, 'todo-ledger')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, 'todos.db')
}
