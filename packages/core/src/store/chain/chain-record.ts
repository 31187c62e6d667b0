/** Puts a new event at the end of its session's and its ledger's chains. */

import type { RecordTexts } from '../codec/record-codec.js'
import type { StoredRecord } from '../stored-record.js'
import type { StoredEvent } from '../upcast.js'
import { digestOf, hashOf, linkOf } from './chain.js'
import { newSalt, type RandomBytes } from './salts.js'

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
  { data, source }: RecordTexts,
  ends: ChainEnds,
  random: RandomBytes,
): StoredRecord {
  const { session, seq, id, turn, type, version } = event
  const salt = newSalt(random)
  const digest = digestOf(salt, data)
  const envelope = { session, seq, id, type, version, turn, at: event.at.getTime(), source }
  const hash = hashOf(ends.hash, envelope, digest)
  const position = ends.position + 1
  return { ...envelope, position, data, salt, digest, hash, link: linkOf(ends.link, position, hash) }
}
