/**
 * Where a ledger and its sessions end, as this connection left them. Another one may have written since: then positions and
 * seqs that come next are taken, for nothing stored ever goes, and the insert says so.
 */

import type { ChainEnds } from '../chain/chain.js'
import type { StoredRecord } from '../stored-record.js'

/** Where a session and its ledger end. */
interface KnownEnd extends ChainEnds {
  /** The seq of the session's last event. */
  readonly lastSeq: number
}

/** More sessions than that are not remembered. */
const mostSessions = 1_000

/** What is remembered, in place of the question that costs half as much as storing an event. */
export class KnownEnds {
  readonly #sessions = new Map<string, Pick<KnownEnd, 'lastSeq' | 'hash'>>()
  #ledger: Pick<KnownEnd, 'position' | 'link'> | null = null

  /** Where a session ends, or null where that is not known. */
  of(session: string): KnownEnd | null {
    const own = this.#sessions.get(session)
    if (own === undefined || this.#ledger === null) return null
    const { position, link } = this.#ledger
    return { position, link, lastSeq: own.lastSeq, hash: own.hash }
  }

  /** A record was stored at the end. */
  note({ session, seq, type, hash, position, link }: StoredRecord): void {
    if (this.#sessions.size === mostSessions) this.#sessions.clear()
    // A session that ends so may be forgotten, and not go on.
    if (type === 'session.redacted') this.#sessions.delete(session)
    else this.#sessions.set(session, { lastSeq: seq, hash })
    this.#ledger = { position, link }
  }

  /** What was stored is undone. */
  forget(): void {
    this.#sessions.clear()
    this.#ledger = null
  }
}
