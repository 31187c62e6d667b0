/** Copies a ledger to another store as it is: ids, sequence, positions, salts and hashes. */

import { StoreError } from '../errors.js'
import type { Anchor } from './chain/anchor.js'
import { verifyChain } from './chain/verify-chain.js'
import { isSaltOfReplaced } from './codec.js'
import type { EventStore, StoredRecord, UnreadableRecord } from './event-store.js'

export interface LedgerCopy {
  /** How many events were copied now. */
  readonly copied: number
  /** How many were there before. */
  readonly held: number
  /** The anchor of both ledgers; null if there are no events. */
  readonly head: Anchor | null
}

/** Records that are written together. */
const batch = 500

/**
 * Copies a ledger, while it is in use, too. It continues after what the target has: a copy that was cut off is completed by
 * the next call, and one that is whole stays as it is. What was taken out of the source since is taken out of the target.
 * The side table is not copied; it is made again.
 * @param openTarget opens the target once the source is known to be whole; a new one gets this ledger id. The caller closes it
 * @param progress is told now and then how many events stand in the target
 * @throws StoreError `damaged-log` if the source does not verify, and nothing is written; `other-ledger`, or
 * `ledgers-differ` if the target is no beginning of it; `not-copyable` for a target that can't take records over
 */
export async function copyLedger(
  from: EventStore,
  openTarget: (ledger: string) => EventStore | Promise<EventStore>,
  progress: (events: number) => void = () => undefined,
): Promise<LedgerCopy> {
  const source = await verifyChain(from)
  if (!source.ok) {
    throw new StoreError(
      'damaged-log',
      'The ledger to be copied is not as it was written, and was not copied. Run todo-replay verify.',
    )
  }
  const to = await openTarget(from.ledger())
  if (to.restore === undefined) {
    throw new StoreError(
      'not-copyable',
      'The target can hold no copy. Give a file, or a PostgreSQL database.',
    )
  }
  if (to.ledger() !== from.ledger()) {
    throw new StoreError(
      'other-ledger',
      `The target is another ledger (${to.ledger()}), and no copy of this one (${from.ledger()}). Give the name of a new one.`,
    )
  }
  const held = await to.lastPosition()
  if (held > source.events) {
    throw new StoreError(
      'ledgers-differ',
      `The copy holds ${held} events, and the ledger ${source.events}: events were added after copying. Copy to another place.`,
    )
  }
  // Before anything is written: a copy to which events were added may hold less than the source, and must not get it back.
  const [theirs, ours] = [await recordAt(to, held), await recordAt(from, held)]
  if (isRecord(theirs) && isRecord(ours)) mustBeSame(theirs, ours)
  let written = 0
  let waiting: StoredRecord[] = []
  const write = async (): Promise<void> => {
    await to.restore?.(waiting)
    written += waiting.length
    waiting = []
    progress(written)
  }
  for await (const { record } of from.readAll({ to: source.events })) {
    if (!isRecord(record))
      throw new StoreError('damaged-log', `${record.unreadable}. Run todo-replay verify.`)
    waiting.push(record)
    if (waiting.length === batch) await write()
  }
  if (waiting.length > 0) await write()
  const copy = await verifyChain(to, source.head === null ? [] : [source.head])
  if (!copy.ok) {
    throw new StoreError(
      'damaged-log',
      'The copy is not what was copied: somebody else writes to it. Copy to another place.',
    )
  }
  return { copied: source.events - held, held, head: source.head }
}

/**
 * Decides what `EventStore.restore` does. To be asked while nobody else can write to the store.
 * @param stored what the store holds at their positions; @param last its last position
 * @throws StoreError `ledgers-differ` where it holds something else
 */
export function planRestore(
  records: readonly StoredRecord[],
  stored: ReadonlyMap<number, StoredRecord>,
  last: number,
) {
  /** Records to store as they are, behind those that are there. */
  const fresh: StoredRecord[] = []
  /** By session the records that are there, and out of which contents were taken since: their data and salts are what these hold. */
  const changed = new Map<string, StoredRecord[]>()
  for (const record of records) {
    const there = stored.get(record.position)
    if (there === undefined) {
      if (record.position !== last + fresh.length + 1)
        throw differ(`its last event stands at position ${last}, and the next to copy at ${record.position}`)
      fresh.push(record)
      continue
    }
    mustBeSame(there, record)
    if (there.data === record.data && there.salt === record.salt) continue
    if (record.salt !== null && !isSaltOfReplaced(record.salt))
      throw differ(`contents were taken out of ${nameOf(there)} there, which what is copied still holds`)
    changed.set(record.session, [...(changed.get(record.session) ?? []), record])
  }
  return { fresh, changed }
}

/** Where two records of one position are the same, so is all that stands before them. @throws StoreError `ledgers-differ` */
function mustBeSame(there: StoredRecord, record: StoredRecord): void {
  if (there.hash === record.hash && there.link === record.link) return
  throw differ(
    `at position ${record.position} it holds ${nameOf(there)}, and what is copied ${nameOf(record)}`,
  )
}

function nameOf({ session, seq, hash }: StoredRecord): string {
  return `event ${seq} of session ${JSON.stringify(session)} (${hash.slice(0, 12)}…)`
}

function differ(how: string): StoreError {
  return new StoreError(
    'ledgers-differ',
    `The copy is no beginning of the ledger: ${how}. Copy to another place.`,
  )
}

async function recordAt(
  store: EventStore,
  position: number,
): Promise<StoredRecord | UnreadableRecord | undefined> {
  if (position === 0) return undefined
  for await (const { record } of store.readAll({ after: position - 1, to: position })) return record
  return undefined
}

function isRecord(record: StoredRecord | UnreadableRecord | undefined): record is StoredRecord {
  return record !== undefined && !('unreadable' in record)
}
