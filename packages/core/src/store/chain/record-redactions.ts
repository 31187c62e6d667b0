/** What the `session.redacted` events of a ledger say was taken out, held against what the records hold now. */

import type { UnknownRecord } from '../../declared.js'
import type { SeqRange, SessionRedactedData } from '../../events.js'
import { decodeData } from '../codec/record-codec.js'
import { firstBadDataField } from '../event-shapes.js'
import type { StoredRecord } from '../stored-record.js'
import { digestOf } from './chain.js'
import { isSaltOfReplaced } from './salts.js'

/** One `session.redacted` event. */
interface Redaction {
  readonly seq: number
  /** The digest of its data as first stored. */
  readonly digest: string
  /** The digest of its data as it is. */
  readonly now: string
  /** False where the event before it is gone, so that nothing vouches for it: it may excuse, and never accuses. */
  readonly isVouchedFor: boolean
  readonly erased: readonly SeqRange[]
  readonly replaced: ReadonlyMap<number, string>
}

/** What was taken out of a session so far as its records have passed. */
interface TakenOut {
  readonly erased: SeqRange[]
  readonly replaced: SeqRange[]
}

/** Notes the redactions of a ledger, then judges its records by them. */
export class RecordRedactions {
  readonly #noted = new Map<string, Redaction[]>()
  /** Those whose own data is what it must be, the latest first. */
  readonly #valid = new Map<string, Valid>()
  readonly #takenOut = new Map<string, TakenOut>()

  /** True where there is any. */
  get any(): boolean {
    return this.#noted.size > 0
  }

  /**
   * Notes what a `session.redacted` record says; any other record says nothing.
   * @param isVouchedFor false where its session's chain neither vouches for it nor disowns it
   */
  note(record: StoredRecord, isVouchedFor: boolean): void {
    const { session, seq, salt, data, digest } = record
    const said = redactionOf(record)
    if (said === null || salt === null || data === null) return
    const noted = this.#noted.get(session) ?? []
    this.#noted.set(session, noted)
    const replaced = new Map(said.replaced.map((each) => [each.seq, each.digest]))
    const now = digestOf(salt, data)
    noted.push({ seq, digest, now, isVouchedFor, erased: said.erased, replaced })
  }

  /** Says in a sentence what is wrong with a record's data, or null. Call it in position order, once a record. */
  wrongWith(record: StoredRecord): string | null {
    const { session, seq } = record
    const { vouchedFor, all } = this.#validOf(session)
    const left = leftBy(vouchedFor, seq)
    const wrong = contradiction(record, left)
    if (wrong === null) {
      this.#take(record, left)
      return null
    }
    return contradiction(record, leftBy(all, seq)) === null ? null : wrong
  }

  /** What was rightly taken out of the records that passed `wrongWith`, by session. */
  redacted(): readonly ({ readonly session: string } & TakenOut)[] {
    return Array.from(this.#takenOut, ([session, taken]) => ({ session, ...taken }))
  }

  #validOf(session: string): Valid {
    const known = this.#valid.get(session)
    if (known !== undefined) return known
    const noted = this.#noted.get(session) ?? []
    const valid = {
      vouchedFor: validOf(noted.filter(({ isVouchedFor }) => isVouchedFor)),
      all: validOf(noted),
    }
    this.#valid.set(session, valid)
    return valid
  }

  #take(record: StoredRecord, left: Left): void {
    if (left === 'whole') return
    const { session, seq } = record
    const taken: TakenOut = this.#takenOut.get(session) ?? { erased: [], replaced: [] }
    this.#takenOut.set(session, taken)
    const ranges = left === 'erased' ? taken.erased : taken.replaced
    const last = ranges.at(-1)
    if (last !== undefined && last.to + 1 === seq) ranges.splice(-1, 1, { from: last.from, to: seq })
    else ranges.push({ from: seq, to: seq })
  }
}

/** The redactions of a session that count, the latest first. */
interface Valid {
  readonly vouchedFor: readonly Redaction[]
  readonly all: readonly Redaction[]
}

/** What is left of an event's data: all, nothing, or another text with this digest. */
type Left = 'whole' | 'erased' | { readonly digest: string }

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

/** The data of a `session.redacted` record; null where it is none. */
function redactionOf({ type, data, seq }: StoredRecord): SessionRedactedData | null {
  if (type !== 'session.redacted' || data === null) return null
  try {
    const decoded = decodeData(data, `Event ${seq}`)
    return isRedactedData(decoded) ? decoded : null
  } catch {
    return null // the event can't be read, which reading the session will show
  }
}

function isRedactedData(value: UnknownRecord | SessionRedactedData): value is SessionRedactedData {
  return firstBadDataField('session.redacted', value) === null
}
