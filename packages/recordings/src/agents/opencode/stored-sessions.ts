/** The tables of an opencode database: which sessions there are, and the messages of each. Shapes: docs/sources/opencode.md. */

import { isObject, type JsonObject } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { RecordCount, type SourceLimits } from '../../source-limits.js'
import { numberIn, type ReadOnlyConnection, type Row, textIn } from './connection.js'
import type { HeldMessage } from './reader.js'

/** A session as its table says. */
export interface StoredSession {
  /** Its id. */
  readonly id: string
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
}

/** The columns without which a database is none of opencode's. */
const columns: readonly (readonly [table: string, column: string])[] = [
  ['session', 'id'],
  ['session', 'parent_id'],
  ['message', 'id'],
  ['message', 'session_id'],
  ['message', 'data'],
  ['part', 'id'],
  ['part', 'message_id'],
  ['part', 'data'],
]

/** An order that changes nothing; a number alone would be that of a column. */
const untimed = '0 + 0'

/** As much of one message or part is read, in bytes. */
const longest = 64 * 1024 * 1024

/** True where the tables are opencode's. */
export function isOpencode(connection: ReadOnlyConnection): boolean {
  return columns.every(([table, column]) => hasColumn(connection, table, column))
}

/**
 * True where a table has a column. A view, a virtual table or a generated column is none: what is read of those is worked
 * out by what the file says, and that may never end.
 */
export function hasColumn(connection: ReadOnlyConnection, table: string, column: string): boolean {
  const isTable =
    "SELECT 1 FROM sqlite_schema WHERE name = ? AND type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE %'"
  const found = connection.all(
    `SELECT 1 AS found FROM pragma_table_xinfo(?) WHERE name = ? AND hidden = 0 AND EXISTS (${isTable})`,
    ...[table, column, table],
  )
  return found.length > 0
}

/** Gives the messages of each session once, in order. */
export class StoredSessions {
  readonly #connection: ReadOnlyConnection
  readonly #onSkipped: (line: number, reason: string, rest?: true) => void
  readonly #records: RecordCount
  #isOver = false
  readonly #indexed = new Map<keyof typeof owners, boolean>()
  /** Where a table has no index: its rows by what they belong to. */
  readonly #rowsByOwner = new Map<keyof typeof owners, ReadonlyMap<string, readonly StoredRow[]>>()
  readonly #sessions: readonly StoredSession[]
  readonly #rows = new Map<string, { readonly all: readonly StoredRow[]; next: number }>()
  readonly #order: string

  /**
   * @param connection the database's
   * @param onSkipped is given what can't be read
   * @param limits what it may cost
   */
  constructor(
    connection: ReadOnlyConnection,
    onSkipped: (line: number, reason: string, rest?: true) => void,
    limits: SourceLimits,
  ) {
    this.#connection = connection
    this.#onSkipped = onSkipped
    this.#records = new RecordCount(limits)
    const isTimed = ['session', 'message'].every((table) => hasColumn(connection, table, 'time_created'))
    this.#order = isTimed ? 'time_created' : untimed
    this.#sessions = connection
      .all(
        `SELECT CAST(id AS BLOB) AS id, CAST(parent_id AS BLOB) AS parent FROM session ORDER BY ${this.#order}, id LIMIT ?`,
        this.#oneMore,
      )
      .flatMap((row, index) => {
        if (!this.#mayRead(index + 1)) return []
        const id = textIn(row, 'id')
        return id === null ? [] : [{ id, parent: textIn(row, 'parent') }]
      })
  }

  /** The sessions, oldest first; those that a person started before all that were started by another one. */
  inOrder(): readonly StoredSession[] {
    const ids = new Set(this.#sessions.map(({ id }) => id))
    const isStarted = ({ parent }: StoredSession): boolean => parent !== null && ids.has(parent)
    return [...this.#sessions.filter((each) => !isStarted(each)), ...this.#sessions.filter(isStarted)]
  }

  /** The messages that are left of a session and come before a moment; null: all that are left. */
  *messagesOf(session: string, before: Date | null): Iterable<HeldMessage> {
    const rows = this.#rows.get(session) ?? { all: this.#rowsOf('message', session), next: 0 }
    this.#rows.set(session, rows)
    for (let row = rows.all[rows.next]; row !== undefined; row = rows.all[rows.next]) {
      if (before !== null && row.at > before.getTime()) {
        return
      }
      rows.next += 1
      const line = rows.next
      if (!this.#mayRead(line)) return
      const info = this.#jsonOf('message', row.row, line)
      if (info !== null) {
        const id = this.#idOf('message', row.row)
        yield { value: { info: { ...info, id, sessionID: session }, parts: this.#partsOf(id, line) }, line }
      }
    }
  }

  /** Nothing of a session is asked for any more. */
  forget(session: string): void {
    this.#rows.delete(session)
  }

  /** As many rows as may still be read, and the one that is too many. SQLite takes -1 for all. */
  get #oneMore(): number {
    const { left } = this.#records
    return Number.isFinite(left) ? Math.ceil(left) + 1 : -1
  }

  /** True where one more record may be read; where it is one too many, that is reported once. */
  #mayRead(line: number): boolean {
    if (this.#records.isFull && !this.#isOver) {
      this.#isOver = true
      this.#onSkipped(line, this.#records.reason, true)
    }
    this.#records.add()
    return !this.#isOver
  }

  /** The rows of a table that belong to a session or a message, in order. */
  #rowsOf(table: keyof typeof owners, owner: string): readonly StoredRow[] {
    const column = owners[table]
    const order = table === 'message' ? this.#order : untimed
    const known = this.#rowsByOwner.get(table)
    if (known !== undefined) return known.get(owner) ?? []
    const isIndexed = this.#indexed.get(table) ?? hasIndex(this.#connection, table, column)
    this.#indexed.set(table, isIndexed)
    if (isIndexed) {
      return this.#connection
        .all(
          `SELECT rowid AS row, ${order} AS at FROM ${table} WHERE ${column} = ? ORDER BY ${order}, id`,
          owner,
        )
        .map(storedRow)
    }
    // All of them at once, for each question would go through the whole table.
    const rows = new Map<string, StoredRow[]>()
    const all = this.#connection.all(
      `SELECT rowid AS row, ${order} AS at, CAST(${column} AS BLOB) AS owner FROM ${table} ORDER BY ${order}, id`,
    )
    for (const row of all) {
      const its = textIn(row, 'owner') ?? ''
      const others = rows.get(its)
      if (others === undefined) rows.set(its, [storedRow(row)])
      else others.push(storedRow(row))
    }
    this.#rowsByOwner.set(table, rows)
    return rows.get(owner) ?? []
  }

  #partsOf(message: string | null, line: number): readonly JsonObject[] {
    return this.#rowsOf('part', message ?? '').flatMap(({ row }) => {
      if (!this.#mayRead(line)) return []
      const part = this.#jsonOf('part', row, line)
      return part === null ? [] : [{ ...part, id: this.#idOf('part', row) }]
    })
  }

  #idOf(table: 'message' | 'part', row: number): string | null {
    const [found] = this.#connection.all(`SELECT CAST(id AS BLOB) AS id FROM ${table} WHERE rowid = ?`, row)
    return textIn(found, 'id')
  }

  #jsonOf(table: 'message' | 'part', row: number, line: number): JsonObject | null {
    const [found] = this.#connection.all(
      `SELECT CASE WHEN length(CAST(data AS BLOB)) <= ${longest} THEN CAST(data AS BLOB) END AS data
        FROM ${table} WHERE rowid = ?`,
      row,
    )
    const text = textIn(found, 'data')
    const value = text === null ? undefined : nestedJson(text)
    if (isObject(value)) {
      return value
    }
    const reason =
      text === null ? `has no text, or more than ${longest} bytes` : 'is no JSON object, or nested too deep'
    this.#onSkipped(line, `a ${table} whose data ${reason}`)
    return null
  }
}

interface StoredRow {
  readonly row: number
  readonly at: number
}

function storedRow(row: Row): StoredRow {
  return { row: numberIn(row, 'row') ?? 0, at: numberIn(row, 'at') ?? 0 }
}

/** The columns that say what a row belongs to. */
const owners = { message: 'session_id', part: 'message_id' } as const

/** True where the rows of an owner are found without going through the table. */
function hasIndex(connection: ReadOnlyConnection, table: string, column: string): boolean {
  const found = connection.all(
    `SELECT 1 AS found FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS place
      WHERE list.partial = 0 AND place.seqno = 0 AND place.name = ?`,
    ...[table, column],
  )
  return found.length > 0
}
