/** What the rest of a ledger says of the place where its chains break: one more pass over all records. */

import type { StoredRecord, UnreadableRecord } from '../stored-record.js'
import { type ChainSource, firstHash, firstLink, firstRecords, hashOf, linkOf } from './chain.js'

/** The first record that does not follow the one before it. */
export interface ChainBreak {
  /** Its place in order, from 1: the position that it should have. */
  readonly position: number
  /** What stands there. */
  readonly record: StoredRecord | UnreadableRecord
  /** The link before it. */
  readonly previousLink: string
  /** The hash of its session's event before it. */
  readonly previousHash: string
  /** The seq of its session's event before it; 0 where there is none. */
  readonly previousSeq: number
}

/** What was found. */
export interface BreakClues {
  /** The record right after the break, where it can be read. */
  readonly next: StoredRecord | null
  /** Where the record stands that was written right after the one before the break, or null. */
  readonly successor: number | null
  /** Where a record with the same hash and digest stands, or null. */
  readonly copy: number | null
  /** Where a record with the same hash or digest stands, or null. */
  readonly twin: number | null
  /** The first record of those that stand between two that were written one after the other, or null. */
  readonly fork: { readonly position: number; readonly session: string; readonly seq: number } | null
  /** True where the record at the break was written to this ledger, at some other place. */
  readonly isOfLedger: boolean
  /** True where the event that its session expects stands after the break. */
  readonly expectedSeqFollows: boolean
  /** The first seq from the break on that a session lacks, or null. */
  readonly gap: { readonly session: string; readonly seq: number } | null
}

/** Gathers them. @param events how many records there are */
export async function gatherClues(
  source: ChainSource,
  found: ChainBreak,
  events: number,
): Promise<BreakClues> {
  const clues = new Clues(source.ledger(), found)
  for await (const [position, record] of firstRecords(source, events)) {
    if (!('unreadable' in record)) clues.see(position, record)
  }
  return clues
}

class Clues implements BreakClues {
  next: StoredRecord | null = null
  successor: number | null = null
  copy: number | null = null
  twin: number | null = null
  fork: BreakClues['fork'] = null
  expectedSeqFollows = false
  gap: BreakClues['gap'] = null
  readonly #found: ChainBreak
  readonly #bad: StoredRecord | null
  readonly #lastSeqs = new Map<string, number>()
  /** The position that the record at the break was written to, after which others were put in between. */
  #forkAt: number | null = null
  #isLinked = false
  #isOfSession = false
  #hasRival = false

  constructor(ledger: string, found: ChainBreak) {
    this.#found = found
    this.#bad = 'unreadable' in found.record ? null : found.record
    if (this.#bad === null) return
    const { session, seq, hash, digest } = this.#bad
    this.#isOfSession = seq === 1 && hash === hashOf(firstHash(ledger, session), this.#bad, digest)
    this.#lookForFork(0, firstLink(ledger))
  }

  get isOfLedger(): boolean {
    return this.#isLinked || (this.#isOfSession && !this.#hasRival)
  }

  see(position: number, record: StoredRecord): void {
    const { position: broken, previousLink, previousSeq } = this.#found
    this.#lookForGap(position, record)
    if (position === broken) return
    if (position === broken + 1) this.next = record
    if (position > broken && record.link === linkOf(previousLink, broken, record.hash))
      this.successor ??= position
    const bad = this.#bad
    if (bad === null) return
    if (this.#forkAt === position) this.fork = { position, session: record.session, seq: record.seq }
    if (position < broken) this.#lookForFork(position, record.link)
    if (record.hash === bad.hash && record.digest === bad.digest) this.copy ??= position
    if (record.hash === bad.hash || record.digest === bad.digest) this.twin ??= position
    const places = new Set([
      broken,
      broken + 1,
      bad.position,
      record.position,
      record.position + 1,
      record.position + 2,
    ])
    for (const place of places) if (bad.link === linkOf(record.link, place, bad.hash)) this.#isLinked = true
    if (record.session !== bad.session) return
    if (record.seq === bad.seq - 1 && bad.hash === hashOf(record.hash, bad, bad.digest))
      this.#isOfSession = true
    if (record.seq === bad.seq) this.#hasRival = true
    if (position > broken && record.seq === previousSeq + 1) this.expectedSeqFollows = true
  }

  #lookForFork(position: number, link: string): void {
    const bad = this.#bad
    if (bad === null || position >= this.#found.position - 1) return
    if (bad.link === linkOf(link, position + 1, bad.hash)) this.#forkAt ??= position + 1
  }

  #lookForGap(position: number, { session, seq }: StoredRecord): void {
    const expected = (this.#lastSeqs.get(session) ?? 0) + 1
    if (seq > expected && position >= this.#found.position) this.gap ??= { session, seq: expected }
    this.#lastSeqs.set(session, seq)
  }
}
