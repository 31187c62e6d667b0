/**
 * What a list of sessions shows, in the table `sessions` beside the events. All of it can be made again from them. A row
 * costs as much as an event, so the table is up to a position of the ledger, `listed`, that is a little behind its end: it
 * is brought up to date now and then, and whoever lists sessions adds what the events behind that position say. A row may
 * say more than `listed`, never less; where it does, its last seq says so.
 */

import { StoreError } from '../../errors.js'
import { bySession } from '../chain/restore-records.js'
import type { StoredRecord } from '../stored-record.js'
import { sayingTypes, summariesOf } from '../summaries/of-records.js'
import { mergedSummary } from '../summaries/session-summary.js'
import {
  newestFirst,
  type PlacedSummary,
  placedSummaryOf,
  type WholeSessionsQuery,
} from '../summaries/sessions-page.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { packedWith, readableRecords } from './rows.js'
import { asColumn, fromColumn } from './tables.js'

/** The table is brought up to date once so many events stand behind it. */
const mostBehind = 256

const texts = ['session', 'profile', 'parent', 'title'] as const

// Texts as bytes: the driver can't be given a text that is damaged.
const columns = `number, last_seq, ${texts.map((text) => `CAST(${text} AS BLOB) AS ${text}`).join(', ')}, pending,
    in_progress, blocked, completed, cancelled, turns, begun, updated`

const queries = {
  put: `INSERT OR REPLACE INTO sessions (number, session, last_seq, profile, parent, title, pending, in_progress, blocked,
    completed, cancelled, turns, begun, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  one: `SELECT ${columns} FROM sessions WHERE session = ?`,
  page: `SELECT ${columns} FROM sessions
    WHERE (updated, number) < (?, ?) AND updated >= ? AND (?4 IS NULL OR profile = ?4)
    AND (?5 IS NULL OR (pending + in_progress + blocked > 0) = ?5) AND substr(session, 1, length(?6)) = ?6
    AND session NOT IN (SELECT value FROM json_each(?7))
    ORDER BY updated DESC, number DESC LIMIT ?8`,
  listed: `SELECT CAST(value AS BLOB) AS value FROM meta WHERE name = 'listed'`,
  setListed: `INSERT OR REPLACE INTO meta VALUES ('listed', ?)`,
  // Of most events only that they happened counts: the outputs of tools are not read for a list.
  behind: `SELECT ${packedWith(`CASE WHEN type IN (${sayingTypes.map((type) => `'${type}'`).join(', ')}) THEN data END`)}
    FROM events WHERE position > ? ORDER BY position LIMIT 256`,
} as const

/** What events of a session say that follow one another. */
export interface NewsOfSession {
  /** What they say; its number is the position of the first one. */
  readonly summary: PlacedSummary
  /** The seq that they follow. */
  readonly before: number
}

/** What this connection stored behind a position, up to another, where nobody else stored anything between. */
interface OwnNews {
  readonly after: number
  to: number
  readonly news: Map<string, NewsOfSession>
}

/** The table `sessions` of one ledger. */
export class SqliteSessionIndex {
  readonly #connection: SqliteConnection
  readonly #recordsOf: (session: string) => Iterable<StoredRecord>
  /** The position up to which the table was when this connection last looked; null where it has not. */
  #listed: number | null = null
  #own: OwnNews | null = null
  /** The position of the last event of a transaction, where it stores any. */
  #end: number | null = null

  /** @param connection the ledger's; @param recordsOf gives all records of a session */
  constructor(connection: SqliteConnection, recordsOf: (session: string) => Iterable<StoredRecord>) {
    this.#connection = connection
    this.#recordsOf = recordsOf
  }

  /**
   * Events were stored at the end of the ledger. To be called within their transaction.
   * @param after the position that they follow; @param to that of the last one
   */
  stored(after: number, to: number, news: readonly NewsOfSession[]): void {
    const own = this.#own?.to === after ? this.#own : { after, to: after, news: new Map() }
    this.#own = own
    own.to = to
    for (const each of news) {
      const { session } = each.summary
      const earlier = own.news.get(session)
      const summary = earlier === undefined ? each.summary : goneOn(earlier.summary, each.summary)
      own.news.set(session, { summary, before: (earlier ?? each).before })
    }
    this.#end = to
  }

  /** Brings the table up to date where it is far behind. To be called at the end of a transaction. */
  keepUp(): void {
    const end = this.#end
    this.#end = null
    if (end === null) return
    this.#listed ??= this.#readListed() ?? 0
    if (end - this.#listed < mostBehind) return
    try {
      this.#bringUpToDate(end)
    } catch (error) {
      // That is left to `verify`: no event is refused for it, and it is tried again once as many stand behind it.
      if (!(error instanceof StoreError && error.code === 'damaged-file')) throw error
      this.#listed = end
    }
  }

  /** What was stored is undone. */
  undone(): void {
    this.#listed = null
    this.#own = null
    this.#end = null
  }

  /** Makes the entry of a session anew, whose contents were changed. To be called within a transaction. */
  remake(session: string): void {
    this.#own = null
    for (const summary of summariesOf(this.#recordsOf(session))) this.#put(summary)
  }

  /** Makes all entries. To be called within a transaction. @param records all of the ledger */
  make(records: Iterable<StoredRecord>): void {
    for (const summary of summariesOf(records)) this.#put(summary)
  }

  /** Those that a query asks for, and one more where there are more. */
  page(query: WholeSessionsQuery): readonly PlacedSummary[] {
    const { prefix, profile, since, open, limit, after } = query
    // An older program's ledger that is only read was always whole.
    const behind = this.#toldBehind(this.#readListed() ?? Number.MAX_SAFE_INTEGER)
    const { updated, number } = after
    const asked = profile === null ? null : asColumn(profile)
    const isOpen = open === null ? null : Number(open)
    const left = JSON.stringify(behind.map(({ session }) => asColumn(session)))
    const listed = this.#connection
      .all(queries.page, updated, number, since, asked, isOpen, asColumn(prefix), left, limit + 1)
      .map((row) => this.#summary(row))
    return newestFirst([...listed, ...behind], query)
  }

  /** @param to the last position of the ledger */
  #bringUpToDate(to: number): void {
    const listed = this.#readListed() ?? 0
    const own = this.#own?.after === listed ? this.#own : null
    const changed =
      own === null
        ? this.#toldBehind(listed)
        : Array.from(own.news.values(), ({ summary, before }) =>
            this.#whole(this.#entry(summary.session), summary, before),
          )
    for (const summary of changed) this.#put(summary)
    this.#connection.run(queries.setListed, String(to))
    this.#listed = to
    this.#own = { after: to, to, news: new Map() }
  }

  /** The sessions of which events stand behind a position, as all their events say. */
  #toldBehind(listed: number): readonly PlacedSummary[] {
    const told: PlacedSummary[] = []
    const behind = readableRecords(this.#connection, listed, (after) =>
      this.#connection.all(queries.behind, after),
    )
    for (const [session, records] of bySession(Array.from(behind))) {
      const entry = this.#entry(session)
      const fresh = records.filter(({ seq }) => seq > (entry?.lastSeq ?? 0))
      for (const summary of summariesOf(fresh))
        told.push(this.#whole(entry, summary, (fresh[0]?.seq ?? 1) - 1))
      if (fresh.length === 0 && entry !== null) told.push(entry)
    }
    return told
  }

  /** What an entry and what came behind it say; of all events where it does not stand right before that. */
  #whole(entry: PlacedSummary | null, more: PlacedSummary, before: number): PlacedSummary {
    if ((entry?.lastSeq ?? 0) !== before) {
      try {
        for (const whole of summariesOf(this.#recordsOf(more.session))) return whole
      } catch (error) {
        // What can't be read is left to `verify`.
        if (!(error instanceof StoreError)) throw error
      }
    }
    return entry === null ? more : goneOn(entry, more)
  }

  /** Null too of a row that holds what it can't: no event is refused for that, and it is made anew of the events. */
  #entry(session: string): PlacedSummary | null {
    const row = this.#connection.get(queries.one, asColumn(session))
    if (row === undefined) return null
    try {
      return this.#summary(row)
    } catch (error) {
      if (error instanceof StoreError) return null
      throw error
    }
  }

  #put({ session, lastSeq, fields, number }: PlacedSummary): void {
    const { profile, parent, title, counts, turns, begun, updated } = fields
    const { pending, in_progress, blocked, completed, cancelled } = counts
    const said = [profile, parent, title].map((text) => (text === null ? null : asColumn(text)))
    const counted = [pending, in_progress, blocked, completed, cancelled, turns]
    const times = [begun, updated ?? begun]
    this.#connection.run(queries.put, number, asColumn(session), lastSeq, ...said, ...counted, ...times)
  }

  /** The position up to which the table is; null where that is not said, as in an older program's ledger. */
  #readListed(): number | null {
    const row = this.#connection.get(queries.listed)
    const listed = row === undefined ? Number.NaN : Number(this.#connection.text(row, 'value'))
    return Number.isSafeInteger(listed) ? listed : null
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

/** What a summary says with what events said that came behind it. */
function goneOn({ session, number, fields }: PlacedSummary, more: PlacedSummary): PlacedSummary {
  return { session, number, lastSeq: more.lastSeq, fields: mergedSummary(fields, more.fields) }
}
