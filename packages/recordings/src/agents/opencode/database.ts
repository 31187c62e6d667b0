/**
 * The database of opencode since February 2026. Shapes: docs/sources/agents.md#the-database. It is known by its tables:
 * its header names no program, where that of a ledger says `todo`, so a ledger is told from it without loading the driver.
 */

import { existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { SqliteDatabase, SqliteStatement } from '@todo-ledger/core/sqlite'
import { isObject, type JsonObject, parsedJson } from '../../json.js'
import type { OpenedPath, ReadContext, RecordingStep } from '../../recording.js'
import { RecordingError } from '../../recording-error.js'
import { OpencodeReader } from './reader.js'

const columns: readonly string[] = [
  ...['id', 'parent_id', 'directory', 'time_created', 'time_updated'].map((name) => `session.${name}`),
  ...['id', 'session_id', 'time_created', 'data'].map((name) => `message.${name}`),
  ...['id', 'message_id', 'data'].map((name) => `part.${name}`),
]
/** A view, a virtual table or a generated column is none of these: what is read of those may never end. */
const columnsThere = `SELECT count(*) AS count FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
  WHERE t.type = 'table' AND t.rootpage > 0 AND t.sql LIKE 'CREATE TABLE %' AND c.hidden = 0
  AND t.name || '.' || c.name IN (${columns.map((column) => `'${column}'`).join()})`

const longest = 32 * 1024 * 1024
/** Texts are read as bytes: the driver ends the process at one that is not UTF-8. */
const data = `CASE WHEN length(CAST(data AS BLOB)) <= ${longest} THEN CAST(data AS BLOB) END AS data`

export class OpencodeDatabase {
  readonly #file: string
  readonly #driver: SqliteDatabase
  /** By their SQL: the driver keeps those that it made as long as it wants. */
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(file: string, driver: SqliteDatabase) {
    this.#file = file
    this.#driver = driver
  }

  /** Opens a database; null where a file is none of opencode's. @throws RecordingError `unreadable` */
  static async open(file: string): Promise<OpencodeDatabase | null> {
    if (!(await isNamelessDatabase(file))) return null
    const { openDatabase } = await import('@todo-ledger/core/sqlite')
    // Where no log of changes stands beside it, nobody is writing: it is read as it is, for otherwise SQLite would
    // leave files beside it that are the reader's and not opencode's.
    const immutable = !existsSync(`${file}-wal`)
    const driver = withReason(file, () => openDatabase(file, { mode: 'ro', immutable }))
    const database = new OpencodeDatabase(file, driver)
    let isOurs = false
    try {
      isOurs = database.#rows(columnsThere)[0]?.['count'] === columns.length
    } finally {
      if (!isOurs) database.close()
    }
    return isOurs ? database : null
  }

  close(): void {
    this.#driver.close()
  }

  sessions() {
    const rows = this.#rows(
      `SELECT CAST(id AS BLOB) AS id, CAST(parent_id AS BLOB) AS parent, CAST(directory AS BLOB) AS folder,
        time_updated AS at FROM session ORDER BY time_created, id`,
    )
    return rows.map((row) => ({
      id: textIn(row, 'id') ?? '',
      parent: textIn(row, 'parent'),
      folder: textIn(row, 'folder'),
      /** When it last changed, in milliseconds. */
      at: Number(row['at']),
    }))
  }

  /** The rows of a session's messages, oldest first. */
  messagesOf(session: string) {
    const sql = 'SELECT rowid AS row FROM message WHERE session_id = ? ORDER BY time_created, id'
    return this.#rows(sql, session).map(({ row }) => Number(row))
  }

  /** A message as an export has it; null, and a reason, where it can't be read. */
  message(session: string, row: number, skip: (reason: string) => void): JsonObject | null {
    const sql = `SELECT CAST(id AS BLOB) AS id, ${data} FROM message WHERE rowid = ?`
    const [found] = this.#rows(sql, row)
    const id = textIn(found ?? {}, 'id')
    const info = found === undefined ? null : dataIn(found, 'message', skip)
    if (info === null) return null
    const parts = this.#rows(
      `SELECT CAST(id AS BLOB) AS id, ${data} FROM part WHERE message_id = ? ORDER BY id`,
      id ?? '',
    )
    return {
      info: { ...info, id, sessionID: session },
      parts: parts.flatMap((part) => {
        const value = dataIn(part, 'part', skip)
        return value === null ? [] : [{ ...value, id: textIn(part, 'id') }]
      }),
    }
  }

  #rows(sql: string, ...values: (string | number)[]): readonly JsonObject[] {
    return withReason(this.#file, () => {
      const statement = this.#statements.get(sql) ?? this.#driver.prepare(sql)
      this.#statements.set(sql, statement)
      return statement.all(...values).filter(isObject)
    })
  }
}

const magic = 'SQLite format 3\0'

/** True for a database whose header names no program. Source: sqlite.org/fileformat.html, 1.3 */
async function isNamelessDatabase(path: string): Promise<boolean> {
  // A pipe would be waited for; whoever opens the file says what is wrong with it.
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  const file = isFile ? await open(path, 'r').catch(() => null) : null
  if (file === null) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0)
    return bytesRead === 100 && buffer.toString('latin1', 0, 16) === magic && buffer.readUInt32BE(68) === 0
  } finally {
    await file.close()
  }
}

export async function isOpencodeDatabase(path: string): Promise<boolean> {
  try {
    const database = await OpencodeDatabase.open(path)
    database?.close()
    return database !== null
  } catch {
    return false
  }
}

/** Opens a database as a recording of all its sessions; null where the file is none. @throws RecordingError `unreadable` */
export async function openOpencodeDatabase(path: string, context: ReadContext): Promise<OpenedPath | null> {
  const database = await OpencodeDatabase.open(path)
  if (database === null) return null
  return { steps: stepsOf(database, context), close: () => database.close() }
}

function* stepsOf(
  database: OpencodeDatabase,
  context: ReadContext,
): Generator<RecordingStep, void, undefined> {
  const sessions = database.sessions()
  const ids = new Set(sessions.map(({ id }) => id))
  // Those that were started by another one come after all that a person started.
  const isStarted = ({ parent }: (typeof sessions)[number]) => parent !== null && ids.has(parent)
  for (const session of [...sessions.filter((each) => !isStarted(each)), ...sessions.filter(isStarted)]) {
    const reader = new OpencodeReader(context, session)
    for (const [index, row] of database.messagesOf(session.id).entries()) {
      const line = index + 1
      const message = database.message(session.id, row, (reason) => context.skip(line, reason))
      if (message !== null) reader.take(message, line)
      yield* context.steps.splice(0)
    }
    reader.end()
    yield* context.steps.splice(0)
  }
}

function dataIn(row: JsonObject, table: string, skip: (reason: string) => void): JsonObject | null {
  const text = textIn(row, 'data')
  const value = text === null ? undefined : parsedJson(text)
  if (isObject(value)) return value
  const reason = text === null ? `has no text, or more than ${longest} bytes` : 'is no JSON object'
  skip(`a ${table} whose data ${reason}`)
  return null
}

function textIn(row: JsonObject, column: string): string | null {
  const value = row[column]
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('utf8') : null
}

function withReason<Result>(file: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    const message = 'the database is damaged, or in use; restore it from a copy, or try again'
    throw new RecordingError('unreadable', file, message, null, { cause })
  }
}
