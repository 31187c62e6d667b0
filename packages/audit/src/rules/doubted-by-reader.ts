import { verdictOfReader } from '../reader/combine.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** A reader of meaning doubts a completion. */
export const doubtedByReader: AuditRule = defineAuditRule({
  id: 'doubted-by-reader',
  meta: {
    severity: 'warning',
    docs: "A reader was shown the page of the completion and doubts it. It never makes an error, and the exit code passes it over unless --fail-on names `reader`. Spared: a reader that can't tell, an answer whose quote does not stand where it says.",
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
    completion: (judged) => {
      const { reading, completion } = judged
      if (reading === null) return []
      const verdict = verdictOfReader(reading)
      if (verdict !== 'weak' && verdict !== 'unsupported') return []
      const { model, p, why, quote, line } = reading
      const cited =
        quote === '' || line === null
          ? ''
          : ` It quotes ${completion.source === null ? 'event' : 'line'} ${line}: "${quote}".`
      const reason = why === '' ? '' : `: ${why.replace(/[.\s]+$/, '')}`
      return [
        aboutCompletion(
          judged,
          'warning',
          `A reader (${model}) doubts item ${completion.item} (${p} % likely not wholly done)${reason}.${cited}`,
        ),
      ]
    },
  }),
})
