/** The rules that doubt a completion: what tools stated against it, each kind in the words of the fact, and what a reader says. */

import { doubtOf, verdictOfReader } from '../reader/combine.js'
import type { FactKind, Severity } from '../result.js'
import { type AuditRule, defineAuditRule, problemOf } from './audit-rule.js'

const rules: readonly (readonly [id: string, Severity, kinds: readonly FactKind[], docs: string])[] = [
  [
    'failed-check',
    'error',
    ['failed'],
    'The last run of what the item asks for failed. Not reported if: a later run of the same kind passed, the failure is what the item is after, the next item mends it, the agent said that it failed before, or something ran after it that may have been the same check.',
  ],
  [
    'never-ran',
    'error',
    ['never-ran'],
    'What the item asks to run or to do was never run. Not reported if: any call since the request may have been it (a script, a sub-agent, a tool that is not known), the user said something in between, or it follows right after the mark.',
  ],
  [
    'ran-nothing',
    'error',
    ['ran-nothing'],
    'The run that the item asks for ran nothing: no tests were found, all were skipped, or it was a dry run.',
  ],
  [
    'end-unseen',
    'error',
    ['end-unseen'],
    'Nobody saw the end of the run that the item asks for: it was refused, broken off, out of time, or left running. A hint where later steps show that it went on.',
  ],
  [
    'made-to-pass',
    'error',
    ['made-to-pass'],
    'Between the run that failed and the mark the check was weakened: tests skipped or taken out, errors silenced, strictness switched off, a step taken out of the CI. Not reported if: the item or the user asked for it, or the code that it checks was changed, too, and the change to the check may be right.',
  ],
  [
    'hollow-change',
    'error',
    ['stub', 'undone'],
    'All that was written to the file that the item names is a stub or a comment, or was taken back before the mark. Not reported if: the item asks for just that.',
  ],
  [
    'never-written',
    'error',
    ['never-written'],
    'The file that the item asks for was never written. Not reported if: a call may have written it, or it was there before.',
  ],
  [
    'nothing-done',
    'error',
    ['nothing-done'],
    'From the request on nothing was called and nothing of any length was said. Not reported if: the item was done when it came into the list.',
  ],
  [
    'half-checked',
    'info',
    ['stale', 'masked', 'in-part'],
    'The check passed in part: it came before the last change that it covers, its result was dropped, or only a part was checked. A hint beside the verdict `weak`: whether that matters, only a reader can say.',
  ],
]

/** In the order in which their findings of one place stand. */
export const factRules: readonly AuditRule[] = rules.map(([id, severity, kinds, docs]) =>
  defineAuditRule({
    id,
    meta: { severity, docs },
    check: ({ completions }) =>
      completions.flatMap((completion) =>
        completion.facts
          .filter(({ kind, says }) => says !== 'for' && kinds.includes(kind))
          .map(({ says, sentence, seq }) =>
            problemOf(completion, says === 'half' ? 'info' : severity, sentence, [seq]),
          ),
      ),
  }),
)

/** The id of the rule that says what a reader says. */
export const readerRule = 'doubted-by-reader'

/** A reader of meaning doubts a completion. */
export const doubtedByReader: AuditRule = defineAuditRule({
  id: readerRule,
  meta: {
    severity: 'warning',
    docs: "A reader was shown the page of the completion and doubts it. It never makes an error, and the exit code passes it over unless --fail-on names `reader`. Not reported if: the reader can't tell, or its quote does not stand where it says.",
  },
  check: ({ completions }) =>
    completions.flatMap((completion) => {
      const { reading } = completion
      if (reading === null || (verdictOfReader(reading) ?? 'supported') === 'supported') return []
      return [problemOf(completion, 'warning', doubtOf(completion, reading))]
    }),
})
