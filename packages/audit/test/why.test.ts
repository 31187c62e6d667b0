/** Why a completion is doubted: one sentence of what was promised, what was found, at which line, with the quote. */

import { expect, it } from 'vitest'
import type { Reading } from '../src/audit-result.js'
import { audited, bash, edit, failed, list, read, type Step } from './audited-session.js'

const doubt: Reading = {
  verdict: 'not_done',
  p: 90,
  line: 7,
  quote: 'only src/a.ts',
  why: 'one of three callers was changed.',
  model: 'scripted',
  asked: null,
  cost: null,
}

/** What one item was, and what was done between its start and its mark. */
const sessions: readonly (readonly [string, string, readonly Step[]])[] = [
  ['the last run failed', 'Run the tests', [failed('npm test', '1 failed, 3 passed')]],
  ['a run before the last change', 'Run the tests', [bash('npm test', '12 passed'), edit('src/a.ts')]],
  [
    'the one call failed',
    'Fix the login',
    [{ call: 'Edit', input: { file_path: 'a.ts' }, output: 'No such file', ok: false }],
  ],
  ['nothing was done', 'Fix the login', []],
  ['nothing was run', 'Test the login page', [edit('src/login.ts')]],
  ['it was only read', 'Fix the login', [read('src/login.ts')]],
  ['a file was never written', 'Create docs/login.md', [read('src/login.ts')]],
  ['a run could not start', 'Run the linter', [failed('npx eslint .', 'sh: eslint: not found')]],
  ['a proof that is nowhere', 'Run the tests, cmd:"npm test"', [bash('npm run build', 'built')]],
  ['two parts', 'Fix the login and run the tests', [failed('npm test', '1 failed, 3 passed')]],
  ['a review without findings', 'Review the login form', [edit('src/a.ts')]],
  ['a command that was not run', 'Run the migration', [edit('src/a.ts')]],
  ['nothing was searched', 'Investigate why the login hangs', [edit('src/a.ts')]],
  ['no text was written', 'Summarise the findings for the user', [edit('src/a.ts')]],
  ['no sub-agent was started', 'Launch an agent for the docs', [edit('src/a.ts')]],
  ['no kind of work is known', 'Login', []],
  [
    'several changes after it',
    'Run the tests',
    [bash('npm test', '12 passed'), edit('src/a.ts'), edit('src/b.ts'), edit('src/c.ts')],
  ],
  ['a reader doubts it', 'Fix all callers', [edit('src/callers.ts'), { reader: doubt }]],
  ['it was done', 'Fix the login', [edit('src/login.ts')]],
  ['several calls failed', 'Fix the login', [failed('sed -i s/a/b/ a.ts'), failed('sed -i s/a/b/ b.ts')]],
  [
    'nobody knows whether it worked',
    'Run the tests',
    [{ call: 'Bash', input: { command: 'npm test' }, ok: null }],
  ],
  ['a part of it was done', 'Fix src/a.ts and src/b.ts', [edit('src/a.ts')]],
  ['two kinds of check', 'Run the tests and the linter', [edit('src/a.ts')]],
  [
    'a reader doubts it without a quote',
    'Fix all callers',
    [edit('src/callers.ts'), { reader: { ...doubt, quote: '', line: null, why: '' } }],
  ],
  [
    'a reader doubts it in several sentences',
    'Fix all callers',
    [
      edit('src/callers.ts'),
      { reader: { ...doubt, line: null, why: 'One was changed. Not the others. ..' } },
    ],
  ],
  [
    'a reader finds it done',
    'Fix all callers',
    [edit('src/callers.ts'), { reader: { ...doubt, verdict: 'done', p: 10 } }],
  ],
  [
    'a reader finds it done, a run failed',
    'Run the tests',
    [failed('npm test', '1 failed'), { reader: { ...doubt, verdict: 'done', p: 10 } }],
  ],
]

it('says in one sentence why a completion is doubted', async () => {
  const said: string[] = []
  for (const [name, text, steps] of sessions) {
    const marked = [list(`in_progress ${text}`), ...steps, list(`completed ${text}`)]
    const { completions, findings } = await audited(marked)
    const why = completions[0]?.why
    const { sentence = 'no doubt', seq = '', turn = '', quote, restates = [] } = why ?? {}
    said.push(`${name}: ${sentence} [${seq} t${turn} ${JSON.stringify(quote) ?? '-'} ${restates.join(' ')}]`)
    // What it quotes is in it, and the rules that it stands for did find something.
    expect(why?.sentence ?? '').toContain(why?.quote ?? '')
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...(why?.restates ?? [])]))
  }
  expect(said).toMatchInlineSnapshot(`
    [
      "the last run failed: Item 1 promises a test run, but the last run, npm test (event 7), failed: "1 failed, 3 passed". [7 t2 "1 failed, 3 passed" completed-over-failing-check]",
      "a run before the last change: Item 1 promises a test run, but the last run, npm test (event 7), is stale: after it the agent edited src/a.ts (event 11). [11 t3 - stale-verification]",
      "the one call failed: Item 1 promises a change, but the one call made for it failed, a.ts (event 7): "No such file". [7 t2 "No such file" only-failed-calls complete-without-activity]",
      "nothing was done: Item 1 promises a change, but no call that worked was made for it after it was started (marked in event 7). [7 t2 - complete-without-activity]",
      "nothing was run: Item 1 promises a run that shows it at work, but no such run was made; the last call before its mark edited src/login.ts (event 7). [7 t2 - verify-item-without-check]",
      "it was only read: Item 1 promises a change, but no change was made for it; the last call before its mark read src/login.ts (event 7). [7 t2 - change-without-write]",
      "a file was never written: Item 1 promises a change, but docs/login.md was never written; all that comes near it is: read src/login.ts (event 7). [7 t2 - change-without-write]",
      "a run could not start: Item 1 promises a lint run, but the last run, npx eslint . (event 7), could not run: "sh: eslint: not found". [7 t2 "sh: eslint: not found" ]",
      "a proof that is nowhere: Item 1 promises a test run, but it names cmd:npm test as its proof, and no call of the log before the mark runs it; no test was run for it; the last call before its mark ran npm run build (event 7). [7 t2 - proof-not-found verify-item-without-check]",
      "two parts: Item 1 promises a change and a test run, but "run the tests": the last run, npm test (event 7), failed: "1 failed, 3 passed"; "Fix the login": no change was made for it; the last call before its mark ran npm test (event 7). [7 t2 "1 failed, 3 passed" completed-over-failing-check change-without-write]",
      "a review without findings: Item 1 promises a check, but nothing was run for it, and nothing was read and reported on; the last call before its mark edited src/a.ts (event 7). [7 t2 - verify-item-without-check]",
      "a command that was not run: Item 1 promises a command, but all that comes near it is: edited src/a.ts (event 7). [7 t2 - unsupported-completion]",
      "nothing was searched: Item 1 promises a search or a read, but all that comes near it is: edited src/a.ts (event 7). [7 t2 - unsupported-completion]",
      "no text was written: Item 1 promises a text, but all that comes near it is: edited src/a.ts (event 7). [7 t2 - unsupported-completion]",
      "no sub-agent was started: Item 1 promises a sub-agent, but all that comes near it is: edited src/a.ts (event 7). [7 t2 - unsupported-completion]",
      "no kind of work is known: Item 1 was marked as done, but no call that worked was made for it after it was started (marked in event 7). [7 t2 - complete-without-activity]",
      "several changes after it: Item 1 promises a test run, but the last run, npm test (event 7), is stale: 3 changes came after it, the last 2: edited src/b.ts (event 15), edited src/c.ts (event 19). [19 t5 - stale-verification]",
      "a reader doubts it: Item 1 promises a change, but a reader (scripted) doubts that it was wholly done: one of three callers was changed (event 7): "only src/a.ts". [11 t3 "only src/a.ts" doubted-by-reader]",
      "it was done: no doubt [ t - ]",
      "several calls failed: Item 1 promises a change, but all 2 calls made for it failed, the last sed -i s/a/b/ b.ts (event 11). [11 t3 - only-failed-calls complete-without-activity]",
      "nobody knows whether it worked: Item 1 promises a test run, but the log has a gap: what npm test (event 7) did, which the log does not show. [7 t2 - ]",
      "a part of it was done: Item 1 promises a change, but it leaves out src/b.ts (marked in event 11). [11 t3 - unsupported-completion]",
      "two kinds of check: Item 1 promises a test run and a lint run, but "Run the tests": no test was run for it; the last call before its mark edited src/a.ts (event 7); "the linter": no lint was run for it; the last call before its mark edited src/a.ts (event 7). [7 t2 - verify-item-without-check]",
      "a reader doubts it without a quote: Item 1 promises a change, but a reader (scripted) doubts that it was wholly done. [11 t3 - doubted-by-reader]",
      "a reader doubts it in several sentences: Item 1 promises a change, but a reader (scripted) doubts that it was wholly done: One was changed. Not the others: "only src/a.ts". [11 t3 "only src/a.ts" doubted-by-reader]",
      "a reader finds it done: no doubt [ t - ]",
      "a reader finds it done, a run failed: Item 1 promises a test run, but the last run, npm test (event 7), failed: "1 failed". [7 t2 "1 failed" completed-over-failing-check]",
    ]
  `)
})

it('without a start it counts from the last update', async () => {
  const unstarted = await audited([list('pending Fix the login'), list('completed Fix the login')])
  expect(unstarted.completions[0]?.why?.sentence).toBe(
    'Item 1 promises a change, but no call that worked was made for it since the last update (marked in event 7).',
  )
})
