/**
 * The hash chains of a ledger: one a session and one over all of it, in SHA-256.
 * What is hashed is plain text in lines, so that anyone can check a ledger with a few lines of any language.
 */

import { sha256 } from '../../sha256.js'
import type { RecordTexts } from '../codec/record-codec.js'
import type { StoredRecord, UnreadableRecord } from '../stored-record.js'
import type { StoredEvent } from '../upcast.js'
import { newSalt, type RandomBytes } from './salts.js'

/** The part of a record that its hash covers beside the data's digest. */
export type Envelope = Pick<
  StoredRecord,
  'session' | 'seq' | 'id' | 'type' | 'version' | 'turn' | 'at' | 'source' | 'actor'
>

/** The salted digest of an event's data. @param salt 32 hexadecimal digits; @param data the codec's text */
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
  // JSON, so that no text in it can end a line or imitate a field.
  if (actor === null) {
    const line = JSON.stringify([session, seq, id, type, version, turn, at, source])
    return sha256(`todo-ledger/event/1\n${previous}\n${line}\n${digest}`)
  }
  const line = JSON.stringify([session, seq, id, type, version, turn, at, source, actor])
  return sha256(`todo-ledger/event/2\n${previous}\n${line}\n${digest}`)
}

/** What the first link of a ledger follows. */
export function firstLink(ledger: string): string {
  return sha256(`todo-ledger/ledger/1\n${ledger}`)
}

/** A record's link. @param previous the link of the record before, or the ledger's `firstLink` */
export function linkOf(previous: string, position: number, hash: string): string {
  return sha256(`todo-ledger/link/1\n${previous}\n${position}\n${hash}`)
}

/** What is wrong with a place of a ledger. */
export type ChainProblem = 'altered' | 'missing' | 'out-of-order' | 'duplicated' | 'foreign'

/** A place of a ledger that is not as it was written. */
export interface BadPlace {
  /** The first position of the ledger that is not what it was. */
  readonly position: number
  /** The session of the event that stands there, or of the one that is missing; null where that can't be known. */
  readonly session: string | null
  /** Its seq; null where that can't be known. */
  readonly seq: number | null
  /** What is wrong with it. */
  readonly problem: ChainProblem
  /** The same in a sentence. */
  readonly message: string
}

/** A ledger as far as it is checked. An `EventStore` is one. */
export interface ChainSource {
  /** The id of the ledger. */
  ledger(): string
  /** Its records in position order, whatever stands in them. It may be called again. */
  readAll(): AsyncIterable<{ readonly record: StoredRecord | UnreadableRecord }>
}

/** The first records of a source, each with its place in order from 1. */
export async function* firstRecords(
  source: ChainSource,
  count: number,
): AsyncGenerator<readonly [position: number, record: StoredRecord | UnreadableRecord], void, undefined> {
  let position = 0
  if (count === 0) return
  for await (const { record } of source.readAll()) {
    position += 1
    yield [position, record]
    if (position === count) return
  }
}

/** True where it is: its digest says so. False where it was redacted, rightly or not. */
export function holdsItsData({
  salt,
  data,
  digest,
}: Pick<StoredRecord, 'salt' | 'data' | 'digest'>): boolean {
  return salt !== null && data !== null && digestOf(salt, data) === digest
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

/** An event that is to be stored, in the form of whatever version it has. */
type EventToChain = Pick<StoredEvent, 'id' | 'session' | 'seq' | 'turn' | 'at' | 'type' | 'version'>

/** The record of a new event. */
export function chainRecord(
  event: EventToChain,
  { data, source, actor }: RecordTexts,
  ends: ChainEnds,
  random: RandomBytes,
): StoredRecord {
  const { session, seq, id, turn, type, version } = event
  const at = event.at.getTime()
  const salt = newSalt(random)
  const digest = digestOf(salt, data)
  const hash = hashOf(ends.hash, { session, seq, id, type, version, turn, at, source, actor }, digest)
  const position = ends.position + 1
  const link = linkOf(ends.link, position, hash)
  return {
    position,
    session,
    seq,
    id,
    turn,
    at,
    type,
    version,
    source,
    actor,
    data,
    salt,
    digest,
    hash,
    link,
  }
}
