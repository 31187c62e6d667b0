/** Events as text and back, each whole: what is exported and read again. Stores keep records: see record-codec.ts. */

import { isRecord, type UnknownRecord } from '../../declared.js'
import { LedgerError, StoreError } from '../../errors.js'
import type { RecordedPlace, TodoEvent } from '../../events.js'
import type { Writable } from '../../writable.js'
import { type Check, isActor, isCount, isOrdinal, isText, isTime, orAbsent, shaped } from '../shape.js'
import { type StoredEvent, type Upcasters, upcast, upcasters, wasDamaged } from '../upcast.js'
import { decodeValue, encodeValue } from './value-codec.js'

/** True for the place of an event in a recorded file. */
export const isRecordedPlace: Check<RecordedPlace> = shaped<RecordedPlace>({
  line: isCount,
  call: orAbsent(isText),
})

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
  const fields = decodeRecordText(text, place)
  return envelopeOf(fields, timeOf(fields['at']), place, wasDamaged)
}

/**
 * An event that may be stored, in the form of today, and nothing that it holds beside an event's own fields.
 * @throws StoreError `bad-event` when it is no event
 */
export function checkedEvent(event: UnknownEnvelope): TodoEvent {
  return upcast(envelopeOf(event, event.at, 'The event to store', mustBeMended), mustBeMended)
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
 * A copy of what should be an event, once its envelope is known to be right; what else it holds is left out. Field by
 * field: this is done for every event that is stored or read, and a table of checks takes three times as long.
 * @param at its time, which a text holds in another form
 * @throws StoreError `bad-event`, which ends with the remedy
 */
export function envelopeOf(
  { id, session, seq, turn, type, version, data, source, actor, hash, redacted }: UnknownEnvelope,
  at: unknown,
  place: string,
  remedy: string,
): StoredEvent {
  if (!isText(id)) throw badField('id', place, remedy)
  if (!isText(session)) throw badField('session', place, remedy)
  if (!isOrdinal(seq)) throw badField('seq', place, remedy)
  if (!isCount(turn)) throw badField('turn', place, remedy)
  if (!isTime(at)) throw badField('at', place, remedy)
  if (!isText(type)) throw badField('type', place, remedy)
  if (!isOrdinal(version)) throw badField('version', place, remedy)
  if (!isRecord(data)) throw badField('data', place, remedy)
  const event: Writable<StoredEvent> = { id, session, seq, turn, at, type, version, data }
  if (source !== undefined) {
    if (!isRecordedPlace(source)) throw badField('source', place, remedy)
    event.source = source
  }
  if (actor !== undefined) {
    if (!isActor(actor)) throw badField('actor', place, remedy)
    event.actor = actor
  }
  if (hash !== undefined) {
    if (!isText(hash)) throw badField('hash', place, remedy)
    event.hash = hash
  }
  if (redacted !== undefined) {
    if (redacted !== true) throw badField('redacted', place, remedy)
    event.redacted = redacted
  }
  return event
}

function badField(field: keyof StoredEvent, place: string, remedy: string): StoreError {
  return new StoreError('bad-event', `${place} has a field ${field} that is not what it must be. ${remedy}`)
}

/** The time of a text as `toISOString` writes it; any other text would mean another time in another time zone. */
function timeOf(text: unknown): Date | undefined {
  if (!isText(text)) return undefined
  const time = new Date(text)
  return isTime(time) && time.toISOString() === text ? time : undefined
}
