/** Copies a ledger to another store as it is: ids, sequence, positions, salts and hashes. */

import { StoreError } from '../errors.js'
import type { Anchor } from './chain/anchor.js'
import { eventsIn } from './chain/end-problem.js'
import { mustBeSame } from './chain/restore-records.js'
import { verifyChain } from './chain/verify-chain.js'
import type { ChainedStore } from './chained-store.js'
import type { StoredRecord } from './stored-record.js'

/** What a copy did. */
export interface LedgerCopy {
  /** How many events were copied now. */
  readonly copied: number
  /** How many were there before. */
  readonly held: number
  /** The anchor of both ledgers; null where there are no events. */
  readonly head: Anchor | null
}

/** Records that are written together. */
const batch = 500

/**
 * Copies a ledger. It goes on behind what the target has, so a copy that was cut off is gone on with, and one that is whole
 * stays as it is. What was taken out of the source since is taken out of the target, too. Snapshots are not copied; they
 * are made again.
 * @param openTarget opens the target once the source is known to be whole; a new one is to be given this ledger id. Who
 * calls closes it
 * @param done is told now and then how many events stand in the target
 * @throws StoreError `damaged-log` where the source does not verify, and nothing is written; `other-ledger`, or
 * `ledgers-differ` where the target is no beginning of it; `not-copyable` for a target that can't take records over
 */
export async function copyLedger(
  from: ChainedStore,
  openTarget: (ledger: string) => ChainedStore | Promise<ChainedStore>,
  done: (events: number) => void = () => undefined,
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
  const held = await eventsIn(to)
  if (held > source.events) {
    throw new StoreError(
      'ledgers-differ',
      `The copy holds ${held} events, and the ledger ${source.events}: it was gone on with. Copy to another place.`,
    )
  }
  // Before anything is written: one that was gone on with may hold less than the source, and is not to get it back.
  const [theirs, ours] = [await recordAt(to, held), await recordAt(from, held)]
  if (theirs !== undefined && ours !== undefined) mustBeSame(theirs, ours)
  let written = 0
  let waiting: StoredRecord[] = []
  const write = async (): Promise<void> => {
    await to.restore?.(waiting)
    written += waiting.length
    waiting = []
    done(written)
  }
  for await (const record of from.records({ to: source.events })) {
    // It was read a moment ago.
    if ('unreadable' in record)
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

/** The record at a position, where it is there and can be read. */
async function recordAt(store: ChainedStore, position: number): Promise<StoredRecord | undefined> {
  if (position === 0) return undefined
  for await (const record of store.records({ after: position - 1, to: position }))
    return 'unreadable' in record ? undefined : record
  return undefined
}
