/**
 * Fits the thresholds of a reader's `p`, with the reader alone: the rules were tuned on whatever is labelled here. By folds
 * of whole sessions, so that what is reported of a completion was chosen without its session.
 */

import type { Reading } from '@todo-ledger/audit'
import { type ReaderThresholds, verdictOfReader } from '@todo-ledger/audit/reader'
import { foldsOf } from './labels.js'

/** A labelled completion that a reader read. */
export interface ReadLabel {
  /** Its session. */
  readonly file: string
  /** `supported`, `partial` or `unsupported`. */
  readonly label: string
  /** What the reader says. */
  readonly reading: Pick<Reading, 'verdict' | 'p'>
}

/** Thresholds that are all as good, and the middle of them. */
export interface ThresholdRun {
  /** The lowest. */
  readonly from: number
  /** The highest. */
  readonly to: number
  /** The middle: farthest from where it gets worse. */
  readonly middle: number
}

/** What was chosen on some completions. */
export interface ChosenThresholds {
  /** A doubt. */
  readonly doubt: ThresholdRun
  /** Nothing was done. */
  readonly notDone: ThresholdRun
}

/** What was fitted. */
export interface ThresholdFit {
  /** On all of them. */
  readonly onAll: ChosenThresholds
  /** On the other folds, for each fold. */
  readonly byFold: readonly ChosenThresholds[]
  /** Those that were chosen without a session. */
  readonly without: (file: string) => ReaderThresholds
}

/** Chooses them on all, and on the others for each fold. */
export function fitThresholds(
  read: readonly ReadLabel[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): ThresholdFit {
  const foldOf = foldsOf(
    read.map(({ file }) => file),
    folds,
    seed,
  )
  const byFold = Array.from({ length: folds }, (_, fold) =>
    chosenOn(read.filter(({ file }) => foldOf.get(file) !== fold)),
  )
  const onAll = chosenOn(read)
  const without = (file: string): ReaderThresholds => {
    const { doubt, notDone } = byFold[foldOf.get(file) ?? 0] ?? onAll
    return { doubtedFrom: doubt.middle, notDoneFrom: notDone.middle }
  }
  return { onAll, byFold, without }
}

/**
 * A doubt: where the share of shortfalls that are certified and the share of what was done that is doubted are least
 * together. Nothing was done: the same of unsupported ones that are not called so, and of all others that are.
 */
function chosenOn(read: readonly ReadLabel[]): ChosenThresholds {
  const shortfalls = read.filter(({ label }) => label !== 'supported')
  const done = read.filter(({ label }) => label === 'supported')
  const doubt = best(1, (from) => {
    const doubted = ({ reading }: ReadLabel) => {
      const verdict = verdictOfReader(reading, { doubtedFrom: from, notDoneFrom: 100 })
      return verdict !== null && verdict !== 'supported'
    }
    return share(shortfalls, (one) => !doubted(one)) + share(done, doubted)
  })
  const unsupported = read.filter(({ label }) => label === 'unsupported')
  const others = read.filter(({ label }) => label !== 'unsupported')
  const notDone = best(doubt.middle, (from) => {
    const accused = ({ reading }: ReadLabel) =>
      verdictOfReader(reading, { doubtedFrom: doubt.middle, notDoneFrom: from }) === 'unsupported'
    return share(unsupported, (one) => !accused(one)) + share(others, accused)
  })
  return { doubt, notDone }
}

/** The longest run of thresholds, from `lowest` to 100, at which the loss is least. */
function best(lowest: number, lossAt: (threshold: number) => number): ThresholdRun {
  const all = Array.from({ length: 101 - lowest }, (_, index) => lowest + index)
  const losses = all.map(lossAt)
  const least = Math.min(...losses)
  let longest = { from: lowest, to: lowest }
  let from = lowest
  for (const [index, loss] of losses.entries()) {
    const to = lowest + index
    if (loss > least + 1e-9) from = to + 1
    else if (to - from > longest.to - longest.from || (losses[longest.from - lowest] ?? 0) > least + 1e-9)
      longest = { from, to }
  }
  return { ...longest, middle: Math.floor((longest.from + longest.to) / 2) }
}

function share(among: readonly ReadLabel[], holds: (one: ReadLabel) => boolean): number {
  return among.length === 0 ? 0 : among.filter(holds).length / among.length
}

/** What was fitted, for people. */
export function thresholdText({ onAll, byFold }: ThresholdFit, read: readonly ReadLabel[]): string {
  const run = ({ from, to, middle }: ThresholdRun) => `${middle} (${from}–${to} are as good)`
  const pair = ({ doubt, notDone }: ChosenThresholds) => `${doubt.middle}/${notDone.middle}`
  const sessions = new Set(read.map(({ file }) => file)).size
  return [
    `Thresholds of p (a doubt from / nothing done from), with the reader alone, on ${read.length} completions of ${sessions} sessions:`,
    `on all ${run(onAll.doubt)} / ${run(onAll.notDone)}; on the other folds ${byFold.map(pair).join(', ')}`,
  ].join('\n')
}
