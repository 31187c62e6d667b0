/**
 * Whether a ledger's file is sound: that SQLite drops nothing of its write-ahead log, SQLite's own check of its pages and
 * indexes, and that its tables are those that the store makes. In a table of another make a row could be read and yet
 * have no place.
 */

import { StoreError } from '../../errors.js'
import { newLedgerId, systemRandom } from '../chain/salts.js'
import { textOf } from '../codec/utf8.js'
import { SqliteConnection, type SqliteRow, sqliteFailure } from './connection.js'
import { Database } from './driver.js'
import { openFile } from './open.js'
import { createTables } from './schema.js'
import { guards } from './tables.js'
import { logProblem } from './write-ahead-log.js'

/** As many problems are listed. */
const most = 20

/**
 * What is wrong with the file of a ledger; nothing where it is sound. It is opened to be read.
 * @throws StoreError where it can't be opened as a ledger
 */
export function sqliteIntegrity(path: string): readonly string[] {
  const log = logProblem(path, `The ledger ${JSON.stringify(path)}`)
  const problems = log === null ? [] : [log]
  const { connection, schema, ledger } = open(path, true)
  try {
    // An older program's ledger is read from a copy with other tables.
    if (ledger !== null) problems.push(...schemaDifferences(connection, schema))
    problems.push(...pageProblems(connection))
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'damaged-file')) throw error
    problems.push(error.message)
  } finally {
    connection.close()
  }
  return problems.slice(0, most)
}

// As bytes: a text in a damaged file need not be UTF-8, at which the driver ends the process.
const queries = {
  pages: `SELECT CAST(integrity_check AS BLOB) AS text FROM pragma_integrity_check(${most})`,
  // SQLite's own tables come and go: sqlite_sequence in a migrated ledger, sqlite_stat1 with ANALYZE.
  schema: `SELECT CAST(type || ' ' || name AS BLOB) AS name, CAST(ifnull(sql, '') AS BLOB) AS text
    FROM sqlite_schema WHERE NOT (type = 'table' AND name LIKE 'sqlite!_%' ESCAPE '!') ORDER BY name LIMIT 1000`,
} as const

function pageProblems(connection: SqliteConnection): readonly string[] {
  const problems = connection
    .all(queries.pages)
    .flatMap((row) => read(connection, row, 'text').split('\n'))
    .filter((problem) => problem !== 'ok' && !problem.startsWith('***'))
  const unread = problems.map(resultCodeIn).find((code) => (code & 0xff) === ioError)
  if (unread !== undefined) throw sqliteFailure({ rawCode: unread }, connection.name)
  return problems
}

/** The primary result code of a call that the disk refused. Source: sqlite.org/rescode.html */
const ioError = 10

/** What SQLite's check says of a page that it did not get: `unable to get the page. error code=266`. */
function resultCodeIn(problem: string): number {
  return Number(/ error code[ =](\d+)$/.exec(problem)?.[1] ?? 0)
}

function schemaDifferences(connection: SqliteConnection, schema: number): readonly string[] {
  const expected = expectedSchema(schema)
  const found = schemaOf(connection)
  // Events can be changed without them, but none was: that is for a warning.
  for (const { name } of guards) {
    expected.delete(`trigger ${name}`)
    found.delete(`trigger ${name}`)
  }
  return [
    ...Array.from(expected.keys())
      .filter((name) => !found.has(name))
      .map((name) => `the ${name} is not there`),
    ...Array.from(found)
      .filter(([name, sql]) => expected.get(name) !== sql)
      .map(([name]) => `the ${name} is not as todo-ledger makes it`),
  ]
}

/** What a ledger of a schema is made with. */
function expectedSchema(schema: number): Map<string, string> {
  const empty = new SqliteConnection(new Database(':memory:'), 'An empty ledger')
  createTables(empty, newLedgerId(systemRandom()), schema)
  const expected = schemaOf(empty)
  empty.close()
  return expected
}

/** What the tables and indexes of a database are made with, by their kind and name. */
function schemaOf(connection: SqliteConnection): Map<string, string> {
  return new Map(
    connection.all(queries.schema).map((row) => [
      read(connection, row, 'name'),
      read(connection, row, 'text')
        .replace(/[\s"]+/g, ' ')
        .trim(),
    ]),
  )
}

function open(path: string, readOnly: boolean): ReturnType<typeof openFile> {
  return openFile(path, { readOnly, busyTimeout: 5000, random: systemRandom() })
}

function read(connection: SqliteConnection, row: SqliteRow, column: string): string {
  return textOf(connection.bytes(row, column)) ?? 'a text that is not UTF-8'
}
