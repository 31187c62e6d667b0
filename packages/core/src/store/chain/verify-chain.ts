/**
 * Checks a ledger's records against its two hash chains, and against anchors. Reads in position order and keeps of
 * each session its last event and what its redactions cover; how long the ledger is does not matter.
 */

import type { StoredRecord } from '../event-store.js'
import { type Anchor, MerkleTree } from './anchor.js'
import { type ChainSource, digestOf, firstHash, firstLink, hashOf, linkOf } from './chain.js'
import { type BadPlace, type ChainBreak, findDamage, firstRecords } from './find-damage.js'
import { type RedactedSession, RedactionJudge } from './redaction-judge.js'

/** Whether a ledger is what an anchor says of it. */
export interface AnchorCheck {
  readonly anchor: Anchor
  readonly ok: boolean
  /** `missing`: the ledger is shorter; `altered`: another root; `foreign`: the anchor of another ledger. */
  readonly problem: 'altered' | 'missing' | 'foreign' | null
  /** The same in a sentence. */
  readonly message: string
}

export interface ChainCheck {
  /** True where all records are as they were written or rightly redacted, and all anchors hold. */
  readonly ok: boolean
  readonly events: number
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
  const { events, sessions, chainBreak, deviates, judge, roots, head } = await walk(source, sorted)
  let data: BadPlace | null = null
  if (deviates || judge.any) {
    for await (const [position, record] of firstRecords(source, events)) {
      const message = 'unreadable' in record ? null : judge.wrongWith(record)
      if ('unreadable' in record || message === null) continue
      const { session, seq } = record
      data ??= { position, session, seq, problem: 'altered', message }
    }
  }
  const damage = chainBreak === null ? null : await findDamage(source, chainBreak, events)
  const anchored = sorted.map((anchor) => checkAnchor(anchor, source.ledger(), events, roots))
  const firstBad = firstOf(data, damage) ?? firstUnanchored(anchored, events)
  const ok = firstBad === null && anchored.every((each) => each.ok)
  return { ok, events, sessions, firstBad, redacted: judge.redacted(), anchors: anchored, head }
}

interface Walk {
  readonly events: number
  readonly sessions: number
  readonly chainBreak: ChainBreak | null
  /** True where the data of a record is not what was first stored. */
  readonly deviates: boolean
  readonly judge: RedactionJudge
  /** The roots at the positions of the anchors. */
  readonly roots: ReadonlyMap<number, string>
  readonly head: Anchor | null
}

/** The first pass: both chains, the tree, and what was redacted. */
async function walk(source: ChainSource, anchors: readonly Anchor[]): Promise<Walk> {
  const ledger = source.ledger()
  /** Of each session its last record, and the hash that should stand in it. */
  const ends = new Map<string, Pick<StoredRecord, 'seq' | 'hash'> & { readonly computed: string }>()
  const judge = new RedactionJudge()
  const tree = new MerkleTree()
  const anchored = new Set(anchors.map(({ position }) => position))
  const roots = new Map<number, string>()
  let link = firstLink(ledger)
  let chainBreak: ChainBreak | null = null
  let deviates = false
  let isReadable = true
  for await (const { record } of source.readAll()) {
    const position = tree.size + 1
    if ('unreadable' in record) {
      chainBreak ??= { position, record, previousLink: link, previousHash: '', previousSeq: 0 }
      isReadable = false
      tree.add('')
      continue
    }
    const { session, seq, hash, digest, data, salt } = record
    const end = ends.get(session)
    const previousHash = end?.hash ?? firstHash(ledger, session)
    const previousSeq = end?.seq ?? 0
    const computed = hashOf(previousHash, record, digest)
    const follows =
      record.position === position &&
      seq === previousSeq + 1 &&
      hash === computed &&
      record.link === linkOf(link, position, hash)
    if (!follows) chainBreak ??= { position, record, previousLink: link, previousHash, previousSeq }
    if (salt === null || data === null || digestOf(salt, data) !== digest) deviates = true
    const isVouchedFor =
      hash === computed || (end !== undefined && hash === hashOf(end.computed, record, digest))
    // A redaction that the session's chain disowns says nothing.
    if (isVouchedFor || seq > previousSeq + 1) judge.note(record, isVouchedFor)
    ends.set(session, { seq, hash, computed })
    link = record.link
    tree.add(hash)
    if (anchored.has(tree.size)) roots.set(tree.size, tree.root())
  }
  const events = tree.size
  const head = events === 0 || !isReadable ? null : { ledger, position: events, root: tree.root() }
  return { events, sessions: ends.size, chainBreak, deviates, judge, roots, head }
}

function checkAnchor(
  anchor: Anchor,
  ledger: string,
  events: number,
  roots: ReadonlyMap<number, string>,
): AnchorCheck {
  const { position, root } = anchor
  const said = (problem: AnchorCheck['problem'], message: string): AnchorCheck => ({
    anchor,
    ok: problem === null,
    problem,
    message,
  })
  if (anchor.ledger !== ledger)
    return said('foreign', `The anchor is of ledger ${anchor.ledger}, and this is ledger ${ledger}.`)
  if (events < position) {
    return said(
      'missing',
      `The anchor covers ${position} events, and the ledger holds ${events}: its end was cut off.`,
    )
  }
  return roots.get(position) === root
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

async function hasMore(source: ChainSource, events: number): Promise<boolean> {
  for await (const [position] of firstRecords(source, events + 1)) if (position > events) return true
  return false
}
