/** The proof that one event is in a ledger, for someone who has nothing but an anchor of it. */

import { LedgerError, StoreError } from '../../errors.js'
import {
  firstBadField,
  isCount,
  isOrdinal,
  isRecord,
  isText,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  type Shape,
} from '../shape.js'
import type { StoredRecord } from '../stored-record.js'
import { type Anchor, anchorLine } from './anchor.js'
import type { ChainSource } from './chain.js'
import { firstHash, hashOf, holdsItsData } from './chain.js'
import { MerkleTree, rootOfPath } from './merkle.js'

/** What a proof shows of an event: what its hash is made of. */
export type ProvenRecord = Omit<StoredRecord, 'position' | 'hash' | 'link' | 'actor'> & {
  /** Who did it, as JSON; absent where nobody is named. */
  readonly actor?: string
}

/** Whoever knows the first form alone is told that it can't check an event that names somebody. */
type ProofForm = 'todo-ledger-proof:1' | 'todo-ledger-proof:2'

/** A proof. Plain JSON. */
export interface InclusionProof {
  /** What this is, with the version of its form: 2 where the event says who did it. */
  readonly proof: ProofForm
  /** The anchor that it was made for. Whoever checks it uses the anchor that they kept, not this one. */
  readonly anchor: string
  /** The event's place in the ledger. */
  readonly position: number
  /** The event. `data` and `salt` are null where its contents were redacted. */
  readonly record: ProvenRecord
  /** The hash of the session's event before it. */
  readonly previous: string
  /** The hashes that lead from the event's own to the anchor's root, nearest first. */
  readonly path: readonly string[]
}

/** What a proof comes to. */
export interface ProofCheck {
  /** True where the event is in the ledger that was anchored. */
  readonly ok: boolean
  /** What of it is proven: all of it, or all but its contents, which were redacted; null where nothing is. */
  readonly proven: 'event' | 'envelope' | null
  /** The same in a sentence. */
  readonly message: string
}

/**
 * Proves that an event is in a ledger.
 * @param anchor what the other side has; the ledger as it is now when absent
 * @throws LedgerError `no-event` where there is no such event before the anchor, `wrong-anchor` where the ledger is not
 * the one that was anchored
 * @throws StoreError `damaged-log` where the ledger does not prove it
 */
export async function proveInclusion(
  source: ChainSource,
  { session, seq, anchor }: { readonly session: string; readonly seq: number; readonly anchor?: Anchor },
): Promise<InclusionProof> {
  const ledger = source.ledger()
  const found = await find(source, session, seq, anchor?.position ?? Number.MAX_SAFE_INTEGER)
  const name = `event ${seq} of session ${JSON.stringify(session)}`
  if (found === null) {
    const where = anchor === undefined ? 'the ledger' : `the first ${anchor.position} events of the ledger`
    throw new LedgerError('no-event', `There is no ${name} in ${where}.`)
  }
  const { record, position, previous, tree } = found
  const now: Anchor = { ledger, position: tree.size, root: tree.root() }
  if (anchor !== undefined && anchorLine(anchor) !== anchorLine(now)) {
    throw new LedgerError(
      'wrong-anchor',
      'The ledger is not what the anchor says of it. Run todo-replay verify with that anchor.',
    )
  }
  const isWhole = holdsItsData(record)
  const { id, type, version, turn, at, source: place, actor, digest } = record
  const proof: InclusionProof = {
    proof: record.actor === null ? 'todo-ledger-proof:1' : 'todo-ledger-proof:2',
    anchor: anchorLine(now),
    position,
    record: {
      session,
      seq,
      id,
      turn,
      at,
      type,
      version,
      source: place,
      ...(actor === null ? {} : { actor }),
      data: isWhole ? record.data : null,
      salt: isWhole ? record.salt : null,
      digest,
    },
    previous: previous ?? firstHash(ledger, session),
    path: tree.path() ?? [],
  }
  if (checkInclusion(proof, now).ok) return proof
  throw new StoreError(
    'damaged-log',
    `The ledger was changed at ${name} or before it. Run todo-replay verify.`,
  )
}

/** Checks a proof with an anchor, and nothing else. */
export function checkInclusion(proof: InclusionProof, anchor: Anchor): ProofCheck {
  const { record, previous, position, path } = proof
  const name = `Event ${record.seq} of session ${JSON.stringify(record.session)}`
  const fails = (message: string): ProofCheck => ({ ok: false, proven: null, message })
  if (position > anchor.position) {
    return fails(
      `${name} stands at position ${position}, and the anchor covers ${anchor.position} events. Use a later anchor.`,
    )
  }
  const hash = hashOf(previous, { ...record, actor: record.actor ?? null }, record.digest)
  if (record.seq === 1 && previous !== firstHash(anchor.ledger, record.session)) {
    return fails(`${name} is the first of a session of another ledger than the anchor's.`)
  }
  if (rootOfPath(hash, position - 1, anchor.position, path) !== anchor.root) {
    const isOther = proof.anchor !== anchorLine(anchor)
    return fails(
      `${name} is not proven by this anchor: the event or the proof was changed${isOther ? ', or the proof was made for another anchor' : ''}.`,
    )
  }
  if (record.data === null && record.salt === null) {
    return {
      ok: true,
      proven: 'envelope',
      message: `${name} is in the anchored ledger, at position ${position}. Its contents were redacted, so of them nothing is proven.`,
    }
  }
  if (!holdsItsData(record)) return fails(`The contents of ${name} are not those that were stored.`)
  return {
    ok: true,
    proven: 'event',
    message: `${name} is in the anchored ledger, at position ${position}, as it stands in the proof.`,
  }
}

/**
 * Reads a proof.
 * @throws LedgerError `bad-proof`
 */
export function parseProof(text: string): InclusionProof {
  const bad = (what: string): LedgerError =>
    new LedgerError('bad-proof', `The file is no proof: ${what}. \`todo-replay prove\` makes one.`)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw bad('it is no JSON')
  }
  if (isProof(parsed)) return parsed
  throw bad(
    isRecord(parsed)
      ? `its ${firstBadField(proofShape, parsed) ?? 'form'} is not what it must be`
      : 'it is no object',
  )
}

function isHex(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{64}$/.test(value)
}

const recordShape: Shape<ProvenRecord> = {
  session: isText,
  seq: isOrdinal,
  id: isText,
  turn: isCount,
  at: (value): value is number => Number.isSafeInteger(value),
  type: isText,
  version: isOrdinal,
  source: orNull(isText),
  actor: orAbsent(isText),
  data: orNull(isText),
  salt: orNull(isText),
  digest: isHex,
}

const proofShape: Shape<InclusionProof> = {
  proof: oneOf<ProofForm>('todo-ledger-proof:1', 'todo-ledger-proof:2'),
  anchor: isText,
  position: isOrdinal,
  record: (value): value is ProvenRecord => isRecord(value) && firstBadField(recordShape, value) === null,
  previous: isHex,
  path: listOf(isHex),
}

function isProof(value: unknown): value is InclusionProof {
  return isRecord(value) && firstBadField(proofShape, value) === null
}

interface Found {
  readonly record: StoredRecord
  readonly position: number
  readonly previous: string | null
  readonly tree: MerkleTree
}

/** Two passes: where the event stands, then its path. */
async function find(source: ChainSource, session: string, seq: number, size: number): Promise<Found | null> {
  let place: Omit<Found, 'tree'> | null = null
  let previous: string | null = null
  let position = 0
  for await (const record of source.records()) {
    position += 1
    if (position > size) break
    if ('unreadable' in record || record.session !== session) continue
    if (record.seq === seq) {
      place = { record, position, previous }
      break
    }
    previous = record.hash
  }
  if (place === null) return null
  const tree = new MerkleTree(place.position - 1)
  for await (const record of source.records()) {
    if (tree.size === size) break
    tree.add('unreadable' in record ? '' : record.hash)
  }
  return { ...place, tree }
}
