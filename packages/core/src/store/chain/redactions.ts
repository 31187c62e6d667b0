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

/** A record whose data is not what was first stored. */
interface Changed {
  readonly position: number
  /** The digest of the data that it holds; null where data or salt is gone. */
  readonly left: string | null
  /** True where both are gone, as erasing leaves them. */
  readonly isErased: boolean
  /** True where its data is the first one all the same, and only its salt says otherwise. */
  readonly isFirst: boolean
}

/** What one `session.redacted` event says of other events: erased, or data with this digest. */
interface Redaction {
  readonly seq: number
  readonly leaves: (seq: number) => 'erased' | string | undefined
}

interface NotedSession {
  readonly redactions: Redaction[]
  readonly changed: Map<number, Changed>
  /** Of its records by seq. */
  readonly positions: Map<number, number>
}

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
      positions: new Map(),
    }
    this.#sessions.set(session, noted)
    noted.positions.set(seq, position)
    const isFirst = left === digest
    if (!isFirst || (salt !== null && isSaltOfReplaced(salt)))
      noted.changed.set(seq, { position, left, isErased: data === null && salt === null, isFirst })
    if (type !== 'session.redacted' || data === null || !isBelieved) return
    try {
      const said = decodeData(data, `Event ${seq}`)
      if (!isRedactedData(said)) return
      const digests = new Map(said.replaced.map((each) => [each.seq, each.digest]))
      const isIn = (other: number) => said.erased.some(({ from, to }) => from <= other && other <= to)
      noted.redactions.push({ seq, leaves: (other) => (isIn(other) ? 'erased' : digests.get(other)) })
    } catch {
      // The event can't be read, which reading the session will show.
    }
  }

  /**
   * The first record whose data is neither what was stored nor what a redaction left, and what was rightly taken out.
   * @param areChainsWhole false: a redaction that stands there may be forged, and only excuses
   */
  judge(areChainsWhole: boolean) {
    let firstBad: {
      position: number
      session: string
      seq: number
      problem: 'altered'
      message: string
    } | null = null
    const redacted: RedactedSession[] = []
    for (const [session, { redactions, changed, positions }] of this.#sessions) {
      if (redactions.length === 0 && changed.size === 0) continue
      // Those whose own data is what was stored, or what a later one left of it; the latest first.
      const valid: Redaction[] = []
      const wrong = (seq: number) => contradiction(changed.get(seq), leftBy(valid, seq))
      for (const redaction of redactions.toReversed())
        if (wrong(redaction.seq) === null) valid.push(redaction)
      const erased: SeqRange[] = []
      const replaced: SeqRange[] = []
      for (const seq of areChainsWhole ? positions.keys() : changed.keys()) {
        const message = wrong(seq)
        const now = changed.get(seq)
        // A seq that stands there twice has the place of the one that was changed.
        const position = now?.position ?? positions.get(seq) ?? 0
        if (message === null) {
          if (now !== undefined) addTo(now.isErased ? erased : replaced, seq)
        } else if (firstBad === null || position < firstBad.position)
          firstBad = { position, session, seq, problem: 'altered', message }
      }
      if (erased.length + replaced.length > 0) redacted.push({ session, erased, replaced })
    }
    return { firstBad, redacted }
  }
}

function leftBy(latestFirst: readonly Redaction[], seq: number): string | undefined {
  for (const redaction of latestFirst) {
    const left = redaction.seq > seq ? redaction.leaves(seq) : undefined
    if (left !== undefined) return left
  }
  return undefined
}

/** What contradicts that this is left of a record's data, in a sentence; null where nothing does. */
function contradiction(now: Changed | undefined, left: string | undefined): string | null {
  if (now?.isErased === true)
    return left === 'erased'
      ? null
      : 'Its data was erased, and no event of the session that still verifies says so.'
  if (left === 'erased') return 'It was erased according to the log, and holds data again.'
  if (now?.left === null) return 'Its data or its salt is gone.'
  if (left === now?.left) return null
  if (left === undefined)
    return 'Its data is not what was stored, and no event of the session that still verifies says that it was redacted.'
  return now === undefined || now.isFirst
    ? 'Texts in it were replaced according to the log, and its first data stands in it again.'
    : 'Its data is neither what was stored nor what a redaction left.'
}

function addTo(ranges: SeqRange[], seq: number): void {
  const last = ranges.at(-1)
  if (last !== undefined && last.to + 1 === seq) ranges.splice(-1, 1, { from: last.from, to: seq })
  else ranges.push({ from: seq, to: seq })
}
