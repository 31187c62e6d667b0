/** What a list of sessions shows, in the table `sessions` beside the events. All of it can be made again from them. */

import { StoreError } from '../../errors.js'
import type { StoredRecord } from '../stored-record.js'
import { summariesOf } from '../summaries/of-records.js'
import { type PlacedSummary, placedSummaryOf, type WholeSessionsQuery } from '../summaries/sessions-page.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { asColumn, fromColumn } from './tables.js'

const texts = ['session', 'profile', 'parent', 'title'] as const

const queries = {
  begin: `INSERT INTO sessions (number, session, last_seq, profile, parent, title, pending, in_progress, blocked, completed,
    cancelled, turns, begun, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  goOn: `UPDATE sessions SET last_seq = ?, profile = ifnull(profile, ?), parent = ifnull(parent, ?), title = ifnull(title, ?),
    pending = pending + ?, in_progress = in_progress + ?, blocked = blocked + ?, completed = completed + ?,
    cancelled = cancelled + ?, turns = max(turns, ?), updated = ifnull(?, updated) WHERE session = ? AND last_seq = ?`,
  drop: 'DELETE FROM sessions WHERE session = ?',
  // Texts as bytes: the driver can't be given a text that is damaged.
  page: `SELECT number, last_seq, ${texts.map((text) => `CAST(${text} AS BLOB) AS ${text}`).join(', ')}, pending,
    in_progress, blocked, completed, cancelled, turns, begun, updated FROM sessions
    WHERE (updated, number) < (?, ?) AND updated >= ? AND (?4 IS NULL OR profile = ?4)
    AND (?5 IS NULL OR (pending + in_progress + blocked > 0) = ?5) AND substr(session, 1, length(?6)) = ?6
    ORDER BY updated DESC, number DESC LIMIT ?7`,
} as const

/** The table `sessions` of one ledger. */
export class SqliteSessionIndex {
  readonly #connection: SqliteConnection

  /** @param connection the ledger's */
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /**
   * Events were stored. To be called within their transaction.
   * @param before the seq that they follow
   * @returns false where the session does not stand here as it was before: a program that keeps no list wrote to it
   */
  add({ session, lastSeq, fields, number }: PlacedSummary, before: number): boolean {
    const { profile, parent, title, counts, turns, begun, updated } = fields
    const { pending, in_progress, blocked, completed, cancelled } = counts
    const said = [profile, parent, title].map((text) => (text === null ? null : asColumn(text)))
    const counted = [pending, in_progress, blocked, completed, cancelled, turns]
    const column = asColumn(session)
    if (before > 0)
      return this.#connection.run(queries.goOn, lastSeq, ...said, ...counted, updated, column, before) > 0
    const times = [begun, updated ?? begun]
    this.#connection.run(queries.begin, number, column, lastSeq, ...said, ...counted, ...times)
    return true
  }

  /** Makes the entries of sessions anew from all their records. To be called within a transaction. */
  remake(records: Iterable<StoredRecord>): void {
    for (const summary of summariesOf(records)) {
      this.#connection.run(queries.drop, asColumn(summary.session))
      this.add(summary, 0)
    }
  }

  /** Those that a query asks for, and one more where there are more. */
  page({ prefix, profile, since, open, limit, after }: WholeSessionsQuery): readonly PlacedSummary[] {
    const { updated, number } = after
    const asked = profile === null ? null : asColumn(profile)
    const isOpen = open === null ? null : Number(open)
    return this.#connection
      .all(queries.page, updated, number, since, asked, isOpen, asColumn(prefix), limit + 1)
      .map((row) => this.#summary(row))
  }

  #summary(row: SqliteRow): PlacedSummary {
    const session = this.#text(row, 'session')
    if (session === null) throw this.#damaged('session')
    return placedSummaryOf(session, {
      text: (column) => this.#text(row, column),
      number: (column) => this.#connection.number(row, column),
    })
  }

  #text(row: SqliteRow, column: string): string | null {
    if (row.get(column) === null) return null
    const text = fromColumn(this.#connection.text(row, column))
    if (text !== undefined) return text
    throw this.#damaged(column)
  }

  #damaged(column: string): StoreError {
    return new StoreError(
      'damaged-file',
      `${this.#connection.name} holds a bad ${column} in its list of sessions. Run todo-replay verify, or restore it from a copy.`,
    )
  }
}
