/**
 * Checks a ledger's records against its two hash chains, and against anchors. Reads in position order and keeps of
 * each session its last event and what its redactions cover; how long the ledger is does not matter.
 */

import type { SeqRange } from '../../events.js'
import type { Anchor } from './anchor.js'
import type { ChainBreak } from './break-clues.js'
import type { BadPlace } from './chain.js'
import {
  type ChainSource,
  firstHash,
  firstLink,
  firstRecords,
  hashOf,
  holdsItsData,
  linkOf,
} from './chain.js'
import { findDamage } from './find-damage.js'
import { MerkleTree } from './merkle.js'
import { RecordRedactions } from './record-redactions.js'

/** What was rightly taken out of a session: the log says so itself. */
export interface RedactedSession {
  /** The session's id. */
  readonly session: string
  /** The events whose contents were erased. */
  readonly erased: readonly SeqRange[]
  /** The events in which texts were replaced. */
  readonly replaced: readonly SeqRange[]
}

/** Whether a ledger is what an anchor says of it. */
export interface AnchorCheck {
  /** The anchor. */
  readonly anchor: Anchor
  /** True where it holds. */
  readonly ok: boolean
  /** `missing`: the ledger is shorter; `altered`: another root; `foreign`: the anchor of another ledger. */
  readonly problem: 'altered' | 'missing' | 'foreign' | null
  /** The same in a sentence. */
  readonly message: string
}

/** What a check of a ledger's records gives. */
export interface ChainCheck {
  /** True where all records are as they were written or rightly redacted, and all anchors hold. */
  readonly ok: boolean
  /** How many records there are. */
  readonly events: number
  /** How many sessions. */
  readonly sessions: number
  /** The first bad place in position order, or null. */
  readonly firstBad: BadPlace | null
  /** What was rightly taken out. */
  readonly redacted: readonly RedactedSession[]
  /** The anchors that were asked about, by position. */
  readonly anchors: readonly AnchorCheck[]
  /** What an anchor of the ledger would say now; null for an empty ledger, or where a record can't be read. */
  readonly head: Anchor | null
}

/** A ledger that others write to while it is read is read anew so often before what was found is believed. */
const mostReadings = 3

/**
 * Checks the records of a ledger.
 * @param anchors what is known of the ledger from elsewhere
 * @throws what the source throws where it can't be read at all
 */
export async function verifyChain(source: ChainSource, anchors: readonly Anchor[] = []): Promise<ChainCheck> {
  for (let reading = 1; ; reading += 1) {
    const found = await check(source, anchors)
    // A redaction between two passes looks like damage; it appends an event, which gives it away.
    if (found.ok || reading === mostReadings || !(await hasMore(source, found.events))) return found
  }
}

async function check(source: ChainSource, anchors: readonly Anchor[]): Promise<ChainCheck> {
  const sorted = anchors.toSorted((one, other) => one.position - other.position)
  const { events, sessions, chainBreak, deviates, redactions, roots, head } = await walk(source, sorted)
  const data =
    deviates || redactions.any ? await checkData(source, events, redactions) : { bad: null, redacted: [] }
  const damage = chainBreak === null ? null : await findDamage(source, chainBreak, events)
  const anchored = sorted.map((anchor) => checkAnchor(anchor, source.ledger(), events, roots))
  const firstBad = firstOf(data.bad, damage) ?? firstUnanchored(anchored, events)
  const ok = firstBad === null && anchored.every((each) => each.ok)
  return { ok, events, sessions, firstBad, redacted: data.redacted, anchors: anchored, head }
}

/** What is known of a session while its records pass. */
interface SessionEnd {
  /** The seq of the last record. */
  readonly seq: number
  /** The hash that stands in it. */
  readonly hash: string
  /** The hash that should stand in it. */
  readonly computed: string
}

interface Walk {
  readonly events: number
  readonly sessions: number
  readonly chainBreak: ChainBreak | null
  /** True where the data of a record is not what was first stored. */
  readonly deviates: boolean
  readonly redactions: RecordRedactions
  /** The roots at the positions of the anchors. */
  readonly roots: ReadonlyMap<number, string>
  readonly head: Anchor | null
}

/** The first pass: both chains, the tree, and what was redacted. */
async function walk(source: ChainSource, anchors: readonly Anchor[]): Promise<Walk> {
  const ledger = source.ledger()
  const ends = new Map<string, SessionEnd>()
  const redactions = new RecordRedactions()
  const tree = new MerkleTree()
  const anchored = new Set(anchors.map(({ position }) => position))
  const roots = new Map<number, string>()
  let link = firstLink(ledger)
  let chainBreak: ChainBreak | null = null
  let deviates = false
  let unreadable = 0
  for await (const { record } of source.readAll()) {
    const position = tree.size + 1
    if ('unreadable' in record) {
      chainBreak ??= { position, record, previousLink: link, previousHash: '', previousSeq: 0 }
      unreadable += 1
      tree.add('')
      continue
    }
    const end = ends.get(record.session)
    const previousHash = end?.hash ?? firstHash(ledger, record.session)
    const previousSeq = end?.seq ?? 0
    const computed = hashOf(previousHash, record, record.digest)
    if (
      record.position !== position ||
      record.seq !== previousSeq + 1 ||
      record.hash !== computed ||
      record.link !== linkOf(link, position, record.hash)
    ) {
      chainBreak ??= { position, record, previousLink: link, previousHash, previousSeq }
    }
    if (!holdsItsData(record)) deviates = true
    const isVouchedFor =
      record.hash === computed ||
      (end !== undefined && record.hash === hashOf(end.computed, record, record.digest))
    // A redaction that the session's chain disowns says nothing.
    if (isVouchedFor || record.seq > previousSeq + 1) redactions.note(record, isVouchedFor)
    ends.set(record.session, { seq: record.seq, hash: record.hash, computed })
    link = record.link
    tree.add(record.hash)
    if (anchored.has(tree.size)) roots.set(tree.size, tree.root())
  }
  const head = tree.size === 0 || unreadable > 0 ? null : { ledger, position: tree.size, root: tree.root() }
  return { events: tree.size, sessions: ends.size, chainBreak, deviates, redactions, roots, head }
}

/** The second pass: the data of each record is what was first stored, or what the last redaction of it left. */
async function checkData(
  source: ChainSource,
  events: number,
  redactions: RecordRedactions,
): Promise<{ readonly bad: BadPlace | null; readonly redacted: readonly RedactedSession[] }> {
  let bad: BadPlace | null = null
  for await (const [position, record] of firstRecords(source, events)) {
    if ('unreadable' in record) continue
    const wrong = redactions.wrongWith(record)
    if (wrong === null) continue
    const { session, seq } = record
    bad ??= { position, session, seq, problem: 'altered', message: wrong }
  }
  return { bad, redacted: redactions.redacted() }
}

function checkAnchor(
  anchor: Anchor,
  ledger: string,
  events: number,
  roots: ReadonlyMap<number, string>,
): AnchorCheck {
  const fails = (problem: 'altered' | 'missing' | 'foreign', message: string): AnchorCheck => ({
    anchor,
    ok: false,
    problem,
    message,
  })
  if (anchor.ledger !== ledger) {
    return fails('foreign', `The anchor is of ledger ${anchor.ledger}, and this is ledger ${ledger}.`)
  }
  if (events < anchor.position) {
    return fails(
      'missing',
      `The anchor covers ${anchor.position} events, and the ledger holds ${events}: its end was cut off.`,
    )
  }
  if (roots.get(anchor.position) !== anchor.root) {
    return fails(
      'altered',
      `The first ${anchor.position} events are not those that were anchored: they were rewritten, hashes and all.`,
    )
  }
  return {
    anchor,
    ok: true,
    problem: null,
    message: `The first ${anchor.position} events are those that were anchored.`,
  }
}

/** The first bad place where the chains hold and an anchor does not. */
function firstUnanchored(checks: readonly AnchorCheck[], events: number): BadPlace | null {
  const failed = checks.find(({ ok }) => !ok)
  if (failed === undefined || failed.problem === null) return null
  const { problem, message } = failed
  if (problem === 'missing') return { position: events + 1, session: null, seq: null, problem, message }
  // What the last anchor before covers is whole.
  const proven = checks.reduce(
    (most, { ok, anchor }) => (ok && anchor.position < failed.anchor.position ? anchor.position : most),
    0,
  )
  return { position: proven + 1, session: null, seq: null, problem, message }
}

function firstOf(data: BadPlace | null, chain: BadPlace | null): BadPlace | null {
  if (data === null || chain === null) return data ?? chain
  if (chain.position <= data.position) return chain
  return { ...data, message: `${data.message} The chains break at position ${chain.position}.` }
}

async function hasMore(source: ChainSource, events: number): Promise<boolean> {
  for await (const [position] of firstRecords(source, events + 1)) if (position > events) return true
  return false
}
