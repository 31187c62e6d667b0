import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { untested } from './recordings.js'
import { Workplace } from './run-program.js'
import { hasTmux, TmuxTerminal } from './tmux-terminal.js'

vi.setConfig({ testTimeout: 120_000 })

const program = fileURLToPath(new URL('../bin/todo-replay.js', import.meta.url))
const watching = `"${process.execPath}" "${program}" watch`
const place = new Workplace()
const lines = untested.split(/(?<=\n)/)

test.skipIf(!hasTmux())('a session is watched on a screen of 80 by 24', async () => {
  const { folder } = place
  await using terminal = await TmuxTerminal.open({
    folder,
    columns: 80,
    rows: 24,
    first: 'clear; echo before',
  })
  await terminal.type(`${watching} live.jsonl`, 'Enter')
  expect(await terminal.until((screen) => screen.includes('no such file'))).toMatchInlineSnapshot(`
    "live.jsonl: there is no such file yet; waiting

    q or Ctrl-C ends"
  `)

  writeFileSync(join(folder, 'live.jsonl'), lines.slice(0, 5).join(''))
  expect(await terminal.until((screen) => screen.includes('refused'))).toMatchInlineSnapshot(`
    "login-7                                                           turn 3 at work
    todo-manager, live.jsonl

      [>] #1: Fix the redirect in login.ts
      [ ] #2: Run the tests
    0/2 completed
    ────────────────────────────────────────────────────────────────────────────────
    t3    :5     refused       Error: Only one task can be in_progress at a time
                               [recorded-refusal]














    q or Ctrl-C ends"
  `)

  for (const line of lines.slice(5, 7)) appendFileSync(join(folder, 'live.jsonl'), line)
  expect(await terminal.until((screen) => screen.includes('instant-flip'))).toMatchInlineSnapshot(`
    "login-7                                                           turn 5 at work
    todo-manager, live.jsonl

    ✓ [x] #1: Fix the redirect in login.ts
    ✗ [x] #2: Run the tests
    2/2 completed, 1 unsupported, 1 supported, 3 findings
    ────────────────────────────────────────────────────────────────────────────────
    t3    :5     refused       Error: Only one task can be in_progress at a time
                               [recorded-refusal]
    t4    :6     list          [>] #2 Run the tests
    t4    :6     ✓ supported   [x] #1 Fix the redirect in login.ts (support 0.89)
    t5    :7     ✗ unsupported [x] #2 Run the tests (support 0.00)
                               missing: a test run
    t5    :7     error         Item 2 was completed, but no call that worked was
                               made for it after it was started.
                               [complete-without-activity]
    t5    :7     error         Item 2 promises a check, but no test was run after it
                               was started; the last call before it edited login.ts
                               (line 4). [verify-item-without-check]
    t5    :7     warning       Item 2 was started in turn 4 and completed in turn 5
                               with no call between. [instant-flip]


    q or Ctrl-C ends"
  `)
  expect(await terminal.screen(true)).toContain('\u001b[31m')

  await terminal.resize(50, 14)
  expect(
    await terminal.until((screen) => !screen.includes('─'.repeat(51)) && screen.includes('─'.repeat(50))),
  ).toMatchInlineSnapshot(`
    "login-7                             turn 5 at work
    todo-manager, live.jsonl

    ✓ [x] #1: Fix the redirect in login.ts
    ✗ [x] #2: Run the tests
    2/2 completed, 1 unsupported, 1 supported, 3 find…
    ──────────────────────────────────────────────────
    t5    warning       Item 2 was started in turn 4
                        and completed in turn 5 with
                        no call between.
                        [instant-flip]


    q or Ctrl-C ends"
  `)
  await terminal.resize(20, 5)
  expect(await terminal.until((screen) => screen.includes('too small'))).toMatchInlineSnapshot(`
    "2/2 completed, 1
    unsupported, 1
    supported, 3
    findings (the window
    is too small for"
  `)
  await terminal.resize(80, 24)
  await terminal.until((screen) => screen.includes('─'.repeat(80)))

  await terminal.type('C-c')
  const after = await terminal.until((screen) => screen.includes('turn 5 of') && screen.endsWith('$'))
  expect(after).toMatch(/^before$/m)
  await terminal.type('echo "exit $?"; stty -a | grep -o " -\\?echo "', 'Enter')
  const restored = await terminal.until((screen) => /^exit \d/m.test(screen) && /^ -?echo$/m.test(screen))
  expect(restored).toMatch(/^exit 0$/m)
  expect(restored).toMatch(/^ echo$/m)
  expect(after.slice(after.indexOf('login-7'))).toMatchInlineSnapshot(`
    "login-7
    ✓ [x] #1: Fix the redirect in login.ts
    ✗ [x] #2: Run the tests
    turn 5 of live.jsonl: 2/2 completed, 1 unsupported, 1 supported, 3 findings
    $"
  `)
})

test.skipIf(!hasTmux())('it is put aside and taken up, without colours where none are wanted', async () => {
  const { folder } = place
  place.write('aside.jsonl', lines.slice(0, 5).join(''))
  await using terminal = await TmuxTerminal.open({
    folder,
    columns: 80,
    rows: 24,
    first: 'export NO_COLOR=1',
  })
  await terminal.type(`${watching} aside.jsonl`, 'Enter')
  await terminal.until((screen) => screen.includes('refused'))
  expect(await terminal.screen(true)).not.toContain('\u001b[3')
  await terminal.type('C-z')
  await terminal.until((screen) => screen.includes('Stopped') && !screen.includes('refused'))
  appendFileSync(join(folder, 'aside.jsonl'), lines.slice(5, 7).join(''))
  await terminal.type('fg', 'Enter')
  await terminal.until((screen) => screen.includes('instant-flip'))
  await terminal.type('q')
  await terminal.until((screen) => screen.includes('turn 5 of') && !screen.includes('instant-flip'))
})

test.skipIf(!hasTmux())('a terminal that can not be drawn on gets lines', async () => {
  const { folder } = place
  place.write('dumb.jsonl', untested)
  await using terminal = await TmuxTerminal.open({ folder, columns: 80, rows: 24, first: 'export TERM=dumb' })
  await terminal.type(`${watching} dumb.jsonl`, 'Enter')
  const screen = await terminal.until((shown) => shown.includes('turn 6 of'))
  expect(screen).toContain('todo-manager, dumb.jsonl')
  expect(screen).not.toContain('q or Ctrl-C')
  await terminal.type('C-c')
  await terminal.type('echo "exit $?"', 'Enter')
  await terminal.until((shown) => /^exit 0$/m.test(shown))
})
