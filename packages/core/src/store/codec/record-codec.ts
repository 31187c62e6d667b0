/** Events as the records that stores keep, and back. */

import { isRecord, type UnknownRecord } from '../../declared.js'
import { StoreError } from '../../errors.js'
import { type Actor, type EventOf, eventVersions, type RecordedPlace, type TodoEvent } from '../../events.js'
import { isSaltOfReplaced } from '../chain/salts.js'
import type { StoredRecord } from '../stored-record.js'
import { type StoredEvent, type Upcasters, upcast, upcasters, wasDamaged } from '../upcast.js'
import { decodeRecordText, encodePart, envelopeOf, isRecordedPlace } from './codec.js'

/** What a record holds as texts of our own codec. */
export interface RecordTexts {
  /** The data. */
  readonly data: string
  /** The place in the recorded file, or null. */
  readonly source: string | null
  /** Who did it, or null where nobody is named. */
  readonly actor: string | null
}

/** The texts of an event's record. */
export function recordTexts(
  event: Pick<StoredEvent, 'id' | 'type' | 'source' | 'actor'> & { readonly data: object },
): RecordTexts {
  return {
    data: encodeData(event, event.data),
    source: encodeSource(event.source),
    actor: encodeActor(event.actor),
  }
}

/**
 * An event's data as a record keeps it. The same data gives the same text.
 * @throws StoreError `not-encodable`, `too-deep` or `too-large`, which name the event
 */
export function encodeData(event: Pick<StoredEvent, 'id' | 'type'>, data: object): string {
  return encodePart(event, { data })
}

/**
 * The data of a record's text.
 * @param place where the record stands, for messages
 * @throws StoreError `bad-event`
 */
export function decodeData(text: string, place: string): UnknownRecord {
  const { data } = decodeRecordText(text, place)
  if (isRecord(data)) return data
  throw new StoreError('bad-event', `${place} is no event: it has no data. ${wasDamaged}`)
}

/** An event's place in a recorded file as a record keeps it. */
export function encodeSource(source: RecordedPlace | undefined): string | null {
  if (source === undefined) return null
  const { line, call } = source
  return JSON.stringify({ line, call })
}

/** Who did an event, as a record keeps it. */
export function encodeActor(actor: Actor | undefined): string | null {
  if (actor === undefined) return null
  const { kind, id } = actor
  return JSON.stringify({ kind, id })
}

/**
 * The event of a record, in the form of today; of one whose data was erased an `event.erased`.
 * @param place where the record stands, for messages
 * @param steps what makes old data new; what this program knows when absent
 * @throws StoreError `bad-event`, `newer-event` or `unknown-event`
 */
export function decodeRecord(record: StoredRecord, place: string, steps: Upcasters = upcasters): TodoEvent {
  const { id, session, seq, turn, type, version, hash, salt } = record
  const at = new Date(record.at)
  const source = decodeSource(record.source, place)
  const actor = record.actor === null ? undefined : decodeRecordText(record.actor, `The actor of ${place}`)
  const data = record.data === null ? {} : decodeData(record.data, place)
  const redacted = salt !== null && isSaltOfReplaced(salt) ? true : undefined
  const given = { id, session, seq, turn, type, version, data, source, actor, hash, redacted }
  const envelope = envelopeOf(given, at, place, wasDamaged)
  return record.data === null ? erased(envelope) : upcast(envelope, wasDamaged, steps)
}

function erased({ source, actor, hash, ...stored }: StoredEvent): EventOf<'event.erased'> {
  const { type, version } = stored
  return {
    ...stored,
    type: 'event.erased',
    version: eventVersions['event.erased'],
    data: { type, version },
    ...(source === undefined ? {} : { source }),
    ...(actor === undefined ? {} : { actor }),
    ...(hash === undefined ? {} : { hash }),
    redacted: true,
  }
}

function decodeSource(text: string | null, place: string): unknown {
  if (text === null) return undefined
  const source = decodeRecordText(text, `The source of ${place}`)
  if (isRecordedPlace(source)) return source
  throw new StoreError('bad-event', `${place} has a source that is none. ${wasDamaged}`)
}
