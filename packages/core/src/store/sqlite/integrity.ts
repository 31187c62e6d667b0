/**
 * Whether a ledger's file is sound: that SQLite drops nothing of its write-ahead log, that its schema is ours, and SQLite's
 * own check of its pages and indexes.
 */

import { StoreError } from '../../errors.js'
import { systemRandom } from '../chain/chain.js'
import { type SqliteConnection, textOf } from './connection.js'
import { sqliteFailure } from './failures.js'
import { openFile } from './open.js'
import { logProblem } from './write-ahead-log.js'

/** As many problems are listed. */
const most = 20

/**
 * What is wrong with the file of a ledger; nothing if it is sound. It is opened to be read.
 * @throws StoreError if it can't be opened as a ledger; `too-large` if it holds a value that no ledger does
 */
export function sqliteIntegrity(path: string): readonly string[] {
  const { connection } = openFile(path, { readOnly: true, busyTimeout: 5000, random: systemRandom() })
  try {
    // First: SQLite's own check reads every value.
    connection.refuseLongValues()
    const log = logProblem(path, connection.name)
    return [...(log === null ? [] : [log]), ...pageProblems(connection)].slice(0, most)
  } finally {
    connection.close()
  }
}

function pageProblems(connection: SqliteConnection): readonly string[] {
  try {
    // As bytes: a text in a damaged file need not be UTF-8, at which the driver ends the process.
    const problems = connection
      .all(`SELECT CAST(integrity_check AS BLOB) AS text FROM pragma_integrity_check(${most})`)
      .flatMap((row) => (textOf(connection.bytes(row, 'text')) ?? 'a text that is not UTF-8').split('\n'))
      .filter((problem) => problem !== 'ok' && !problem.startsWith('***'))
    const unread = problems.map(resultCodeIn).find((code) => (code & 0xff) === ioError)
    if (unread !== undefined) throw sqliteFailure({ rawCode: unread }, connection.name)
    return problems
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged-file') return [error.message]
    throw error
  }
}

/** The primary result code of a call that the disk refused. Source: sqlite.org/rescode.html */
const ioError = 10

/** What SQLite's check says of a page that it did not get: `unable to get the page. error code=266`. */
function resultCodeIn(problem: string): number {
  return Number(/ error code[ =](\d+)$/.exec(problem)?.[1] ?? 0)
}
