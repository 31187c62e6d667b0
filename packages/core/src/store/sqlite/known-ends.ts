/** Where a ledger and its sessions end, as this connection left them: true as long as no other one writes. */

import type { StoredRecord } from '../stored-record.js'
import type { SqliteConnection } from './connection.js'

/** Where a session and its ledger end. */
interface KnownEnd {
  /** The last position of the ledger. */
  readonly position: number
  /** Its link. */
  readonly link: string
  /** The seq of the session's last event. */
  readonly lastSeq: number
  /** Its hash. */
  readonly hash: string
}

/** More sessions than that are not remembered. */
const mostSessions = 1_000

/** Changes with every transaction of another connection, and with none of this one. */
const dataVersion = 'PRAGMA data_version'

/** What is remembered, in place of the question that costs as much as storing an event. */
export class KnownEnds {
  readonly #connection: SqliteConnection
  readonly #sessions = new Map<string, Pick<KnownEnd, 'lastSeq' | 'hash'>>()
  #ledger: Pick<KnownEnd, 'position' | 'link'> | null = null
  #version: number | null = null

  /** @param connection one that nobody else writes through */
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Where a session ends, or null where that is not known. To be called within a transaction to write in. */
  of(session: string): KnownEnd | null {
    const row = this.#connection.get(dataVersion)
    const version = row === undefined ? null : this.#connection.number(row, 'data_version')
    if (version !== this.#version) this.forget()
    this.#version = version
    const own = this.#sessions.get(session)
    if (own === undefined || this.#ledger === null) return null
    return {
      position: this.#ledger.position,
      link: this.#ledger.link,
      lastSeq: own.lastSeq,
      hash: own.hash,
    }
  }

  /** A record was stored in the transaction in which `of` was asked. */
  note({ session, seq, type, hash, position, link }: StoredRecord): void {
    if (this.#sessions.size === mostSessions) this.#sessions.clear()
    // A session that ends so may be forgotten, and not go on.
    if (type === 'session.redacted') this.#sessions.delete(session)
    else this.#sessions.set(session, { lastSeq: seq, hash })
    this.#ledger = { position, link }
  }

  /** What was stored is undone, or was changed. */
  forget(): void {
    this.#sessions.clear()
    this.#ledger = null
  }
}
