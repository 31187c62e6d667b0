/** The store behind a name that was typed: a file, or the address of a database. */

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
