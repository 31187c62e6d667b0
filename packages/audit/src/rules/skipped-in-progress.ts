import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** An item went from pending to completed. */
export const skippedInProgress: AuditRule = defineAuditRule({
  id: 'skipped-in-progress',
  meta: {
    severity: 'info',
    docs: 'The item was completed without having been in progress. Bookkeeping alone: one completion in five does so.',
    options: {},
    example: {
      session: ['todo [ ] Add the cache', 'edit src/cache.ts', 'todo [x] Add the cache'],
      says: 'Item 1 was completed without having been in progress.',
    },
  },
  create: () => ({
    completion: (judged) =>
      judged.completion.from === 'pending' && judged.support.verdict !== 'unknown'
        ? [
            aboutCompletion(
              judged,
              'info',
              `Item ${judged.completion.item} was completed without having been in progress.`,
            ),
          ]
        : [],
  }),
})
