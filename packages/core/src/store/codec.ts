/** Events as text and back: whole, as they are exported, and as the records that stores keep. */

import { badFieldOf, checkOf, isRecord, type UnknownRecord } from '../declared.js'
import { LedgerError, StoreError } from '../errors.js'
import { type Actor, type EventOf, eventVersions, type RecordedPlace, type TodoEvent } from '../events.js'
import type { Writable } from '../writable.js'
import type { LedgerEntry, StoredRecord, UnreadableRecord } from './event-store.js'
import { type StoredEvent, storedEvent, type Upcasters, upcast, upcasters, wasDamaged } from './upcast.js'
import { decodeValue, encodeValue } from './values.js'

/**
 * The largest text that an event's data may be, in bytes of UTF-8, and the longest id, in characters. Nothing larger is
 * stored, so that nobody has to read it of a file that somebody else made.
 */
export const longestData: number = 64 * 1024 * 1024
export const longestId: number = 100_000

/** What to do about an event that is to be stored and cannot be one. */
const mustBeMended = 'Nothing was stored; correct the event.'

/**
 * An event as text: JSON where JSON carries it exactly, else superjson's own text. The same event gives the same text.
 * @throws StoreError `not-encodable`, `too-deep` or `too-large` when its data could not be given back
 */
export function encodeEvent(event: TodoEvent): string {
  return encodePart(event, fieldsOf(event, event.at.toISOString()))
}

/**
 * The event of a text that `encodeEvent` gave, in the form of today.
 * @param place where the text stands, for messages
 * @throws StoreError `bad-event`, `newer-event` or `unknown-event`
 */
export function decodeEvent(text: string, place = 'The event', steps: Upcasters = upcasters): TodoEvent {
  const fields = decodePart(text, place)
  return upcast(envelopeOf(fields, timeOf(fields['at']), place, wasDamaged), wasDamaged, steps)
}

/**
 * An event that may be stored, in the form of today, and nothing that it holds beside an event's own fields.
 * @throws StoreError `bad-event` when it is not an event
 */
export function checkedEvent(event: GivenFields): TodoEvent {
  return upcast(envelopeOf(event, event.at, 'The event to store', mustBeMended), mustBeMended)
}

const isEnvelope = checkOf(storedEvent)
const badEnvelopeField = badFieldOf(storedEvent)

/** What should be an event's fields, known or not to be right. */
type GivenFields = { readonly [Field in keyof StoredEvent]?: unknown }

/**
 * A copy of what should be an event, once its envelope is known to be right; what else it holds is left out.
 * @throws StoreError `bad-event`, which ends with the remedy
 */
export function envelopeOf(given: GivenFields, at: unknown, place: string, remedy: string): StoredEvent {
  const event = fieldsOf(given, at)
  if (isEnvelope(event)) return event
  const field = badEnvelopeField(event)
  throw new StoreError('bad-event', `${place} has a field ${field} that is not what it must be. ${remedy}`)
}

/** A field that is not there may be given as undefined. */
function fieldsOf(given: GivenFields, at: unknown): UnknownRecord {
  const { id, session, seq, turn, type, version, data, source, actor, hash, redacted } = given
  const fields: Writable<UnknownRecord> = { id, session, seq, turn, at, type, version, data }
  if (source !== undefined) fields['source'] = source
  if (actor !== undefined) fields['actor'] = actor
  if (hash !== undefined) fields['hash'] = hash
  if (redacted !== undefined) fields['redacted'] = redacted
  return fields
}

/** What `toISOString` writes of most times, and of no other; the days that some months lack are left out. */
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** The time of a text as `toISOString` writes it; any other text would mean another time in another time zone. */
function timeOf(text: unknown): Date | undefined {
  if (typeof text !== 'string') return undefined
  const time = new Date(text)
  if (usualTime.test(text)) return time
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined
}

/** What a record holds as texts of our own codec. */
export type RecordTexts = Pick<StoredRecord, 'source' | 'actor'> & { readonly data: string }

/** The texts of an event's record. The same event gives the same texts. */
export function recordTexts(event: TodoEvent): RecordTexts {
  return {
    data: encodeData(event, event.data),
    source: encodeSource(event.source),
    actor: encodeActor(event.actor),
  }
}

/** @throws StoreError `not-encodable`, `too-deep` or `too-large`, which name the event */
export function encodeData(event: Pick<StoredEvent, 'id' | 'type'>, data: object): string {
  const text = encodePart(event, { data })
  if (text.length <= longestData / 3 || Buffer.byteLength(text) <= longestData) return text
  throw new StoreError(
    'too-large',
    `Event ${JSON.stringify(event.id)} (${event.type}) takes more than the ${longestData / 2 ** 20} MiB that one may. Store less in it.`,
  )
}

export function encodeSource(source: RecordedPlace | undefined): string | null {
  return source === undefined ? null : JSON.stringify({ line: source.line, call: source.call })
}

export function encodeActor(actor: Actor | undefined): string | null {
  return actor === undefined ? null : JSON.stringify({ kind: actor.kind, id: actor.id })
}

/** @param place where the record stands, for messages; @throws StoreError `bad-event` */
export function decodeData(text: string, place: string): UnknownRecord {
  const { data } = decodePart(text, place)
  if (isRecord(data)) return data
  throw new StoreError('bad-event', `${place} is not an event: it has no data. ${wasDamaged}`)
}

/**
 * The event of a record, in the form of today; of one whose data was erased an `event.erased`.
 * @param place where the record stands, for messages
 * @throws StoreError `bad-event`, `newer-event` or `unknown-event`
 */
export function decodeRecord(record: StoredRecord, place: string, steps: Upcasters = upcasters): TodoEvent {
  const { data, source, actor, salt } = record
  const fields = {
    ...record,
    data: data === null ? {} : decodeData(data, place),
    source: source === null ? undefined : decodePart(source, `The source of ${place}`),
    actor: actor === null ? undefined : decodePart(actor, `The actor of ${place}`),
    redacted: salt !== null && isSaltOfReplaced(salt) ? true : undefined,
  }
  const envelope = envelopeOf(fields, new Date(record.at), place, wasDamaged)
  return data === null ? erased(envelope) : upcast(envelope, wasDamaged, steps)
}

/** An entry of a ledger; its event is decoded when asked for. @param name what messages call the ledger */
export function ledgerEntry(record: StoredRecord | UnreadableRecord, name: string): LedgerEntry {
  return {
    position: record.position,
    record,
    get event() {
      return eventOf(record, name)
    },
  }
}

/** The event of what stands in a ledger. @param name what messages call it; @throws StoreError as `decodeRecord` */
export function eventOf(record: StoredRecord | UnreadableRecord, name: string): TodoEvent {
  if ('unreadable' in record) throw unreadable(record.unreadable, name)
  const { seq, session } = record
  return decodeRecord(record, `Event ${seq} of session ${JSON.stringify(session)} in ${name}`)
}

export function unreadable(why: string, name: string): StoreError {
  return new StoreError(
    'bad-event',
    `${name} can't be read: ${why}. It was damaged or changed. Run todo-replay verify.`,
  )
}

/** Text as JSON writes it, without the quotes: columns hold names and ids so, which may hold a NUL or a lone surrogate. */
export function asColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The text that `asColumn` wrote so, or undefined if it can't have: every text is written in one way. */
export function fromColumn(column: string): string | undefined {
  if (/^[\w /#:.@+-]*$/.test(column)) return column
  try {
    const text: unknown = JSON.parse(`"${column}"`)
    return typeof text === 'string' && asColumn(text) === column ? text : undefined
  } catch {
    return undefined
  }
}

/** True for the salt of data in which texts were replaced since it was first stored. */
export function isSaltOfReplaced(salt: string): boolean {
  return salt.startsWith('r')
}

function erased(stored: StoredEvent): EventOf<'event.erased'> {
  const { type, version } = stored
  return {
    ...stored,
    type: 'event.erased',
    version: eventVersions['event.erased'],
    data: { type, version },
    redacted: true,
  }
}

function encodePart({ id, type }: Pick<StoredEvent, 'id' | 'type'>, part: UnknownRecord): string {
  try {
    return encodeValue(part)
  } catch (cause) {
    const [code, why] =
      cause instanceof LedgerError
        ? [cause.code, `: ${cause.message}`]
        : ['too-large', ' is too large to be one text. Store less in it.']
    throw new StoreError(code, `Event ${JSON.stringify(id)} (${type})${why}`, { cause })
  }
}

function decodePart(text: string, place: string): UnknownRecord {
  let decoded: unknown
  try {
    decoded = decodeValue(text)
  } catch (cause) {
    // The cause is not part of the message: it quotes the text, which may hold anything.
    throw new StoreError('bad-event', `${place} is not the text of an event. ${wasDamaged}`, { cause })
  }
  if (isRecord(decoded)) return decoded
  throw new StoreError('bad-event', `${place} is not an event. ${wasDamaged}`)
}
