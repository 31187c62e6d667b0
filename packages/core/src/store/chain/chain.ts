/**
 * The hash chains of a ledger: one a session and one over all of it, in SHA-256.
 * What is hashed is plain text in lines, so that anyone can check a ledger with a few lines of any language.
 */

import type { TodoEvent } from '../../events.js'
import { sha256 } from '../../sha256.js'
import type { StoredRecord, UnreadableRecord } from '../event-store.js'
import type { EncodedEvent } from '../plan-append.js'

/** The part of a record that its hash covers beside the data's digest. */
type Envelope = Pick<
  StoredRecord,
  'session' | 'seq' | 'id' | 'type' | 'version' | 'turn' | 'at' | 'source' | 'actor'
>

/** The salted digest of an event's data. @param data the codec's text */
export function digestOf(salt: string, data: string): string {
  return sha256(`todo-ledger/data/1\n${salt}\n${data}`)
}

/** What the first hash of a session follows: no event of another ledger or session can stand there. */
export function firstHash(ledger: string, session: string): string {
  return sha256(`todo-ledger/session/1\n${ledger}\n${JSON.stringify(session)}`)
}

/**
 * An event's hash. Of its second version where the event says who did it: what is hashed begins with another line, so
 * nobody can be put there or taken away.
 * @param previous the hash of the session's event before, or its `firstHash`
 */
export function hashOf(previous: string, envelope: Envelope, digest: string): string {
  const { session, seq, id, type, version, turn, at, source, actor } = envelope
  const fields = [session, seq, id, type, version, turn, at, source, ...(actor === null ? [] : [actor])]
  // JSON, so that no text in it can end a line or imitate a field.
  return sha256(
    `todo-ledger/event/${actor === null ? 1 : 2}\n${previous}\n${JSON.stringify(fields)}\n${digest}`,
  )
}

/** What the first link of a ledger follows. */
export function firstLink(ledger: string): string {
  return sha256(`todo-ledger/ledger/1\n${ledger}`)
}

/** A record's link. @param previous the link of the record before, or the ledger's `firstLink` */
export function linkOf(previous: string, position: number, hash: string): string {
  return sha256(`todo-ledger/link/1\n${previous}\n${position}\n${hash}`)
}

/** A ledger as far as it is checked. An `EventStore` is one. */
export interface ChainSource {
  ledger(): string
  /** Its records in position order, whatever stands in them. It may be called again. */
  readAll(): AsyncIterable<{ readonly record: StoredRecord | UnreadableRecord }>
}

/** What the next record follows. */
export interface ChainEnds {
  /** The last position of the ledger; 0 where there is none. */
  readonly position: number
  /** The last link of the ledger, or its first one. */
  readonly link: string
  /** The last hash of the session, or its first one. */
  readonly hash: string
}

/** A record to be, but for its place in the chains. */
export interface UnchainedRecord extends Envelope {
  readonly data: string
}

export function unchainedRecord({ event, data, source, actor }: EncodedEvent): UnchainedRecord {
  const { session, seq, id, turn, type, version } = event
  return { session, seq, id, turn, at: event.at.getTime(), type, version, source, actor, data }
}

/** The record of a new event. */
export function chainRecord(
  { data, ...envelope }: UnchainedRecord,
  ends: ChainEnds,
  random: RandomBytes,
): StoredRecord {
  const position = ends.position + 1
  const salt = newSalt(random)
  const digest = digestOf(salt, data)
  const hash = hashOf(ends.hash, envelope, digest)
  return { position, ...envelope, data, salt, digest, hash, link: linkOf(ends.link, position, hash) }
}

/** The records of new events of one session, and the events as they are stored, with their hashes. */
export function chained<Event extends TodoEvent>(
  events: readonly EncodedEvent<Event>[],
  ends: ChainEnds,
  random: RandomBytes,
) {
  const records: StoredRecord[] = []
  for (const encoded of events)
    records.push(chainRecord(unchainedRecord(encoded), records.at(-1) ?? ends, random))
  const stored = events.map(({ event }, index) => ({ ...event, hash: records[index]?.hash ?? '' }))
  return { records, stored }
}

/** Gives random bytes. */
export type RandomBytes = (size: number) => Uint8Array

/** Drawn at once: a draw of its own for each salt would cost as much as hashing an event. In bytes. */
const poolSize = 4096

/** The system's random bytes. */
export function systemRandom(): RandomBytes {
  let pool = new Uint8Array()
  let used = 0
  return (size) => {
    if (used + size > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(Math.max(poolSize, size)))
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}

/** 32 hexadecimal digits. */
export function newLedgerId(random: RandomBytes): string {
  const bytes = random(16)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
}

/** Random, so that nobody can guess erased data by trying. */
function newSalt(random: RandomBytes): string {
  return newLedgerId(random)
}

/** The salt of data in which texts were replaced. It differs in form, so that reading knows. */
export function newSaltOfReplaced(random: RandomBytes): string {
  return `r${newSalt(random)}`
}
