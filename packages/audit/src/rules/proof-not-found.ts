import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** What an item names as its proof is nowhere. */
export const proofNotFound: AuditRule = defineAuditRule({
  id: 'proof-not-found',
  meta: {
    severity: 'warning',
    docs: 'The item, or its mark, names a proof (`commit:`, `file:`, `cmd:`, `url:`) that neither the log nor the repository of --repo shows. Spared: nothing.',
    options: {},
    example: {
      session: [
        'todo [>] Run the tests, cmd:"npm test"',
        'run npm run build => built',
        'todo [x] Run the tests, cmd:"npm test"',
      ],
      says: 'Item 1 names cmd:npm test as its proof, but no call of the log before the mark runs it.',
    },
  },
  create: () => ({
    completion: (judged) =>
      judged.proofs
        .filter(({ found }) => !found)
        .map(({ named, detail, seq }) =>
          aboutCompletion(
            judged,
            'warning',
            `Item ${judged.completion.item} names ${named} as its proof, but ${detail}.`,
            seq === undefined ? [] : [seq],
          ),
        ),
  }),
})
