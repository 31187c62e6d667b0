/** Whether a ledger's file is sound: its write-ahead log, its schema, and SQLite's own check of its pages and indexes. */

import { StoreError } from '../../errors.js'
import { systemRandom } from '../chain/chain.js'
import { textOf } from './connection.js'
import { openFile } from './open.js'
import { logProblem } from './write-ahead-log.js'

/** As many problems are listed. */
const most = 20

/**
 * What is wrong with the file of a ledger; nothing if it is sound. It is opened to be read.
 * @throws StoreError if it can't be opened as a ledger; `too-large` if it holds a value that no ledger does
 */
export function sqliteIntegrity(path: string): readonly string[] {
  const options = { readOnly: true, busyTimeout: 5000, durability: 'full', random: systemRandom() } as const
  const { connection } = openFile(path, options)
  try {
    const log = logProblem(path, connection.name)
    // As bytes: a text in a damaged file need not be UTF-8, at which the driver ends the process.
    const problems = connection
      .all(`SELECT CAST(integrity_check AS BLOB) AS text FROM pragma_integrity_check(${most})`)
      .flatMap((row) => (textOf(connection.bytes(row, 'text')) ?? 'a text that is not UTF-8').split('\n'))
      .filter((problem) => problem !== 'ok' && !problem.startsWith('***'))
    return [...(log === null ? [] : [log]), ...problems].slice(0, most)
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged-file') return [error.message]
    throw error
  } finally {
    connection.close()
  }
}
