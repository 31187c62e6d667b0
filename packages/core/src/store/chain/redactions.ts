/** What a ledger's `session.redacted` events say was taken out, held against what its records hold. */

import type { SeqRange } from '../../events.js'
import { decodeData, isSaltOfReplaced } from '../codec.js'
import type { StoredRecord } from '../event-store.js'
import { isRedactedData } from './redact.js'

/** What was rightly taken out of a session: the log says so itself. */
export interface RedactedSession {
  readonly session: string
  /** The events whose contents were erased. */
  readonly erased: readonly SeqRange[]
  /** The events in which texts were replaced. */
  readonly replaced: readonly SeqRange[]
}

/** A record whose data is not what it must be. */
interface AlteredData {
  readonly position: number
  readonly session: string
  readonly seq: number
  readonly problem: 'altered'
  readonly message: string
}

/** One `session.redacted` event. */
interface Redaction {
  readonly seq: number
  readonly erased: readonly SeqRange[]
  readonly replaced: ReadonlyMap<number, string>
}

/** A record whose data is not what was first stored. */
interface Changed {
  readonly seq: number
  readonly position: number
  /** The digest of the data that it holds; null where data or salt is gone. */
  readonly left: string | null
  /** True where both are gone, as erasing leaves them. */
  readonly isErased: boolean
  /** True where its data is the first one all the same, and only its salt says otherwise. */
  readonly isFirst: boolean
}

interface NotedSession {
  readonly redactions: Redaction[]
  readonly changed: Map<number, Changed>
  /** Of its records in order. */
  readonly positions: number[]
}

/** What a redaction leaves of a record: nothing, or data with this digest. */
type Left = 'erased' | { readonly digest: string }

/** Notes the redactions and the changed records of a ledger, then judges the records by the redactions. */
export class Redactions {
  readonly #sessions = new Map<string, NotedSession>()

  /**
   * Takes in a record, in position order.
   * @param left the digest of the data that it holds; null where data or salt is gone
   * @param isBelieved false where its session's chain disowns it
   */
  note(record: StoredRecord, position: number, left: string | null, isBelieved: boolean): void {
    const { session, seq, type, data, salt, digest } = record
    const noted: NotedSession = this.#sessions.get(session) ?? {
      redactions: [],
      changed: new Map(),
      positions: [],
    }
    this.#sessions.set(session, noted)
    noted.positions.push(position)
    const isFirst = left === digest
    if (!isFirst || (salt !== null && isSaltOfReplaced(salt)))
      noted.changed.set(seq, { seq, position, left, isErased: data === null && salt === null, isFirst })
    if (type !== 'session.redacted' || data === null || !isBelieved) return
    try {
      const said = decodeData(data, `Event ${seq}`)
      if (!isRedactedData(said)) return
      const replaced = new Map(said.replaced.map((each) => [each.seq, each.digest]))
      noted.redactions.push({ seq, erased: said.erased, replaced })
    } catch {
      // The event can't be read, which reading the session will show.
    }
  }

  /**
   * The first record whose data is neither what was stored nor what a redaction left, and what was rightly taken out.
   * @param areChainsWhole false: a redaction that stands there may be forged, and only excuses
   */
  judge(areChainsWhole: boolean): {
    readonly firstBad: AlteredData | null
    readonly redacted: readonly RedactedSession[]
  } {
    let firstBad: AlteredData | null = null
    const redacted: RedactedSession[] = []
    for (const [session, { redactions, changed, positions }] of this.#sessions) {
      if (redactions.length === 0 && changed.size === 0) continue
      const valid = validOf(redactions, changed)
      const erased: SeqRange[] = []
      const replaced: SeqRange[] = []
      const places = areChainsWhole
        ? positions.map((position, index) => ({ seq: index + 1, position }))
        : changed.values()
      for (const { seq, position } of places) {
        const now = changed.get(seq)
        const message = contradiction(now, leftBy(valid, seq))
        if (message === null) {
          if (now !== undefined) addTo(now.isErased ? erased : replaced, seq)
        } else if (position < (firstBad?.position ?? Number.POSITIVE_INFINITY)) {
          firstBad = { position, session, seq, problem: 'altered', message }
        }
      }
      if (erased.length + replaced.length > 0) redacted.push({ session, erased, replaced })
    }
    return { firstBad, redacted }
  }
}

/** The redactions whose own data is what was stored, or what a later one left of it; the latest first. */
function validOf(
  redactions: readonly Redaction[],
  changed: ReadonlyMap<number, Changed>,
): readonly Redaction[] {
  const valid: Redaction[] = []
  for (const redaction of redactions.toReversed()) {
    const { seq } = redaction
    if (contradiction(changed.get(seq), leftBy(valid, seq)) === null) valid.push(redaction)
  }
  return valid
}

function leftBy(latestFirst: readonly Redaction[], seq: number): Left | null {
  for (const redaction of latestFirst) {
    if (redaction.seq <= seq) continue
    if (redaction.erased.some(({ from, to }) => from <= seq && seq <= to)) return 'erased'
    const digest = redaction.replaced.get(seq)
    if (digest !== undefined) return { digest }
  }
  return null
}

/** What contradicts that this is left of a record's data, in a sentence; null where nothing does. */
function contradiction(now: Changed | undefined, left: Left | null): string | null {
  if (now?.isErased === true) {
    return left === 'erased'
      ? null
      : 'Its data was erased, and no event of the session that still verifies says so.'
  }
  if (left === 'erased') return 'It was erased according to the log, and holds data again.'
  if (now?.left === null) return 'Its data or its salt is gone.'
  if (left === null) {
    return now === undefined
      ? null
      : 'Its data is not what was stored, and no event of the session that still verifies says that it was redacted.'
  }
  if (now?.left === left.digest) return null
  return now === undefined || now.isFirst
    ? 'Texts in it were replaced according to the log, and its first data stands in it again.'
    : 'Its data is neither what was stored nor what a redaction left.'
}

function addTo(ranges: SeqRange[], seq: number): void {
  const last = ranges.at(-1)
  if (last !== undefined && last.to + 1 === seq) ranges.splice(-1, 1, { from: last.from, to: seq })
  else ranges.push({ from: seq, to: seq })
}
