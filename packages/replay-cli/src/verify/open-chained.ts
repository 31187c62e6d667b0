/** Opens a ledger file whose hashes are needed. */

import { type ChainedStore, isChainedStore } from '@todo-ledger/core/store'
import { Failure } from '../failure.js'
import { openLedgerFile } from '../sources/ledger-file.js'

/**
 * Opens a ledger file to read its records.
 * @throws StoreError where it can't be opened as a ledger
 * @throws Failure `no-hashes`
 */
export async function openChained(file: string): Promise<ChainedStore> {
  const store = await openLedgerFile(file, { readOnly: true })
  if (isChainedStore(store)) return store
  await store.close()
  throw noHashes(file)
}

/** The failure of a ledger without hashes. */
export function noHashes(file: string): Failure {
  return new Failure(
    'no-hashes',
    `${file}: it was written by an older todo-ledger, which made no hashes. Open it for writing once, as todo-replay import does, and it gets them.`,
  )
}
