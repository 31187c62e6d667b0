/** The rules that doubt a completion: each reports the facts of some kinds, in the words of the fact. */

import type { FactKind, Severity } from '../result.js'
import { type AuditRule, type AuditRuleExample, defineAuditRule, problemOf } from './audit-rule.js'

/** One of these rules. */
function statedRule(
  id: string,
  severity: Severity,
  kinds: readonly FactKind[],
  docs: string,
  example: AuditRuleExample,
): AuditRule {
  return defineAuditRule({
    id,
    meta: { severity, docs, options: {}, example },
    create: () => ({
      completion: ({ completion, facts }) =>
        facts
          .filter(({ kind, says }) => says !== 'for' && kinds.includes(kind))
          .map((fact) =>
            problemOf(completion, fact.says === 'half' ? 'warning' : severity, fact.sentence, [fact.seq]),
          ),
    }),
  })
}

/** In the order in which their findings of one place stand. */
export const statedRules: readonly AuditRule[] = [
  statedRule(
    'failed-check',
    'error',
    ['failed'],
    'The last run of what the item asks for failed. Not reported if: a later run of the same kind passed, the failure is what the item is after, the next item mends it, the agent said that it failed before, or something ran after it that may have been the same check.',
    {
      session: [
        'todo [>] Run the tests',
        'run npm test => FAILED Tests  1 failed | 16 passed (17)',
        'todo [x] Run the tests',
      ],
      says: 'Item 1 asks for "Run the tests", but the last run, npm test (event 7), failed: "Tests 1 failed | 16 passed (17)".',
    },
  ),
  statedRule(
    'never-ran',
    'error',
    ['never-ran'],
    'What the item asks to run or to do was never run. Not reported if: any call since the request may have been it (a script, a sub-agent, a tool that is not known), the user said something in between, or it follows right after the mark.',
    {
      session: ['todo [>] Run the tests', 'edit src/cache.ts', 'todo [x] Run the tests'],
      says: 'Item 1 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited src/cache.ts.',
    },
  ),
  statedRule(
    'ran-nothing',
    'error',
    ['ran-nothing'],
    'The run that the item asks for ran nothing: no tests were found, all were skipped, or it was a dry run.',
    {
      session: [
        'todo [>] Push the branch',
        'run git push --dry-run => Everything up-to-date',
        'todo [x] Push the branch',
      ],
      says: 'Item 1 asks for "Push the branch", but the last run, git push --dry-run (event 7), was a dry run: "git push --dry-run only says what it would do".',
    },
  ),
  statedRule(
    'end-unseen',
    'error',
    ['end-unseen'],
    'Nobody saw the end of the run that the item asks for: it was refused, broken off, out of time, or left running. A warning where later steps show that it went on.',
    {
      session: [
        'todo [>] Run the tests',
        "run npm test => FAILED The user doesn't want to proceed with this tool use. The tool use was rejected",
        'todo [x] Run the tests',
      ],
      says: 'Item 1 asks for "Run the tests", but the last run, npm test (event 7), was not let through: "The user doesn\'t want to proceed with this tool use. The tool use was rejected".',
    },
  ),
  statedRule(
    'made-to-pass',
    'error',
    ['made-to-pass'],
    'Between the run that failed and the mark the check was weakened: tests skipped or taken out, errors silenced, strictness switched off, a step taken out of the CI. Not reported if: the item or the user asked for it, or the code that it checks was changed, too, and the change to the check may be right.',
    {
      session: [
        'todo [>] Fix the lint job',
        'run npm run lint => FAILED 1 problem (1 error, 0 warnings)',
        'run git commit --no-verify -am lint => [main 1a2b3c4] lint',
        'todo [x] Fix the lint job',
      ],
      says: 'Item 1 asks for "Fix the lint job", but after npm run lint (event 7) had failed, the hooks were left out, and nothing else was changed: ran git commit --no-verify -am lint (event 11): "git commit --no-verify -am lint".',
    },
  ),
  statedRule(
    'hollow-change',
    'error',
    ['stub', 'undone'],
    'All that was written to the file that the item names is a stub or a comment, or was taken back before the mark. Not reported if: the item asks for just that.',
    {
      session: [
        'todo [>] Add the cache in src/cache.ts',
        'write src/cache.ts',
        'run git checkout src/cache.ts',
        'todo [x] Add the cache in src/cache.ts',
      ],
      says: 'Item 1 asks for "Add the cache in src/cache.ts", but all that was written to src/cache.ts was taken back: ran git checkout src/cache.ts (event 11).',
    },
  ),
  statedRule(
    'never-written',
    'error',
    ['never-written'],
    'The file that the item asks for was never written. Not reported if: a call may have written it, or it was there before.',
    {
      session: ['todo [>] Create .mcp.json', 'edit src/a.ts', 'todo [x] Create .mcp.json'],
      says: 'Item 1 asks for "Create .mcp.json", but .mcp.json was never written; the last call before the mark edited src/a.ts.',
    },
  ),
  statedRule(
    'nothing-done',
    'error',
    ['nothing-done'],
    'From the request on nothing was called and nothing of any length was said. Not reported if: the item was done when it came into the list.',
    {
      session: ['todo [>] Translate the labels', 'todo [x] Translate the labels'],
      says: 'Item 1 asks for "Translate the labels", but no call was made for it, and nothing of any length was said.',
    },
  ),
  statedRule(
    'half-checked',
    'warning',
    ['stale', 'masked', 'in-part'],
    'The check passed in part: it came before the last change that it covers, its result was dropped, or only a part was checked.',
    {
      session: [
        'todo [>] Run the tests',
        'run npm test => Tests  17 passed (17)',
        'edit src/cache.ts',
        'todo [x] Run the tests',
      ],
      says: 'Item 1 asks for "Run the tests", but the last run, npm test (event 7), came before the last change: after it the agent edited src/cache.ts (event 11): "Tests 17 passed (17)".',
    },
  ),
]
