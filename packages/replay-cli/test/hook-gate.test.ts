/** What the gate of the hook refuses, and what it leaves to Claude Code. */

import { expect, test } from 'vitest'
import { HookedLedgers, HookTexts, refusalIn, todos } from './claude-code-hooks.js'
import { runInMemory } from './memory-host.js'

const ledgers = new HookedLedgers()
const texts = new HookTexts('s1')
const bash = { command: 'npm test' }
const parser = { file_path: '/home/me/project/parser.js', old_string: 'a', new_string: 'b' }
const open = todos('> Fix the parser', '- Run the tests')
const done = todos('x Fix the parser', 'x Run the tests')
const begun = [
  texts.prompt('Fix the parser and run the tests'),
  texts.before('c1', 'TodoWrite', open),
  texts.after('c1', 'TodoWrite', open, { newTodos: [] }),
  texts.batch(['c1', 'TodoWrite', open, 'Todos have been modified']),
  texts.before('c2', 'Edit', parser),
  texts.after('c2', 'Edit', parser, { filePath: '/home/me/project/parser.js' }),
  texts.batch(['c2', 'Edit', parser, 'edited']),
]

test('refuses a completion until the tests have run', async () => {
  const { all, hook, log, ledger } = ledgers.make({ gate: true })
  await all(...begun)
  const refused = texts.before('c3', 'TodoWrite', done)
  const reason = refusalIn(await hook(refused))
  expect(reason).toMatchInlineSnapshot(
    `"Error: Item 2 ("Run the tests") can't be completed yet. Item 2 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited …/project/parser.js. Do what "Run the tests" asks for, to its end, with a tool whose call is recorded. Then complete the item again; leave it open until then."`,
  )
  // Asked again under the same id, it is the same refusal.
  expect(refusalIn(await hook(refused))).toBe(reason)
  await all(
    texts.batch(['c3', 'TodoWrite', done, 'denied']),
    texts.before('c4', 'Bash', bash),
    texts.after('c4', 'Bash', bash, { stdout: '12 passed', stderr: '', interrupted: false }),
    texts.batch(['c4', 'Bash', bash, '12 passed']),
    texts.before('c5', 'TodoWrite', done),
    texts.after('c5', 'TodoWrite', done, { newTodos: [] }),
    texts.batch(['c5', 'TodoWrite', done, 'Todos have been modified']),
    texts.stop('The parser is fixed.'),
    texts.event('SessionEnd', { reason: 'other' }),
  )
  expect(await log()).toMatchInlineSnapshot(`
    "s1
      t0         session.opened      claude-code, live
      t0         run.started         user: Fix the parser and run the tests
      t1         turn.started
      t1         todos.updated       TodoWrite: + #1 Fix the parser (in_progress); + #2 Run the tests
      t1         turn.ended
      t2         turn.started
      t2         tool.called         Edit: /home/me/project/parser.js
      t2         tool.returned       ok, write: {"filePath":"/home/me/project/parser.js"}
      t2         turn.ended
      t3         turn.started
      t3         todos.rejected      TodoWrite refused: Item 2 ("Run the tests") can't be completed yet. Item 2 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited …/project/parser.j…
      t3         turn.ended
      t4         turn.started
      t4         tool.called         Bash: npm test
      t4         tool.returned       ok, execute (a check): 12 passed
      t4         turn.ended
      t5         turn.started
      t5         todos.updated       TodoWrite: #1 in_progress → completed; #2 pending → completed; flagged skipped-in-progress
      t5         turn.ended
      t6         turn.started
      t6         message.recorded    assistant: The parser is fixed.
      t6         turn.ended
      t6         session.yielded     dormant: no open todos"
  `)
  expect((await runInMemory(['audit', ledger])).stdout).toContain(
    '2 completions: 1 supported, 0 weak, 0 unsupported, 1 undecided, 0 unknown',
  )
})

test('lets go after three refusals, and the log says so', async () => {
  const { all, hook, log } = ledgers.make({ gate: true })
  await all(...begun)
  for (const id of ['d1', 'd2', 'd3']) {
    expect(refusalIn(await hook(texts.before(id, 'TodoWrite', done)))).not.toBeNull()
  }
  await all(texts.before('d4', 'TodoWrite', done), texts.after('d4', 'TodoWrite', done, {}))
  expect((await log()).split('\n').at(-1)).toMatchInlineSnapshot(
    `"  t3         todos.updated       TodoWrite: #1 in_progress → completed; #2 pending → completed; flagged skipped-in-progress, evidence-required"`,
  )
})

test('is off unless it is asked for, and judges no more than the evidence', async () => {
  const { all } = ledgers.make()
  await all(...begun, texts.before('c3', 'TodoWrite', done))
  const gated = ledgers.make({ gate: true })
  // Of a task that Claude Code knows and the ledger does not, Claude Code is the judge.
  const update = { taskId: '7', status: 'completed' }
  await gated.all(...begun, texts.before('c3', 'TaskUpdate', update))
  await gated.all(texts.after('c3', 'TaskUpdate', update, { success: true, taskId: '7' }))
  expect(await gated.show()).toMatchInlineSnapshot(`
    "s1
    turn 3, event 11, claude-code, executing

    [>] #1: Fix the parser
    [ ] #2: Run the tests
    [x] #7: (made before this recording began)

    (1/3 completed)"
  `)
})
