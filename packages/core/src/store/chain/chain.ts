/**
 * The hash chains of a ledger: one a session and one over all of it, in SHA-256.
 * What is hashed is plain text in lines, so that anyone can check a ledger with a few lines of any language.
 */

import { hash as digestAtOnce } from 'node:crypto'
import type { StoredRecord } from '../stored-record.js'

/** The part of a record that its hash covers beside the data's digest. */
export type Envelope = Pick<
  StoredRecord,
  'session' | 'seq' | 'id' | 'type' | 'version' | 'turn' | 'at' | 'source'
>

/** The salted digest of an event's data. @param salt 32 hexadecimal digits; @param data the codec's text */
export function digestOf(salt: string, data: string): string {
  return sha256(`todo-ledger/data/1\n${salt}\n${data}`)
}

/** What the first hash of a session follows: no event of another ledger or session can stand there. */
export function firstHash(ledger: string, session: string): string {
  return sha256(`todo-ledger/session/1\n${ledger}\n${JSON.stringify(session)}`)
}

/** An event's hash. @param previous the hash of the session's event before, or its `firstHash` */
export function hashOf(previous: string, envelope: Envelope, digest: string): string {
  const { session, seq, id, type, version, turn, at, source } = envelope
  // JSON, so that no text in it can end a line or imitate a field.
  const line = JSON.stringify([session, seq, id, type, version, turn, at, source])
  return sha256(`todo-ledger/event/1\n${previous}\n${line}\n${digest}`)
}

/** What the first link of a ledger follows. */
export function firstLink(ledger: string): string {
  return sha256(`todo-ledger/ledger/1\n${ledger}`)
}

/** A record's link. @param previous the link of the record before, or the ledger's `firstLink` */
export function linkOf(previous: string, position: number, hash: string): string {
  return sha256(`todo-ledger/link/1\n${previous}\n${position}\n${hash}`)
}

function sha256(text: string): string {
  // A text is hashed as UTF-8. At once: an object for each hash costs twice as much.
  return digestAtOnce('sha256', text, 'hex')
}
