/** What a redaction does to the records of a session, decided in one place for every store. */

import { ConcurrencyError, HostError, IdConflictError, StoreError } from '../../errors.js'
import { type EventOf, eventVersions, type SeqRange, type TodoEvent } from '../../events.js'
import { checkedEvent, envelopeOf } from '../codec/codec.js'
import { decodeData, encodeData } from '../codec/record-codec.js'
import type { EventContents, Redaction } from '../event-store.js'
import type { EncodedEvent } from '../plan-append.js'
import { valueDifference } from '../same-body.js'
import { isCount } from '../shape.js'
import type { StoredRecord } from '../stored-record.js'
import { upcast } from '../upcast.js'
import { digestOf } from './chain.js'
import { newSaltOfReplaced, type RandomBytes } from './salts.js'

/** What a store holds of the session, as far as a redaction must know. */
interface SessionToRedact {
  /** Its id. */
  readonly session: string
  /** The seq that must be the session's last. */
  readonly expectedSeq: number
  /** Its last record, or undefined where there is none. */
  readonly last: StoredRecord | undefined
  /** The event that is stored under the redaction's id, or undefined. */
  readonly stored: TodoEvent | undefined
  /** All its records in order; asked for once, if at all. */
  readonly records: () => Iterable<StoredRecord>
}

/** What a record holds once contents are taken out of it. */
export interface RedactedContents {
  /** The record's seq. */
  readonly seq: number
  /** Its data, or null where it is erased. */
  readonly data: string | null
  /** The salt of that data, or null. */
  readonly salt: string | null
}

/** What a redaction does. */
interface RedactionPlan {
  /** The event that was stored when it was asked for before; null where it was not. */
  readonly stored: EventOf<'session.redacted'> | null
  /** What records hold from now on. */
  readonly changes: readonly RedactedContents[]
  /** The event to append; null where nothing changes. */
  readonly event: (EncodedEvent & { readonly event: EventOf<'session.redacted'> }) | null
}

/**
 * Decides what a redaction does. To be asked while nobody else can write to the session.
 * @throws IdConflictError, ConcurrencyError, HostError and StoreError as `EventStore.redact` says
 */
export function planRedaction(
  redaction: Redaction,
  contents: SessionToRedact,
  random: RandomBytes,
): RedactionPlan {
  const { session, expectedSeq, last, stored } = contents
  if (!isCount(expectedSeq)) {
    throw badRedaction(session, `needs an expectedSeq of 0 or more, not ${String(expectedSeq)}`)
  }
  if (stored !== undefined)
    return { stored: sameRedaction(stored, redaction, contents), changes: [], event: null }
  const lastSeq = last?.seq ?? 0
  if (lastSeq !== expectedSeq) throw new ConcurrencyError(session, expectedSeq, lastSeq)
  if (last === undefined)
    throw badRedaction(session, 'has nothing to be taken out of: the session has no events')

  const erased = mergedRanges(redaction.erase ?? [], session, lastSeq)
  const changes: RedactedContents[] = []
  const replaced: { readonly seq: number; readonly digest: string }[] = []
  for (const record of contents.records()) {
    const { seq } = record
    if (record.data === null) continue
    if (holds(erased, { from: seq, to: seq })) {
      mustNameErased(record, record.data, erased)
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

  const { id, at, reason } = redaction
  const event: EventOf<'session.redacted'> = {
    id,
    session,
    seq: lastSeq + 1,
    turn: last.turn,
    at,
    type: 'session.redacted',
    version: eventVersions['session.redacted'],
    data: { reason, erased, replaced },
  }
  const { data } = checkedEvent(event)
  return { stored: null, changes, event: { event, data: encodeData(event, data), source: null, actor: null } }
}

/** The event of a redaction that was done before. */
function sameRedaction(
  stored: TodoEvent,
  { id, at, reason }: Redaction,
  { session, last }: SessionToRedact,
): EventOf<'session.redacted'> {
  const same = stored.type === 'session.redacted' ? stored : null
  if (same !== null && (same.data.reason === reason || same.redacted === true)) return same
  const given: EventOf<'session.redacted'> = {
    id,
    session,
    seq: (last?.seq ?? 0) + 1,
    turn: last?.turn ?? 0,
    at,
    type: 'session.redacted',
    version: eventVersions['session.redacted'],
    data: { reason, erased: [], replaced: [] },
  }
  const bodyOf = (event: TodoEvent) =>
    event.type === 'session.redacted'
      ? { type: event.type, data: { reason: event.data.reason } }
      : { type: event.type }
  const difference = valueDifference(bodyOf(stored), bodyOf(given))
  throw new IdConflictError(
    stored,
    given,
    difference ?? { place: 'type', first: stored.type, second: given.type },
  )
}

/** Ranges in order that neither meet nor overlap. */
function mergedRanges(ranges: readonly SeqRange[], session: string, lastSeq: number): readonly SeqRange[] {
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (!isCount(from) || !isCount(to) || from < 1 || to < from || to > lastSeq) {
      throw badRedaction(
        session,
        `names the events ${from} to ${to}; the session has the events 1 to ${lastSeq}`,
      )
    }
    const before = merged.at(-1)
    if (before === undefined || before.to < from - 1) merged.push({ from, to })
    else before.to = Math.max(before.to, to)
  }
  return merged
}

function holds(ranges: readonly SeqRange[], { from, to }: SeqRange): boolean {
  return ranges.some((range) => range.from <= from && to <= range.to)
}

/** An earlier redaction accounts for the records that it names: it can't go while any of them stays. */
function mustNameErased(
  { session, seq, type }: StoredRecord,
  text: string,
  erased: readonly SeqRange[],
): void {
  if (type !== 'session.redacted') return
  const data = decodeData(text, `Event ${seq} of session ${JSON.stringify(session)}`)
  const named = [...rangesOf(data['erased']), ...rangesOf(data['replaced'])]
  if (named.every((range) => holds(erased, range))) return
  throw badRedaction(session, `would erase event ${seq}, which says what was taken out of events that stay`)
}

/** The ranges in a stored list of ranges or of seqs. */
function rangesOf(list: unknown): readonly SeqRange[] {
  if (!Array.isArray(list)) return []
  return list.map((entry: object) => {
    const seq: unknown = Reflect.get(entry, 'seq')
    const [from, to] = isCount(seq) ? [seq, seq] : [Reflect.get(entry, 'from'), Reflect.get(entry, 'to')]
    return { from: isCount(from) ? from : 0, to: isCount(to) ? to : Number.MAX_SAFE_INTEGER }
  })
}

/** The text of a record's new data; null where it stays as it is. */
function replacedData(record: StoredRecord, text: string, { replace }: Redaction): string | null {
  if (replace === undefined) return null
  const { id, session, seq, turn, at, type, version } = record
  const place = `Event ${seq} of session ${JSON.stringify(session)}`
  const data = decodeData(text, place)
  const next = replace(data, { seq, type, version })
  if (next === data) return null
  const nothingWasChanged = 'Nothing was changed; correct what replaces its data.'
  const envelope = { id, session, seq, turn, type, version, data: next }
  const event = upcast(envelopeOf(envelope, new Date(at), place, nothingWasChanged), nothingWasChanged)
  const nextText = encodeData(event, next)
  if (nextText === text) return null
  if (type === 'session.redacted' && namesOf(next) !== namesOf(data)) {
    throw new StoreError('bad-event', `${place} would name other events than it did. ${nothingWasChanged}`)
  }
  return nextText
}

function namesOf(data: EventContents): string {
  return JSON.stringify([data['erased'], data['replaced']])
}

function badRedaction(session: string, message: string): HostError {
  return new HostError('bad-redaction', `The redaction of session ${JSON.stringify(session)} ${message}.`)
}
