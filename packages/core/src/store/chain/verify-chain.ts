/**
 * Checks a ledger's records against its two hash chains, and against anchors, in one pass in position order. Kept are the
 * last event of each session and the records whose data is not what was first stored; how long the ledger is does not matter.
 */

import type { StoredRecord } from '../event-store.js'
import type { Anchor } from './anchor.js'
import { type ChainSource, digestOf, firstHash, firstLink, hashOf, linkOf } from './chain.js'
import { Redactions } from './redactions.js'

/** What is wrong with a place of a ledger. */
export type ChainProblem = 'altered' | 'missing' | 'out-of-order' | 'foreign'

/** A place of a ledger that is not as it was written. */
export interface BadPlace {
  /** The first position of the ledger that does not hold what belongs there. */
  readonly position: number
  /** The session and seq of what stands there; null where that can't be known. */
  readonly session: string | null
  readonly seq: number | null
  readonly problem: ChainProblem
  /** The same in a sentence. */
  readonly message: string
}

/** Whether a ledger is what an anchor says of it. */
export interface AnchorCheck {
  readonly anchor: Anchor
  readonly ok: boolean
  /** `missing`: the ledger is shorter; `altered`: another link; `foreign`: the anchor of another ledger. */
  readonly problem: 'altered' | 'missing' | 'foreign' | null
  /** The same in a sentence. */
  readonly message: string
}

/** What was found; `ok` where all records are as they were written or rightly redacted, and all anchors hold. */
export type ChainCheck = Awaited<ReturnType<typeof check>>

/** A ledger that others write to while it is read is read anew so often before what was found is believed. */
const mostReadings = 3

/**
 * Checks the records of a ledger.
 * @param anchors what is known of the ledger from elsewhere
 * @throws what the source throws where it can't be read at all
 */
export async function verifyChain(source: ChainSource, anchors: readonly Anchor[] = []): Promise<ChainCheck> {
  let found = await check(source, anchors)
  for (let reading = 1; !found.ok && reading < mostReadings; reading += 1) {
    // A redaction while it is read looks like damage; it appends an event, which gives it away.
    const again = await check(source, anchors)
    if (again.events === found.events) break
    found = again
  }
  return found
}

async function check(source: ChainSource, anchors: readonly Anchor[]) {
  const ledger = source.ledger()
  /** Of each session its last record, and the hash that should stand in it. */
  const ends = new Map<string, Pick<StoredRecord, 'seq' | 'hash'> & { readonly computed: string }>()
  const redactions = new Redactions()
  const sorted = anchors.toSorted((one, other) => one.position - other.position)
  const anchored = new Set(anchors.map(({ position }) => position))
  /** The links that follow from the hashes, at the positions that were anchored. */
  const links = new Map<number, string>()
  let events = 0
  let computedLink = firstLink(ledger)
  let link = computedLink
  let broken: BadPlace | null = null
  let isReadable = true
  for await (const { record } of source.readAll()) {
    events += 1
    const position = events
    if ('unreadable' in record) {
      const message = `It can't be read: ${record.unreadable}`
      broken ??= { position, session: null, seq: null, problem: 'altered', message }
      isReadable = false
      continue
    }
    const { session, seq, hash, digest } = record
    const first = firstHash(ledger, session)
    const end = ends.get(session) ?? { seq: 0, hash: first, computed: first }
    const computed = hashOf(end.hash, record, digest)
    const isWhole = hash === computed
    const isLinked = record.link === linkOf(link, position, hash)
    if (!isWhole || !isLinked || record.position !== position || seq !== end.seq + 1) {
      const [problem, message] = breakOf(position, record, { previousSeq: end.seq, isWhole, isLinked })
      broken ??= { position, session, seq, problem, message }
    }
    const left = record.data === null || record.salt === null ? null : digestOf(record.salt, record.data)
    // A redaction that the session's chain disowns says nothing.
    const isBelieved = isWhole || seq > end.seq + 1 || hash === hashOf(end.computed, record, digest)
    redactions.note(record, position, left, isBelieved)
    ends.set(session, { seq, hash, computed })
    link = record.link
    computedLink = linkOf(computedLink, position, hash)
    if (anchored.has(position) && isReadable) links.set(position, computedLink)
  }
  const { firstBad: bad, redacted } = redactions.judge(broken === null)
  const checked = sorted.map((anchor) => checkAnchor(anchor, ledger, events, links))
  const firstBad = firstOf(bad, broken) ?? firstUnanchored(checked, events)
  return {
    ok: firstBad === null && checked.every((each) => each.ok),
    events,
    sessions: ends.size,
    /** The first bad place in position order, or null. */
    firstBad,
    redacted,
    /** The anchors that were asked about, by position. */
    anchors: checked,
    /** What an anchor of the ledger would say now; null for an empty ledger, or where a record can't be read. */
    head: events === 0 || !isReadable ? null : { ledger, position: events, link: computedLink },
  }
}

/** What the first record that does not follow the one before it says of what happened. */
function breakOf(
  position: number,
  { seq, position: said }: StoredRecord,
  found: { readonly previousSeq: number; readonly isWhole: boolean; readonly isLinked: boolean },
): readonly [ChainProblem, string] {
  const { previousSeq, isWhole, isLinked } = found
  // The link was made of this hash: it stands where it was written.
  if (isLinked && isWhole && seq === previousSeq + 1) return ['altered', 'Its position was changed.']
  if (isLinked)
    return [
      'altered',
      'Its hash is the one that was stored, but what it covers was changed: the session, seq, id, turn, time, type, version, source or digest.',
    ]
  if (seq > previousSeq + 1)
    return [
      'missing',
      `Event ${previousSeq + 1} of its session belongs before it: it is gone, or stands elsewhere.`,
    ]
  if (seq <= previousSeq)
    return [
      'out-of-order',
      `Event ${previousSeq} of its session stands before it: it was moved here, or stands here once more.`,
    ]
  if (!isWhole)
    return [
      'foreign',
      "It follows neither the event before it nor its session's: it is not of this ledger's history, or was changed with its hash.",
    ]
  return said > position
    ? ['missing', `What stood from here to position ${said - 1} is gone, or stands elsewhere.`]
    : [
        'altered',
        'It does not follow the event before it: that one was put here, an event between them is gone, or a link was changed.',
      ]
}

function checkAnchor(
  anchor: Anchor,
  ledger: string,
  events: number,
  links: ReadonlyMap<number, string>,
): AnchorCheck {
  const { position, link } = anchor
  const said = (problem: AnchorCheck['problem'], message: string): AnchorCheck => {
    return { anchor, ok: problem === null, problem, message }
  }
  if (anchor.ledger !== ledger)
    return said('foreign', `The anchor is of ledger ${anchor.ledger}, and this is ledger ${ledger}.`)
  if (events < position) {
    return said(
      'missing',
      `The anchor covers ${position} events, and the ledger holds ${events}: its end was cut off.`,
    )
  }
  return links.get(position) === link
    ? said(null, `The first ${position} events are those that were anchored.`)
    : said(
        'altered',
        `The first ${position} events are not those that were anchored: they were rewritten, hashes and all.`,
      )
}

/** The first bad place where the chains hold and an anchor does not. */
function firstUnanchored(checks: readonly AnchorCheck[], events: number): BadPlace | null {
  const failed = checks.find(({ ok }) => !ok)
  if (failed === undefined || failed.problem === null) return null
  const { problem, message } = failed
  // What the last anchor before covers is whole.
  const proven = checks.slice(0, checks.indexOf(failed)).findLast(({ ok }) => ok)?.anchor.position ?? 0
  const position = (problem === 'missing' ? events : proven) + 1
  return { position, session: null, seq: null, problem, message }
}

function firstOf(data: BadPlace | null, chain: BadPlace | null): BadPlace | null {
  if (data === null || chain === null) return data ?? chain
  if (chain.position <= data.position) return chain
  return { ...data, message: `${data.message} The chains break at position ${chain.position}.` }
}
