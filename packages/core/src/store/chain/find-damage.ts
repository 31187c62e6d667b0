/**
 * What happened at the place where the chains of a ledger break. A link that holds proves that its record was written
 * right after the one before it; so the links show what was inserted, moved or taken away. See docs/background/integrity.md.
 */

import type { StoredRecord } from '../stored-record.js'
import { type BreakClues, type ChainBreak, gatherClues } from './break-clues.js'
import type { BadPlace, ChainProblem, ChainSource } from './chain.js'
import { hashOf, linkOf } from './chain.js'

/** So many renumbered positions are tried. */
const mostShift = 10_000

/** Says what happened at a break. @param events how many records there are */
export async function findDamage(source: ChainSource, found: ChainBreak, events: number): Promise<BadPlace> {
  const { position, record } = found
  const clues = await gatherClues(source, found, events)
  if ('unreadable' in record) {
    return {
      position,
      ...inGap(clues),
      problem: 'altered',
      message: `It can't be read: ${record.unreadable}`,
    }
  }
  const at = (problem: ChainProblem, message: string): BadPlace => ({
    position,
    session: record.session,
    seq: record.seq,
    problem,
    message,
  })
  const { twin, copy } = clues
  const altered = copy === null ? alteredBy(found, record, clues) : null
  if (altered !== null) return at('altered', altered)
  if (copy !== null || twin !== null)
    return at('duplicated', `The same event stands at position ${copy ?? twin}.`)
  if (clues.fork !== null) {
    const { position: first, session, seq } = clues.fork
    const message = `What stands from here to position ${position - 1} is not of this ledger's history: the event at position ${position} was written right after position ${first - 1}.`
    return { position: first, session, seq, problem: 'foreign', message }
  }
  if (clues.successor !== null) {
    return clues.isOfLedger
      ? at('out-of-order', `The event that belongs here stands at position ${clues.successor}.`)
      : at(
          'foreign',
          `It is not of this ledger's history: the event that belongs here follows at position ${clues.successor}.`,
        )
  }
  return isMissing(found, record, clues)
    ? { position, ...inGap(clues), problem: 'missing', message: missingMessage(found, record) }
    : withoutTrace(found, record, clues, at)
}

/** Where one column of the record explains the break, a sentence that says so. */
function alteredBy(found: ChainBreak, record: StoredRecord, { next }: BreakClues): string | null {
  const { position, previousLink, previousHash, previousSeq } = found
  const computed = hashOf(previousHash, record, record.digest)
  if (record.link === linkOf(previousLink, position, record.hash)) {
    if (record.hash === computed && record.seq === previousSeq + 1) return 'Its position was changed.'
    return 'Its hash is the one that was stored, but what it covers was changed: the session, seq, id, turn, time, type, version, source or digest.'
  }
  if (record.link === linkOf(previousLink, position, computed)) return 'Its hash was changed.'
  const isWhole = record.hash === computed && record.seq === previousSeq + 1
  const link = linkOf(previousLink, position, record.hash)
  if (isWhole && record.position === position && follows(next, link, position)) return 'Its link was changed.'
  const hasRightLink = record.position === position && follows(next, record.link, position)
  if (hasRightLink && !isWhole && position > 1) return 'Its hash was changed, and what it covers.'
  return null
}

function follows(next: StoredRecord | null, link: string, position: number): boolean {
  return next !== null && next.link === linkOf(link, position + 1, next.hash)
}

/** True where what should stand here is nowhere, and what stands here was written later. */
function isMissing(found: ChainBreak, record: StoredRecord, clues: BreakClues): boolean {
  const { position, previousHash, previousSeq } = found
  const isNextOfSession = record.seq === previousSeq + 1
  const followsSession = record.hash === hashOf(previousHash, record, record.digest)
  if (record.seq > previousSeq + 1 && !clues.expectedSeqFollows) return true
  if (isNextOfSession && !followsSession) return shiftOf(record, clues.next, position) > 0
  if (!isNextOfSession) return false
  return record.position > position || shiftOf(record, clues.next, position) > 0 || clues.gap !== null
}

/** By how much the positions after the record were lowered; 0 where they were not, or that can't be known. */
function shiftOf(record: StoredRecord, next: StoredRecord | null, position: number): number {
  if (next === null) return 0
  for (let shift = 1; shift <= mostShift; shift += 1) {
    if (next.link === linkOf(record.link, position + 1 + shift, next.hash)) return shift
  }
  return 0
}

function missingMessage({ position }: ChainBreak, record: StoredRecord): string {
  const gone = record.position - position
  if (gone === 1) return 'The event that stood here is gone.'
  if (gone > 1) return `The ${gone} events that stood from here to position ${record.position - 1} are gone.`
  return 'At least one event that stood here is gone, and the positions after it were renumbered.'
}

function withoutTrace(
  { position, previousHash, previousSeq }: ChainBreak,
  record: StoredRecord,
  { next }: BreakClues,
  at: (problem: ChainProblem, message: string) => BadPlace,
): BadPlace {
  const isWhole =
    record.seq === previousSeq + 1 && record.hash === hashOf(previousHash, record, record.digest)
  if (isWhole) {
    return at(
      'altered',
      next === null
        ? 'Its link was changed, or an event before it is gone.'
        : 'It does not follow the event before it, which was rewritten with its hashes, or it was itself.',
    )
  }
  return at(
    'foreign',
    position === 1 && record.position === 1
      ? "It was not written to this ledger, or the ledger's id was changed."
      : "It is not of this ledger's history: it follows neither the event before it nor its session's.",
  )
}

function inGap({ gap }: BreakClues): { readonly session: string | null; readonly seq: number | null } {
  return gap ?? { session: null, seq: null }
}
