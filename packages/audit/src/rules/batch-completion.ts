import type { Completion } from '../completions/item-histories.js'
import type { ItemSupport } from '../evidence/support/item-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type Problem } from './audit-rule.js'
import { ownChanges } from './product-changes.js'

/** Several items were completed at once, and not all of them were done. */
export const batchCompletion: AuditRule<{ readonly least: number }> = defineAuditRule({
  id: 'batch-completion',
  meta: {
    severity: 'warning',
    docs: 'Three items or more were completed with no call between, in one update or in several, and nothing in the log supports at least one of them. Spared: each is supported, at least in part; changes beside a change of the batch that was written; items of which it is not known what kind of work they are.',
    options: {
      least: { default: 3, docs: 'So many items completed with no call between are a batch.' },
    },
    example: {
      session: [
        'todo [>] Add the cache  [ ] Translate the labels  [ ] Run the tests',
        'edit src/cache.ts',
        'todo [x] Add the cache  [x] Translate the labels  [x] Run the tests',
      ],
      says: '3 items were completed at once, and nothing in the log supports 1 of them: item 3.',
    },
  },
  create: ({ work }, { least }) => {
    // How many calls lie before each position: two completions with equal counts have none between.
    const callsBefore = [0]
    for (const [index, piece] of work.entries())
      callsBefore.push((callsBefore[index] ?? 0) + (piece.kind === 'call' ? 1 : 0))
    // The completions in runs between which no call stands.
    const batches = new Map<number, Mark[]>()
    const problemsOf = (batch: readonly Mark[]): readonly Problem[] => {
      const items = new Set(batch.map(({ completion }) => completion.key))
      const writes = batch.some((mark) => mark.writes)
      const empty = batch.filter(
        ({ verdict, itemClass }) =>
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
    }
    return {
      completion: (judged) => {
        const {
          completion,
          support: { verdict, itemClass },
        } = judged
        const mark: Mark = { completion, verdict, itemClass, writes: ownChanges(judged).length > 0 }
        const count = callsBefore[completion.at.position] ?? 0
        const batch = batches.get(count)
        if (batch === undefined) batches.set(count, [mark])
        else batch.push(mark)
        return []
      },
      end: () => [...batches.values()].flatMap(problemsOf),
    }
  },
})

/** What is remembered of a completion until its batch is known. */
interface Mark extends Pick<ItemSupport, 'verdict' | 'itemClass'> {
  readonly completion: Completion
  /** True where its own work changed files. */
  readonly writes: boolean
}
