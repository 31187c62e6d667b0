/** What is said of a completion by others than the log: the proofs that it names, and a reader of its page. */

import { verdictOfReader } from '../reader/combine.js'
import { type AuditRule, defineAuditRule, problemOf } from './audit-rule.js'

/** What an item names as its proof is nowhere. */
export const proofNotFound: AuditRule = defineAuditRule({
  id: 'proof-not-found',
  meta: {
    severity: 'warning',
    docs: 'The item, or its mark, names a proof (`commit:`, `file:`, `cmd:`, `url:`) that neither the log nor the repository of --repo shows.',
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
    completion: ({ proofs, completion }) =>
      proofs
        .filter(({ found }) => !found)
        .map(({ named, detail, seq }) => {
          const message = `Item ${completion.item} names ${named} as its proof, but ${detail}.`
          return problemOf(completion, 'warning', message, seq === undefined ? [] : [seq])
        }),
  }),
})

/** The id of the rule that says what a reader says. */
export const readerRule = 'doubted-by-reader'

/** A reader of meaning doubts a completion. */
export const doubtedByReader: AuditRule = defineAuditRule({
  id: readerRule,
  meta: {
    severity: 'warning',
    docs: "A reader was shown the page of the completion and doubts it. It never makes an error, and the exit code passes it over unless --fail-on names `reader`. Not reported if: the reader can't tell, or its quote does not stand where it says.",
    options: {},
    example: {
      session: [
        'todo [>] Fix all callers',
        'edit src/a.ts',
        'todo [x] Fix all callers',
        'reader not_done 90: only one of three callers',
      ],
      says: 'A reader (scripted) doubts item 1 (90 % likely not wholly done): only one of three callers.',
    },
  },
  create: () => ({
    completion: ({ reading, completion }) => {
      const verdict = reading === null ? null : verdictOfReader(reading)
      if (reading === null || (verdict !== 'weak' && verdict !== 'unsupported')) return []
      const { model, p, why, quote, line } = reading
      const place = completion.source === null ? 'event' : 'line'
      const cited = quote === '' || line === null ? '' : ` It quotes ${place} ${line}: "${quote}".`
      const reason = why === '' ? '' : `: ${why.replace(/(?<![.\s])[.\s]+$/, '')}`
      const message = `A reader (${model}) doubts item ${completion.item} (${p} % likely not wholly done)${reason}.${cited}`
      return [problemOf(completion, 'warning', message)]
    },
  }),
})
