/**
 * What happened at the place where the chains of a ledger break. A link that holds proves that its record was written
 * right after the one before it; so the links show what was inserted, moved or taken away. See docs/background/integrity.md.
 */

import type { StoredRecord, UnreadableRecord } from '../event-store.js'
import { type ChainSource, firstLink, hashOf, linkOf } from './chain.js'

/** What is wrong with a place of a ledger. */
export type ChainProblem = 'altered' | 'missing' | 'out-of-order' | 'duplicated' | 'foreign'

/** A place of a ledger that is not as it was written. */
export interface BadPlace {
  /** The first position of the ledger that is not what it was. */
  readonly position: number
  /** The session of the event that stands there, or of the one that is missing; null where that can't be known. */
  readonly session: string | null
  /** Its seq; null where that can't be known. */
  readonly seq: number | null
  readonly problem: ChainProblem
  /** The same in a sentence. */
  readonly message: string
}

/** The first record that does not follow the one before it. */
export interface ChainBreak {
  /** Its place in order, from 1: the position that it should have. */
  readonly position: number
  readonly record: StoredRecord | UnreadableRecord
  /** The link before it. */
  readonly previousLink: string
  /** The hash of its session's event before it. */
  readonly previousHash: string
  /** The seq of its session's event before it; 0 where there is none. */
  readonly previousSeq: number
}

/** The first records of a source, each with its place in order from 1. */
export async function* firstRecords(
  source: ChainSource,
  count: number,
): AsyncGenerator<readonly [position: number, record: StoredRecord | UnreadableRecord], void, undefined> {
  let position = 0
  if (count === 0) return
  for await (const { record } of source.readAll()) {
    position += 1
    yield [position, record]
    if (position === count) return
  }
}

/** What the rest of the ledger says of the break. */
interface Clues {
  /** The record right after the break, where it can be read. */
  next: StoredRecord | null
  /** Where the record stands that was written right after the one before the break. */
  successor: number | null
  /** Where the same event stands once more. */
  copy: number | null
  /** The first record of those that stand between two that were written one after the other. */
  fork: { readonly position: number; readonly session: string; readonly seq: number } | null
  /** True where the record at the break was written to this ledger, at some other place. */
  isOfLedger: boolean
  /** The first seq from the break on that a session lacks. */
  gap: { readonly session: string; readonly seq: number } | null
}

/** Says what happened at a break, after one more pass. @param events how many records there are */
export async function findDamage(source: ChainSource, found: ChainBreak, events: number): Promise<BadPlace> {
  const { position, record } = found
  const clues = await gatherClues(source, found, events)
  const inGap = { position, ...(clues.gap ?? { session: null, seq: null }) }
  if ('unreadable' in record)
    return { ...inGap, problem: 'altered', message: `It can't be read: ${record.unreadable}` }
  const at = (problem: ChainProblem, message: string): BadPlace => {
    const { session, seq } = record
    return { position, session, seq, problem, message }
  }
  const altered = clues.copy === null ? alteredBy(found, record, clues) : null
  if (altered !== null) return at('altered', altered)
  if (clues.copy !== null) return at('duplicated', `The same event stands at position ${clues.copy}.`)
  if (clues.fork !== null) {
    const first = clues.fork.position
    const message = `What stands from here to position ${position - 1} is not of this ledger's history: the event at position ${position} was written right after position ${first - 1}.`
    return { ...clues.fork, problem: 'foreign', message }
  }
  if (clues.successor !== null) {
    return clues.isOfLedger
      ? at('out-of-order', `The event that belongs here stands at position ${clues.successor}.`)
      : at(
          'foreign',
          `It is not of this ledger's history: the event that belongs here follows at position ${clues.successor}.`,
        )
  }
  const missing = missingBefore(found, record, clues)
  return missing === null
    ? at(...withoutTrace(found, record, clues))
    : { ...inGap, problem: 'missing', message: missing }
}

async function gatherClues(source: ChainSource, found: ChainBreak, events: number): Promise<Clues> {
  const { position: broken, previousLink } = found
  const bad = 'unreadable' in found.record ? null : found.record
  const lastSeqs = new Map<string, number>()
  let link = firstLink(source.ledger())
  const clues: Clues = {
    next: null,
    successor: null,
    copy: null,
    fork: null,
    isOfLedger: bad?.link === linkOf(link, 1, bad?.hash ?? ''),
    gap: null,
  }
  for await (const [position, record] of firstRecords(source, events)) {
    if ('unreadable' in record) continue
    const { session, seq, hash, digest } = record
    const expected = (lastSeqs.get(session) ?? 0) + 1
    if (seq > expected && position >= broken) clues.gap ??= { session, seq: expected }
    lastSeqs.set(session, seq)
    const before = link
    link = record.link
    if (position === broken) continue
    if (position === broken + 1) clues.next = record
    if (position > broken && link === linkOf(previousLink, broken, hash)) clues.successor ??= position
    if (bad === null) continue
    if (position < broken && bad.link === linkOf(before, position, bad.hash))
      clues.fork ??= { position, session, seq }
    if (hash === bad.hash && digest === bad.digest) clues.copy ??= position
    // Positions may have been renumbered: each of these may be the one that it was written at.
    const own = record.position
    const places = [broken, broken + 1, bad.position, own, own + 1, own + 2]
    clues.isOfLedger ||= places.some((place) => bad.link === linkOf(record.link, place, bad.hash))
  }
  return clues
}

/** Where one column of the record explains the break, a sentence that says so. */
function alteredBy(found: ChainBreak, record: StoredRecord, { next }: Clues): string | null {
  const { position, previousLink, previousHash } = found
  const { hash, link } = record
  const isWhole = isWholeIn(found, record)
  const rightLink = linkOf(previousLink, position, hash)
  if (link === rightLink) {
    return isWhole
      ? 'Its position was changed.'
      : 'Its hash is the one that was stored, but what it covers was changed: the session, seq, id, turn, time, type, version, source or digest.'
  }
  if (link === linkOf(previousLink, position, hashOf(previousHash, record, record.digest)))
    return 'Its hash was changed.'
  const isFollowedFrom = (from: string) =>
    next !== null && next.link === linkOf(from, position + 1, next.hash)
  if (record.position !== position) return null
  if (isWhole) return isFollowedFrom(rightLink) ? 'Its link was changed.' : null
  return position > 1 && isFollowedFrom(link) ? 'Its hash was changed, and what it covers.' : null
}

/** True where the record follows its session's event before it. */
function isWholeIn({ previousHash, previousSeq }: ChainBreak, record: StoredRecord): boolean {
  return record.seq === previousSeq + 1 && record.hash === hashOf(previousHash, record, record.digest)
}

/** A sentence where what should stand here is nowhere, and what stands here was written later. */
function missingBefore(found: ChainBreak, record: StoredRecord, { next, gap }: Clues): string | null {
  const { position, previousSeq } = found
  const gone = record.position - position
  const isMissing =
    record.seq > previousSeq + 1 ||
    (record.seq === previousSeq + 1 && isRenumbered(record, next, position)) ||
    (isWholeIn(found, record) && (gone > 0 || gap !== null))
  if (!isMissing) return null
  if (gone === 1) return 'The event that stood here is gone.'
  if (gone > 1) return `The ${gone} events that stood from here to position ${record.position - 1} are gone.`
  return 'At least one event that stood here is gone, and the positions after it were renumbered.'
}

/** So many renumbered positions are tried. */
const mostShift = 10_000

/** True where the record after it was linked to it at a higher position. */
function isRenumbered({ link }: StoredRecord, next: StoredRecord | null, position: number): boolean {
  for (let shift = 1; next !== null && shift <= mostShift; shift += 1)
    if (next.link === linkOf(link, position + 1 + shift, next.hash)) return true
  return false
}

function withoutTrace(
  found: ChainBreak,
  record: StoredRecord,
  { next }: Clues,
): readonly [ChainProblem, string] {
  if (isWholeIn(found, record)) {
    return [
      'altered',
      next === null
        ? 'Its link was changed, or an event before it is gone.'
        : 'It does not follow the event before it, which was rewritten with its hashes, or it was itself.',
    ]
  }
  return [
    'foreign',
    found.position === 1 && record.position === 1
      ? "It was not written to this ledger, or the ledger's id was changed."
      : "It is not of this ledger's history: it follows neither the event before it nor its session's.",
  ]
}
