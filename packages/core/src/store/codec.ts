/** Events as text and back: what every store writes and reads. */

import { LedgerError, StoreError } from '../errors.js'
import { eventVersions, type RecordedPlace, type TodoEvent } from '../events.js'
import {
  type Check,
  firstBadField,
  isCount,
  isOrdinal,
  isRecord,
  isText,
  isTime,
  orAbsent,
  type Shape,
  shaped,
  type UnknownRecord,
} from './shape.js'
import { type StoredEvent, upcast, wasDamaged } from './upcast.js'
import { decodeValue, encodeValue } from './value-codec.js'

const isRecordedPlace: Check<RecordedPlace> = shaped<RecordedPlace>({ line: isCount, call: orAbsent(isText) })

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
  hash: orAbsent(isText),
}

/** What to do about an event that is to be stored and cannot be one. */
const mustBeMended = 'Nothing was stored; correct the event.'

/**
 * An event as text: JSON where JSON carries it exactly, else superjson's own text. The same event gives the same text.
 * @throws StoreError `bad-event` when it is no event of this version, `not-encodable`, `too-deep` or `too-large` when
 * its data could not be given back
 */
export function encodeEvent(event: TodoEvent): string {
  const { id, session, seq, turn, at, type, version, data, source, hash } = upcast(
    envelopeOf(event, 'The event to store', mustBeMended),
    mustBeMended,
  )
  if (event.version !== eventVersions[type]) {
    throw new StoreError('bad-event', `A new ${type} has version ${event.version}; write version ${version}.`)
  }
  try {
    return encodeValue({
      id,
      session,
      seq,
      turn,
      at: at.toISOString(),
      type,
      version,
      data,
      ...(source === undefined ? {} : { source }),
      ...(hash === undefined ? {} : { hash }),
    })
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
 * The event of a text that `encodeEvent` gave, in the form of today.
 * @param place where the text stands, for messages
 * @throws StoreError `bad-event`, `newer-event` or `unknown-event`
 */
export function decodeEvent(text: string, place = 'The event'): TodoEvent {
  const { at, ...rest } = decodeText(text, place)
  return upcast(envelopeOf({ ...rest, at: timeOf(at) }, place, wasDamaged))
}

function decodeText(text: string, place: string): UnknownRecord {
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

/** The envelope of something that should be an event, and nothing else that it holds. */
function envelopeOf(value: UnknownRecord | TodoEvent, place: string, remedy: string): StoredEvent {
  const { id, session, seq, turn, at, type, version, data, source, hash }: UnknownRecord = { ...value }
  const envelope = { id, session, seq, turn, at, type, version, data, source, hash }
  if (isEnvelope(envelope)) return envelope
  throw new StoreError(
    'bad-event',
    `${place} has a field ${firstBadField(envelopeShape, envelope)} that is not what it must be. ${remedy}`,
  )
}

function isEnvelope(value: UnknownRecord): value is UnknownRecord & StoredEvent {
  return firstBadField(envelopeShape, value) === null
}

/** The time of a text as `toISOString` writes it; any other text would mean another time in another time zone. */
function timeOf(text: unknown): Date | undefined {
  if (!isText(text)) return undefined
  const time = new Date(text)
  return isTime(time) && time.toISOString() === text ? time : undefined
}
