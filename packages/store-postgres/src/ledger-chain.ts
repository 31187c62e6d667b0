/**
 * The ledger's own chain, made behind the writers. Sessions are written side by side, and an event that was begun earlier
 * may be committed later: a reader that goes by a counter would pass it by. So an event has no place in the ledger until
 * one process at a time gives places to all that is committed by then; readers see places alone, 1, 2, 3 … without gaps.
 */

import { linkOf } from '@todo-ledger/core/store'
import type { PostgresConnection, PostgresDatabase } from './database.js'
import { wholeNumber } from './rows.js'
import { durable } from './tables.js'

/** Events that are given their places in one transaction. */
const batch = 1000

/** The end of a ledger's chain. */
interface LedgerEnd {
  readonly position: number
  readonly link: string
}

const queries = {
  end: `SELECT position, link, ${durable} FROM $schema.about FOR UPDATE`,
  // The order of arrival is that of seqs within a session: each was drawn while the session's row was locked.
  waiting: `SELECT arrival, session, seq, hash FROM $schema.unlinked ORDER BY arrival LIMIT ${batch}`,
  place: `INSERT INTO $schema.positions (position, session, seq, link)
    SELECT position, session, seq, link FROM json_to_recordset($1::json)
    AS placed(position bigint, session bigint, seq bigint, link text)`,
  placed: `DELETE FROM $schema.unlinked WHERE arrival IN (SELECT value::bigint FROM json_array_elements_text($1::json))`,
  moveEnd: 'UPDATE $schema.about SET position = $1, link = $2',
} as const

/** Gives committed events their places. */
export class LedgerChain {
  readonly #database: PostgresDatabase
  readonly #inSchema: (statement: string) => string
  readonly #moved: () => void
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  /** @param inSchema puts the schema's name into a statement; @param moved is called when events were given places */
  constructor(database: PostgresDatabase, inSchema: (statement: string) => string, moved: () => void) {
    this.#database = database
    this.#inSchema = inSchema
    this.#moved = moved
  }

  /** Gives all events that are committed by now their places. Calls that wait at once share one run. */
  catchUp(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = null
      const run = this.#placeAll()
      this.#running = run.catch(() => undefined)
      return run
    })
    return this.#next
  }

  /** Settles when nothing is under way. */
  async idle(): Promise<void> {
    await this.#next?.catch(() => undefined)
    await this.#running
  }

  async #placeAll(): Promise<void> {
    let placed = batch
    let isAny = false
    while (placed === batch) {
      placed = await this.#database.transaction((connection) => this.#placeBatch(connection))
      isAny ||= placed > 0
    }
    if (isAny) this.#moved()
  }

  async #placeBatch({ query }: PostgresConnection): Promise<number> {
    const [row] = await query(this.#inSchema(queries.end))
    if (row === undefined) return 0
    let end: LedgerEnd = { position: wholeNumber(row['position']), link: String(row['link']) }
    const waiting = await query(this.#inSchema(queries.waiting))
    if (waiting.length === 0) return 0
    const placed = waiting.map(({ session, seq, hash }) => {
      const position = end.position + 1
      end = { position, link: linkOf(end.link, position, String(hash)) }
      return { ...end, session: wholeNumber(session), seq: wholeNumber(seq) }
    })
    await query(this.#inSchema(queries.place), [JSON.stringify(placed)])
    await query(this.#inSchema(queries.placed), [
      JSON.stringify(waiting.map(({ arrival }) => wholeNumber(arrival))),
    ])
    await query(this.#inSchema(queries.moveEnd), [end.position, end.link])
    return waiting.length
  }
}
