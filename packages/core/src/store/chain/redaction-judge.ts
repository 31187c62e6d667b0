/** What a ledger's `session.redacted` events say was taken out, held against what the records hold now. */

import type { SeqRange } from '../../events.js'
import { decodeData, isSaltOfReplaced } from '../codec.js'
import type { StoredRecord } from '../event-store.js'
import { digestOf } from './chain.js'
import { isRedactedData } from './redact.js'

/** What was rightly taken out of a session: the log says so itself. */
export interface RedactedSession {
  readonly session: string
  /** The events whose contents were erased. */
  readonly erased: readonly SeqRange[]
  /** The events in which texts were replaced. */
  readonly replaced: readonly SeqRange[]
}

/** One `session.redacted` event. */
interface Redaction {
  readonly seq: number
  /** The digest of its data as first stored, and as it is. */
  readonly digest: string
  readonly now: string
  /** False where the event before it is gone, so that nothing vouches for it: it may excuse, and never accuses. */
  readonly isVouchedFor: boolean
  readonly erased: readonly SeqRange[]
  readonly replaced: ReadonlyMap<number, string>
}

/** What is left of an event's data: all, nothing, or another text with this digest. */
type Left = 'whole' | 'erased' | { readonly digest: string }

/** Notes the redactions of a ledger, then judges its records by them. */
export class RedactionJudge {
  readonly #noted = new Map<string, Redaction[]>()
  /** By session the redactions that count, the latest first: those that are vouched for, and all. */
  readonly #valid = new Map<string, readonly (readonly Redaction[])[]>()
  readonly #takenOut = new Map<string, { readonly erased: SeqRange[]; readonly replaced: SeqRange[] }>()

  /** True where there is any. */
  get any(): boolean {
    return this.#noted.size > 0
  }

  /**
   * Notes what a `session.redacted` record says; any other record says nothing.
   * @param isVouchedFor false where its session's chain neither vouches for it nor disowns it
   */
  note(record: StoredRecord, isVouchedFor: boolean): void {
    const { session, seq, type, salt, data, digest } = record
    if (type !== 'session.redacted' || salt === null || data === null) return
    try {
      const said = decodeData(data, `Event ${seq}`)
      if (!isRedactedData(said)) return
      const replaced = new Map(said.replaced.map((each) => [each.seq, each.digest]))
      const now = digestOf(salt, data)
      const noted = { seq, digest, now, isVouchedFor, erased: said.erased, replaced }
      this.#noted.set(session, [...(this.#noted.get(session) ?? []), noted])
    } catch {
      // The event can't be read, which reading the session will show.
    }
  }

  /** Says in a sentence what is wrong with a record's data, or null. Call it in position order, once a record. */
  wrongWith(record: StoredRecord): string | null {
    const { session, seq } = record
    const [vouchedFor = [], all = []] = this.#validOf(session)
    const left = leftBy(vouchedFor, seq)
    const wrong = contradiction(record, left)
    if (wrong === null && left !== 'whole') {
      const taken = this.#takenOut.get(session) ?? { erased: [], replaced: [] }
      this.#takenOut.set(session, taken)
      addTo(left === 'erased' ? taken.erased : taken.replaced, seq)
    }
    return wrong === null || contradiction(record, leftBy(all, seq)) === null ? null : wrong
  }

  /** What was rightly taken out of the records that passed `wrongWith`, by session. */
  redacted(): readonly RedactedSession[] {
    return Array.from(this.#takenOut, ([session, taken]) => ({ session, ...taken }))
  }

  #validOf(session: string): readonly (readonly Redaction[])[] {
    const known = this.#valid.get(session)
    if (known !== undefined) return known
    const noted = this.#noted.get(session) ?? []
    const valid = [validOf(noted.filter(({ isVouchedFor }) => isVouchedFor)), validOf(noted)]
    this.#valid.set(session, valid)
    return valid
  }
}

function addTo(ranges: SeqRange[], seq: number): void {
  const last = ranges.at(-1)
  if (last !== undefined && last.to + 1 === seq) ranges.splice(-1, 1, { from: last.from, to: seq })
  else ranges.push({ from: seq, to: seq })
}

/** What contradicts that this is left of a record's data, in a sentence; null where nothing does. */
function contradiction({ data, salt, digest }: StoredRecord, left: Left): string | null {
  if (data === null && salt === null) {
    return left === 'erased'
      ? null
      : 'Its data was erased, and no event of the session that still verifies says so.'
  }
  if (left === 'erased') return 'It was erased according to the log, and holds data again.'
  if (data === null || salt === null) return `Its ${data === null ? 'data' : 'salt'} is gone.`
  const now = digestOf(salt, data)
  if (left === 'whole') {
    return now === digest && !isSaltOfReplaced(salt)
      ? null
      : 'Its data is not what was stored, and no event of the session that still verifies says that it was redacted.'
  }
  if (now === left.digest) return null
  return now === digest
    ? 'Texts in it were replaced according to the log, and its first data stands in it again.'
    : 'Its data is neither what was stored nor what a redaction left.'
}

/** The redactions whose own data is what was stored, or what a later one left of it; the latest first. */
function validOf(noted: readonly Redaction[]): readonly Redaction[] {
  const valid: Redaction[] = []
  for (const redaction of noted.toReversed()) {
    const left = leftBy(valid, redaction.seq)
    const digest = left === 'whole' ? redaction.digest : left === 'erased' ? null : left.digest
    if (digest === redaction.now) valid.push(redaction)
  }
  return valid
}

function leftBy(latestFirst: readonly Redaction[], seq: number): Left {
  for (const redaction of latestFirst) {
    if (redaction.seq <= seq) continue
    if (redaction.erased.some(({ from, to }) => from <= seq && seq <= to)) return 'erased'
    const digest = redaction.replaced.get(seq)
    if (digest !== undefined) return { digest }
  }
  return 'whole'
}
