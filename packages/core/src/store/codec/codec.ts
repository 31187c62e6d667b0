/** Events as text and back, each whole: what is exported and read again. Stores keep records: see record-codec.ts. */

import { LedgerError, StoreError } from '../../errors.js'
import type { RecordedPlace, TodoEvent } from '../../events.js'
import {
  type Check,
  firstBadField,
  isActor,
  isCount,
  isOrdinal,
  isRecord,
  isText,
  isTime,
  orAbsent,
  type Shape,
  shaped,
  type UnknownRecord,
} from '../shape.js'
import { type StoredEvent, type Upcasters, upcast, upcasters, wasDamaged } from '../upcast.js'
import { decodeValue, encodeValue } from './value-codec.js'

/** True for the place of an event in a recorded file. */
export const isRecordedPlace: Check<RecordedPlace> = shaped<RecordedPlace>({
  line: isCount,
  call: orAbsent(isText),
})

const isTrue: Check<true> = (value): value is true => value === true

const envelopeShape: Shape<StoredEvent> = {
  id: isText,
  session: isText,
  seq: isOrdinal,
  turn: isCount,
  at: isTime,
  type: isText,
  version: isOrdinal,
  data: isRecord,
  source: orAbsent(isRecordedPlace),
  actor: orAbsent(isActor),
  hash: orAbsent(isText),
  redacted: orAbsent(isTrue),
}

/** What to do about an event that is to be stored and cannot be one. */
const mustBeMended = 'Nothing was stored; correct the event.'

/**
 * An event as text: JSON where JSON carries it exactly, else superjson's own text. The same event gives the same text.
 * @throws StoreError `bad-event` when it is no event of this version, `not-encodable`, `too-deep` or `too-large` when
 * its data could not be given back
 */
export function encodeEvent(event: TodoEvent): string {
  const { id, session, seq, turn, at, type, version, data, source, actor, hash, redacted } =
    checkedEvent(event)
  const whole: { [field: string]: unknown } = {
    id,
    session,
    seq,
    turn,
    at: at.toISOString(),
    type,
    version,
    data,
  }
  if (source !== undefined) whole['source'] = source
  if (actor !== undefined) whole['actor'] = actor
  if (hash !== undefined) whole['hash'] = hash
  if (redacted !== undefined) whole['redacted'] = redacted
  return encodePart(event, whole)
}

/**
 * The event of a text that `encodeEvent` gave, in the form of today.
 * @param place where the text stands, for messages
 * @param steps what makes old data new; what this program knows when absent
 * @throws StoreError `bad-event`, `newer-event` or `unknown-event`
 */
export function decodeEvent(text: string, place = 'The event', steps: Upcasters = upcasters): TodoEvent {
  return upcast(decodeStored(text, place), wasDamaged, steps)
}

/**
 * The event of a text in the form in which it was written.
 * @throws StoreError `bad-event`
 */
export function decodeStored(text: string, place: string): StoredEvent {
  const { id, session, seq, turn, at, type, version, data, source, actor, hash, redacted } = decodeRecordText(
    text,
    place,
  )
  const time = timeOf(at)
  return envelopeOf(
    { id, session, seq, turn, at: time, type, version, data, source, actor, hash, redacted },
    place,
    wasDamaged,
  )
}

/**
 * An event that may be stored, in the form of today, and nothing that it holds beside an event's own fields.
 * @throws StoreError `bad-event` when it is no event
 */
export function checkedEvent(event: UnknownEnvelope): TodoEvent {
  return upcast(envelopeOf(event, 'The event to store', mustBeMended), mustBeMended)
}

/**
 * A part of an event as text.
 * @throws StoreError `not-encodable`, `too-deep` or `too-large`, which name the event
 */
export function encodePart({ id, type }: Pick<StoredEvent, 'id' | 'type'>, part: UnknownRecord): string {
  try {
    return encodeValue(part)
  } catch (error) {
    if (error instanceof LedgerError) {
      throw new StoreError(error.code, `Event ${JSON.stringify(id)} (${type}): ${error.message}`, {
        cause: error,
      })
    }
    throw new StoreError(
      'too-large',
      `Event ${JSON.stringify(id)} (${type}) is too large to be one text. Store less in it.`,
      { cause: error },
    )
  }
}

/**
 * What a text of `encodePart` or `encodeEvent` holds.
 * @param place where it stands, for messages
 * @throws StoreError `bad-event`
 */
export function decodeRecordText(text: string, place: string): UnknownRecord {
  let decoded: unknown
  try {
    decoded = decodeValue(text)
  } catch (error) {
    // The cause is not part of the message: it quotes the text, which may hold anything.
    throw new StoreError('bad-event', `${place} is no text of an event. ${wasDamaged}`, {
      cause: error,
    })
  }
  if (isRecord(decoded)) return decoded
  throw new StoreError('bad-event', `${place} is no event. ${wasDamaged}`)
}

/** What should be an event's envelope. */
export type UnknownEnvelope = { readonly [Field in keyof StoredEvent]?: unknown }

/**
 * Something that should be an event, once its envelope is known to be right. What else it holds is left to `upcast`.
 * @throws StoreError `bad-event`, which ends with the remedy
 */
export function envelopeOf(envelope: UnknownEnvelope, place: string, remedy: string): StoredEvent {
  if (isEnvelope(envelope)) return envelope
  throw new StoreError(
    'bad-event',
    `${place} has a field ${firstBadField(envelopeShape, envelope)} that is not what it must be. ${remedy}`,
  )
}

function isEnvelope(value: UnknownEnvelope): value is StoredEvent {
  return firstBadField(envelopeShape, value) === null
}

/** The time of a text as `toISOString` writes it; any other text would mean another time in another time zone. */
function timeOf(text: unknown): Date | undefined {
  if (!isText(text)) return undefined
  const time = new Date(text)
  if (usualTime.test(text)) return time
  return isTime(time) && time.toISOString() === text ? time : undefined
}

/** A time of a day that every month has, as `toISOString` writes it: the text need not be written again to know that. */
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
