/** The tables of an opencode database: which sessions there are, and the messages of each. Shapes: docs/sources/opencode.md. */

import { isObject, type JsonObject } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { numberIn, type ReadOnlyConnection, textIn } from './connection.js'
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

/** As much of one message or part is read, in bytes. */
const longest = 64 * 1024 * 1024

/** True where the tables are opencode's. */
export function isOpencode(connection: ReadOnlyConnection): boolean {
  return columns.every(([table, column]) => hasColumn(connection, table, column))
}

/** True where a table has a column. */
export function hasColumn(connection: ReadOnlyConnection, table: string, column: string): boolean {
  const found = connection.all('SELECT 1 AS found FROM pragma_table_info(?) WHERE name = ?', table, column)
  return found.length > 0
}

/** Gives the messages of each session once, in order. */
export class StoredSessions {
  readonly #connection: ReadOnlyConnection
  readonly #onSkipped: (line: number, reason: string) => void
  readonly #sessions: readonly StoredSession[]
  readonly #rows = new Map<string, { readonly all: readonly StoredMessage[]; next: number }>()
  readonly #order: string

  /** @param connection the database's; @param onSkipped is given what can't be read */
  constructor(connection: ReadOnlyConnection, onSkipped: (line: number, reason: string) => void) {
    this.#connection = connection
    this.#onSkipped = onSkipped
    const isTimed = ['session', 'message'].every((table) => hasColumn(connection, table, 'time_created'))
    this.#order = isTimed ? 'time_created' : '0'
    this.#sessions = connection
      .all(
        `SELECT CAST(id AS BLOB) AS id, CAST(parent_id AS BLOB) AS parent FROM session ORDER BY ${this.#order}, id`,
      )
      .flatMap((row) => {
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
    const rows = this.#rows.get(session) ?? { all: this.#messageRows(session), next: 0 }
    this.#rows.set(session, rows)
    for (let row = rows.all[rows.next]; row !== undefined; row = rows.all[rows.next]) {
      if (before !== null && row.at > before.getTime()) {
        return
      }
      rows.next += 1
      const line = rows.next
      const info = this.#jsonOf('message', row.row, line)
      if (info !== null) {
        const identity = { id: this.#idOf('message', row.row), sessionID: session }
        yield { value: { info: { ...info, ...identity }, parts: this.#partsOf(row.row, line) }, line }
      }
    }
  }

  #messageRows(session: string): readonly StoredMessage[] {
    return this.#connection
      .all(
        `SELECT rowid AS row, ${this.#order} AS at FROM message WHERE session_id = ? ORDER BY ${this.#order}, id`,
        session,
      )
      .map((row) => ({ row: numberIn(row, 'row') ?? 0, at: numberIn(row, 'at') ?? 0 }))
  }

  #partsOf(message: number, line: number): readonly JsonObject[] {
    return this.#connection
      .all(
        'SELECT rowid AS row FROM part WHERE message_id = (SELECT id FROM message WHERE rowid = ?) ORDER BY id',
        message,
      )
      .flatMap((found) => {
        const row = numberIn(found, 'row') ?? 0
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

interface StoredMessage {
  readonly row: number
  readonly at: number
}
