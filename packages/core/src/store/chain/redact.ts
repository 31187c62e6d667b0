/** What a redaction does to the records of a session, decided in one place for every store. */

import { checkOf } from '../../declared.js'
import { ConcurrencyError, HostError, IdConflictError, StoreError } from '../../errors.js'
import {
  type EventOf,
  eventShapes,
  eventVersions,
  type SessionRedactedData,
  type TodoEvent,
} from '../../events.js'
import { valueDifference } from '../body.js'
import { checkedEvent, decodeData, encodeData, envelopeOf } from '../codec.js'
import type { EventContents, Redaction, StoredRecord } from '../event-store.js'
import { type EncodedEvent, isCount } from '../plan-append.js'
import { upcast } from '../upcast.js'
import { digestOf, newSaltOfReplaced, type RandomBytes } from './chain.js'

/** What a store holds of the session, as far as a redaction must know. */
interface SessionToRedact {
  readonly session: string
  /** The seq that must be the session's last. */
  readonly expectedSeq: number
  /** All its records in order. */
  readonly records: readonly StoredRecord[]
  /** The event that is stored under the redaction's id, or undefined. */
  readonly stored: TodoEvent | undefined
}

/** What a record holds once contents are taken out of it: nulls where it is erased. */
export type RedactedContents = Pick<StoredRecord, 'seq' | 'data' | 'salt'>

/**
 * What a redaction does: the event that was stored when it was asked for before, what records hold from now on, and the
 * event to append where anything changes.
 */
interface RedactionPlan {
  readonly stored: EventOf<'session.redacted'> | null
  readonly changes: readonly RedactedContents[]
  readonly event: EncodedEvent<EventOf<'session.redacted'>> | null
}

export const isRedactedData: (data: unknown) => data is SessionRedactedData = checkOf(
  eventShapes['session.redacted'],
)

/**
 * Decides what a redaction does. To be asked while nobody else can write to the session.
 * @throws IdConflictError, ConcurrencyError, HostError and StoreError as `EventStore.redact` says
 */
export function planRedaction(
  redaction: Redaction,
  { session, expectedSeq, records, stored }: SessionToRedact,
  random: RandomBytes,
): RedactionPlan {
  const last = records.at(-1)
  const lastSeq = last?.seq ?? 0
  if (!isCount(expectedSeq))
    throw badRedaction(session, `needs an expectedSeq of 0 or more, not ${String(expectedSeq)}`)
  const { id, at, reason } = redaction
  const type = 'session.redacted' as const
  const envelope = {
    id,
    session,
    seq: lastSeq + 1,
    turn: last?.turn ?? 0,
    at,
    type,
    version: eventVersions[type],
  }
  if (stored !== undefined) {
    const again = { ...envelope, data: { reason, erased: [], replaced: [] } }
    return { stored: sameRedaction(stored, again), changes: [], event: null }
  }
  if (lastSeq !== expectedSeq) throw new ConcurrencyError(session, expectedSeq, lastSeq)
  if (last === undefined)
    throw badRedaction(session, 'has nothing to be taken out of: the session has no events')

  const erased = redaction.erase === true ? [{ from: 1, to: lastSeq }] : []
  const changes: RedactedContents[] = []
  const replaced: { readonly seq: number; readonly digest: string }[] = []
  for (const record of records) {
    const { seq } = record
    if (record.data === null) continue
    if (erased.length > 0) {
      changes.push({ seq, data: null, salt: null })
      continue
    }
    const data = replacedData(record, record.data, redaction)
    if (data === null) continue
    const salt = newSaltOfReplaced(random)
    changes.push({ seq, data, salt })
    replaced.push({ seq, digest: digestOf(salt, data) })
  }
  if (changes.length === 0) return { stored: null, changes, event: null }
  const event = { ...envelope, data: { reason, erased, replaced } }
  const data = encodeData(event, checkedEvent(event).data)
  return { stored: null, changes, event: { event, data, source: null, actor: null } }
}

/** The event of a redaction that was done before. */
function sameRedaction(stored: TodoEvent, given: EventOf<'session.redacted'>): EventOf<'session.redacted'> {
  if (stored.type !== 'session.redacted') {
    const difference = { place: 'type', first: stored.type, second: given.type }
    throw new IdConflictError(stored, given, difference)
  }
  const reasonOf = ({ data: { reason } }: EventOf<'session.redacted'>) => ({ data: { reason } })
  const difference = stored.redacted === true ? null : valueDifference(reasonOf(stored), reasonOf(given))
  if (difference !== null) throw new IdConflictError(stored, given, difference)
  return stored
}

/** The text of a record's new data; null where it stays as it is. */
function replacedData(record: StoredRecord, text: string, { replace }: Redaction): string | null {
  if (replace === undefined) return null
  const { id, session, seq, turn, at, type, version } = record
  const place = placeOf(session, seq)
  const data = decodeData(text, place)
  const next = replace(data, { seq, type, version })
  if (next === data) return null
  const remedy = 'Nothing was changed; correct what replaces its data.'
  const fields = { id, session, seq, turn, type, version, data: next }
  const nextText = encodeData(upcast(envelopeOf(fields, new Date(at), place, remedy), remedy), next)
  if (nextText === text) return null
  const namesOf = (named: EventContents) => JSON.stringify([named['erased'], named['replaced']])
  if (type === 'session.redacted' && namesOf(next) !== namesOf(data))
    throw new StoreError('bad-event', `${place} would name other events than it did. ${remedy}`)
  return nextText
}

function placeOf(session: string, seq: number): string {
  return `Event ${seq} of session ${JSON.stringify(session)}`
}

function badRedaction(session: string, message: string): HostError {
  return new HostError('bad-redaction', `The redaction of session ${JSON.stringify(session)} ${message}.`)
}
