/** What an append may do, decided in one place for every store: `EventStore.append` says the rules. */

import { checkOf, count } from '../declared.js'
import { type BodyDifference, ConcurrencyError, HostError, IdConflictError, StoreError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import { bodyDifference, valueDifference } from './body.js'
import { checkedEvent, encodeActor, encodeSource, longestId, type RecordTexts, recordTexts } from './codec.js'
import type { AppendOptions, ReadRange } from './event-store.js'

const isLong = (id: string | null | undefined): boolean => (id?.length ?? 0) > longestId

/** True for 0, 1, 2 … as far as numbers are exact. */
export const isCount = checkOf(count)

/** An event that can be stored, without what another store may have said of it: its hash, and that it was redacted. */
export interface EncodedEvent<Event extends TodoEvent = TodoEvent> extends RecordTexts {
  readonly event: Event
}

/** An append that is in order by itself, whatever the store holds. */
export interface PreparedAppend {
  readonly session: string
  readonly expectedSeq: number
  readonly events: readonly EncodedEvent[]
}

/** What a store holds of a session, as far as an append must know. */
interface SessionContents {
  /** 0 where there is no event. */
  readonly lastSeq: number
  /** True where its contents were erased. */
  readonly forgotten: boolean
  readonly find: (id: string) => TodoEvent | undefined
}

/**
 * Checks and encodes an append before a store is touched, so that what cannot be stored fails whole.
 * @throws HostError `bad-append` when the events do not follow `expectedSeq` one by one in their session
 * @throws StoreError when an event cannot be encoded
 */
export function prepareAppend(
  session: string,
  events: readonly TodoEvent[],
  { expectedSeq }: AppendOptions,
): PreparedAppend {
  if (!isCount(expectedSeq))
    throw badAppend(`An append needs an expectedSeq of 0 or more, not ${String(expectedSeq)}.`)
  const ids = new Set<string>()
  const prepared = events.map((event, index): EncodedEvent => {
    const seq = expectedSeq + index + 1
    const problem =
      event.session !== session
        ? `belongs to session ${JSON.stringify(event.session)}.`
        : event.seq !== seq
          ? `has seq ${event.seq}. After ${expectedSeq} it must have ${seq}.`
          : ids.has(event.id)
            ? `has the id ${JSON.stringify(event.id)} of an event before it.`
            : event.type === 'event.erased'
              ? 'is what is left of an erased event, and cannot be stored. Leave it out.'
              : [session, event.id, event.source?.call, event.actor?.id].some(isLong)
                ? `has an id, or one of its session, call or actor, of more than ${longestId} characters. Give a shorter one.`
                : null
    if (problem !== null) {
      const place = `Event ${index + 1} of ${events.length} for session ${JSON.stringify(session.slice(0, 200))}`
      throw badAppend(`${place} ${problem}`)
    }
    ids.add(event.id)
    const { hash: _hash, redacted: _redacted, ...given } = event
    const checked = checkedEvent(given)
    return { event: checked, ...recordTexts(checked) }
  })
  return { session, expectedSeq, events: prepared }
}

/**
 * Decides what an append does to what is stored. To be asked while nobody else can append to the session.
 * @returns `stored`: the events that were stored before, the first of the append; `fresh`: those to store now
 * @throws IdConflictError, StoreError `forgotten`, ConcurrencyError and HostError as `EventStore.append` says
 */
export function planAppend(append: PreparedAppend, contents: SessionContents) {
  const { session, expectedSeq, events } = append
  const found = events.map(({ event }) => {
    const stored = contents.find(event.id)
    const difference = stored === undefined ? null : storedDifference(stored, event)
    if (stored !== undefined && difference !== null) throw new IdConflictError(stored, event, difference)
    return stored
  })
  const stored = found.filter((event) => event !== undefined)
  if (events.length > 0 && stored.length === events.length) return { stored, fresh: [] }
  if (contents.forgotten) {
    throw new StoreError(
      'forgotten',
      `Session ${JSON.stringify(session)} was forgotten: its contents were erased, and it can't go on. Begin a session with another id.`,
    )
  }
  // True too where none is stored: the usual append.
  const storedComeFirst = stored.every(
    (event, index) => event.seq === expectedSeq + index + 1 && event === found[index],
  )
  if (storedComeFirst && contents.lastSeq === expectedSeq + stored.length)
    return { stored, fresh: events.slice(stored.length) }
  if (contents.lastSeq !== expectedSeq) throw new ConcurrencyError(session, expectedSeq, contents.lastSeq)
  const [first] = stored
  throw badAppend(
    `Event ${JSON.stringify(first?.id)} of session ${JSON.stringify(session)} is stored already, at seq ${first?.seq}, and cannot stand among new ones. Append the new events alone.`,
  )
}

/** The first place where a stored event and a given one differ. Data that was redacted can't be compared any more. */
export function storedDifference(stored: TodoEvent, given: TodoEvent): BodyDifference | null {
  if (stored.redacted !== true) return bodyDifference(stored, given)
  const { type, version } = stored.type === 'event.erased' ? stored.data : stored
  const withoutData = ({ turn, source, actor }: TodoEvent) => ({
    turn,
    source: encodeSource(source),
    actor: encodeActor(actor),
  })
  // Erased data may be of an older version, and can't be brought up to date any more.
  return valueDifference(
    { type, version: Math.max(version, given.version), ...withoutData(stored) },
    { type: given.type, version: given.version, ...withoutData(given) },
  )
}

/** A range with both ends. @throws HostError `bad-range` when an end is no whole number */
export function wholeRange(range: ReadRange): { readonly from: number; readonly to: number } {
  const { from = 1, to = Number.MAX_SAFE_INTEGER } = range
  for (const end of [from, to]) {
    if (!Number.isSafeInteger(end))
      throw new HostError('bad-range', `A range of seqs needs whole numbers, not ${String(end)}.`)
  }
  return { from, to }
}

/** A position to start after. @throws HostError `bad-range` when it is no whole number of 0 or more */
export function wholePosition(after: number): number {
  if (isCount(after)) return after
  throw new HostError('bad-range', `A position is a whole number of 0 or more, not ${String(after)}.`)
}

function badAppend(message: string): HostError {
  return new HostError('bad-append', message)
}
