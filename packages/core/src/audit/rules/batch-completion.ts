import { ownChanges } from '../product-writes.js'
import { type AuditRule, aboutCompletion, type JudgedCompletion } from './audit-rule.js'

/** Several items were completed at once, and not all of them were done. */
export const batchCompletion: AuditRule<{ readonly least: number }> = {
  id: 'batch-completion',
  severity: 'warning',
  doc: 'Three items or more were completed with no call between, in one update or in several, and nothing in the log supports at least one of them. Spared: each is supported, at least in part; changes beside a change of the batch that was written; items of which it is not known what kind of work they are.',
  options: {
    least: { default: 3, doc: 'So many items completed with no call between are a batch.' },
  },
  example: {
    session: [
      'todo [>] Add the cache  [ ] Translate the labels  [ ] Run the tests',
      'edit src/cache.ts',
      'todo [x] Add the cache  [x] Translate the labels  [x] Run the tests',
    ],
    says: '3 items were completed at once, and nothing in the log supports 1 of them: item 3.',
  },
  check: ({ completions, work }, { least }) => {
    // How many calls lie before each position: two completions with equal counts have none between.
    const callsBefore = [0]
    for (const [index, piece] of work.entries())
      callsBefore.push((callsBefore[index] ?? 0) + (piece.kind === 'call' ? 1 : 0))
    return batchesOf(completions, (position) => callsBefore[position] ?? 0).flatMap((batch) => {
      const items = new Set(batch.map(({ completion }) => completion.key))
      const writes = batch.some((judged) => ownChanges(judged).length > 0)
      const empty = batch.filter(
        ({ support: { verdict, itemClass } }) =>
          verdict === 'unsupported' &&
          // Where the kind of work is not known it may be a heading over what was done before.
          itemClass !== 'unknown' &&
          // One write often makes several changes.
          !(itemClass === 'change' && writes),
      )
      const [first] = empty
      if (first === undefined || items.size < least) return []
      const names = [...new Set(empty.map(({ completion }) => completion.item))]
      const which = `${names.length === 1 ? 'item' : 'items'} ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`
      return [
        aboutCompletion(
          first,
          'warning',
          `${items.size} items were completed at once, and nothing in the log supports ${names.length} of them: ${which}.`,
          empty.map(({ completion }) => completion.at.seq),
        ),
      ]
    })
  },
}

/** The completions in runs between which no call stands. */
function batchesOf(
  completions: readonly JudgedCompletion[],
  callsBefore: (position: number) => number,
): readonly (readonly JudgedCompletion[])[] {
  const batches = new Map<number, JudgedCompletion[]>()
  for (const judged of completions) {
    const count = callsBefore(judged.completion.at.position)
    const batch = batches.get(count)
    if (batch === undefined) batches.set(count, [judged])
    else batch.push(judged)
  }
  return [...batches.values()]
}
