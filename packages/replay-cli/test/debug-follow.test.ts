import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { untested } from './recordings.js'
import { program, Workplace } from './run-program.js'
import { hasTmux, TmuxTerminal } from './tmux-terminal.js'

vi.setConfig({ testTimeout: 120_000 })

const called = `"${process.execPath}" "${program}"`
const place = new Workplace()
const lines = untested.split(/(?<=\n)/)

test.skipIf(!hasTmux())('a session that is recorded is followed in the debugger', async () => {
  const { folder } = place
  const live = join(folder, 'live.jsonl')
  rmSync(live, { force: true })
  await using terminal = await TmuxTerminal.open({
    folder,
    columns: 80,
    rows: 24,
    first: 'clear; echo before',
  })
  await terminal.type(`${called} debug live.jsonl --follow`, 'Enter')
  expect(await terminal.until((screen) => screen.includes('no such file'))).toMatchInlineSnapshot(`
    "live.jsonl: there is no such file yet; waiting

    q quits."
  `)

  writeFileSync(live, lines.slice(0, 5).join(''))
  expect(await terminal.until((screen) => screen.includes('turn 3 of 3'))).toMatchInlineSnapshot(`
    " login-7  todo-manager  followed                turn 3 of 3  10:00:15  0/2 done
    ─ Turns ─────────────────────│─ List after turn 3 ──────────────────────────────
       » Repair the login page   │▸ [>] #1 Fix the redirect in login.ts
     1 ●   2 added               │  [ ] #2 Run the tests
     2     read_file login.ts ·… │
    ▸3 ⊘   refused: Error: Only… │─[t Turn 3]─ e Item ──────────────────────────────
                                 │ events 13–14, 2026-01-05 10:00:15
                                 │ ⊘ todo was refused                        line 5
                                 │     Error: Only one task can be in_progress at a
                                 │     time [recorded-refusal]
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
                                 │
     ←→ turn  ↑↓ move  Tab pane  f to look at  r refusal  u update  ? help  q quit"
  `)

  // At the end it stays there; elsewhere, where it is.
  for (const line of lines.slice(5, 7)) appendFileSync(live, line)
  await terminal.until((screen) => screen.includes('turn 5 of 5') && screen.includes('✗ unsupported'))
  await terminal.type('2', 'Enter')
  await terminal.until((screen) => screen.includes('turn 2 of 5'))
  for (const line of lines.slice(7)) appendFileSync(live, line)
  await terminal.until((screen) => screen.includes('turn 2 of 6'))

  await terminal.resize(100, 30)
  await terminal.until((screen) => /─ Turns ─{29}│/.test(screen))
  writeFileSync(join(folder, 'other.jsonl'), lines.slice(0, 3).join(''))
  renameSync(join(folder, 'other.jsonl'), live)
  await terminal.until((screen) => screen.includes('turn 1 of 1'))

  await terminal.type('C-z')
  await terminal.until((screen) => screen.includes('Stopped') && !screen.includes('turn 1 of'))
  appendFileSync(live, lines.slice(3, 5).join(''))
  await terminal.type('fg', 'Enter')
  await terminal.until((screen) => screen.includes('turn 3 of 3'))

  await terminal.type('C-c')
  const after = await terminal.until((screen) => !screen.includes('turn 3 of 3') && screen.endsWith('$'))
  // tmux leaves the ends of lines of the larger screen before it.
  expect(after).toMatch(/before$/m)
  await terminal.type('echo "exit $?"; stty -a | grep -o " -\\?echo "', 'Enter')
  const restored = await terminal.until((screen) => /^exit \d/m.test(screen) && /^ -?echo$/m.test(screen))
  expect(restored).toMatch(/^exit 0$/m)
  expect(restored).toMatch(/^ echo$/m)
})

test.skipIf(!hasTmux())(
  'what goes wrong while it is followed ends it, and the terminal is given back',
  async () => {
    const { folder } = place
    place.write('short.jsonl', untested)
    await using terminal = await TmuxTerminal.open({ folder, columns: 80, rows: 24, first: 'clear' })
    await terminal.type(`${called} debug short.jsonl --follow --at 99; echo "exit $?"`, 'Enter')
    const screen = await terminal.until((shown) => /^exit \d/m.test(shown))
    expect(screen).toContain('has no turn 99: its last is turn 6.')
    expect(screen).toMatch(/^exit 2$/m)
  },
)

test.skipIf(!hasTmux())('who quits as soon as it goes on again has the terminal back', async () => {
  const { folder } = place
  place.write('slept.jsonl', untested)
  await using terminal = await TmuxTerminal.open({
    folder,
    columns: 80,
    rows: 24,
    first: 'clear; echo before',
  })
  await terminal.type(`${called} debug slept.jsonl`, 'Enter')
  await terminal.until((screen) => /turn \d of 6/.test(screen))
  await terminal.type('C-z')
  await terminal.until((screen) => screen.includes('Stopped') && !screen.includes('turn 1 of'))
  await terminal.type('fg; sleep 0.2; echo "exit $?"', 'Enter', 'q')
  const screen = await terminal.until((shown) => /\d\n\$$/.test(shown))
  expect(screen).toMatch(/^before$/m)
  expect(screen).toMatch(/^exit 0$/m)
})

test.skipIf(!hasTmux())('what comes through a pipe is followed to its end and stays', async () => {
  const { folder } = place
  place.write('piped.jsonl', untested)
  await using terminal = await TmuxTerminal.open({ folder, columns: 80, rows: 24, first: 'clear' })
  await terminal.type(
    `(head -4 piped.jsonl; sleep 1; tail -n +5 piped.jsonl) | ${called} debug - --follow`,
    'Enter',
  )
  await terminal.until((screen) => screen.includes('turn 6 of 6') && screen.includes('has ended'))
  await terminal.type('q')
  await terminal.until((screen) => screen.endsWith('$') && !screen.includes('turn 6 of 6'))
})

test.skipIf(!hasTmux())(
  'a watch prints lines on a terminal, without colours where none are wanted',
  async () => {
    const { folder } = place
    place.write('lines.jsonl', untested)
    await using terminal = await TmuxTerminal.open({
      folder,
      columns: 80,
      rows: 24,
      first: 'export NO_COLOR=1',
    })
    await terminal.type(`${called} watch lines.jsonl`, 'Enter')
    const screen = await terminal.until((shown) => shown.includes('11 events before'))
    expect(screen).toMatch(/✗ unsupported +#2 Run the tests/)
    expect(await terminal.screen(true)).not.toContain('\u001b[3')
    await terminal.type('C-c')
    await terminal.type('echo "exit $?"', 'Enter')
    await terminal.until((shown) => /^exit 0$/m.test(shown))
  },
)
