import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { lineWidth } from '../src/debug/lines.js'
import { screenLines } from '../src/debug/screen.js'
import { KeyReader } from '../src/terminal/key-reader.js'
import { begun, debuggedFrom, pressed, screenText, textOf } from './debugged.js'
import { lines, untested } from './recordings.js'

const debugged = await debuggedFrom(untested)

test('it begins at the first turn and says what there is to look at', () => {
  expect(screenText(begun(debugged), debugged)).toMatchInlineSnapshot(`
    "
     login-7  todo-manager                          turn 1 of 6  10:00:03  0/2 done
    ─ Turns ─────────────────────│─ List after turn 1 ──────────────────────────────
       » Repair the login page   │▸+[>] #1 Fix the redirect in login.ts
    ▸1 ●   2 added               │ +[ ] #2 Run the tests
     2     read_file login.ts ·… │
     3 ⊘   refused: Error: Only… │─[t Turn 1]─ e Item ──────────────────────────────
     4 ●   #1 done, #2 started   │ events 3–6, 2026-01-05 10:00:03
     5 ● ✗ #2 done               │ “ Planning.                               line 3
     6     “All done.            │ ● todo changes the list                   line 3
                                 │     + #1 Fix the redirect in login.ts (in
                                 │     progress)
                                 │     + #2 Run the tests
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
     2 completions, 1 unsupported, 1 to look at (f goes to the next). ? is help.
    "
  `)
})

test('f goes to the finding, selects its item and shows what speaks for it', () => {
  expect(screenText(pressed(begun(debugged), debugged, 'f'), debugged)).toMatchInlineSnapshot(`
    "
     login-7  todo-manager           turn 5 of 6  10:00:22  2/2 done  1 unsupported
    ─ Turns ─────────────────────│─ List after turn 5 ──────────────────────────────
       » Repair the login page   │  [x] #1 Fix the redirect in login.ts ○ undecided
     1 ●   2 added               │▸✓[x] #2 Run the tests              ✗ unsupported
     2     read_file login.ts ·… │
     3 ⊘   refused: Error: Only… │─ t Turn 5 ─[e Item]──────────────────────────────
     4 ●   #1 done, #2 started   │ [x] #2 Run the tests
    ▸5 ● ✗ #2 done               │ ✗ UNSUPPORTED. The log does not show that it was
     6     “All done.            │   done.
                                 │   why      Item 2 asks for "Run the tests", but
                                 │            nothing of the kind was run before
                                 │            the mark; the last call before it
                                 │            edited login.ts. [error never-ran]
                                 │   where    line 7
                                 │   info     Item 2 was started in turn 4 and
                                 │            completed in turn 5 with no call
                                 │            between. [instant-flip]
                                 │   timeline listed in turn 1, started in turn 4,
                                 │            completed in turn 5
                                 │
                                 │  turn 1  listed as pending: Run the tests (todo,
                                 │          line 3)
                                 │  turn 4  pending → in progress (todo, line 6)
     thing to look at 1 of 1: Item 2 asks for "Run the tests", but nothing of the k…
    "
  `)
})

test('f goes to each of the items that one update marks, and F back', async () => {
  const items = (status: string) => ['tests', 'linter'].map((what) => ({ text: `Run the ${what}`, status }))
  const call = (turn: number, status: string) => ({
    turn,
    calls: [{ id: `c${turn}`, name: 'write_todos', input: { items: items(status) }, ok: true, output: '' }],
  })
  const both = await debuggedFrom(
    lines(
      { recording: 'todo-ledger/1', session: 's', profile: 'recommended' },
      { input: 'Go', trigger: 'user' },
      call(1, 'pending'),
      call(2, 'completed'),
    ),
  )
  const keys = ['f', 'f f', 'f f F'].map((each) => pressed(begun(both), both, each).key)
  expect(keys).toEqual(['k1', 'k2', 'k1'])
  expect(pressed(begun(both), both, 'f f f').message).toContain('There is no later thing to look at')
})

test('r goes to the refusal and shows why', () => {
  const state = pressed(begun(debugged, [120, 30]), debugged, 'r')
  expect(state.turn).toBe(3)
  expect(screenText(state, debugged)).toContain('Error: Only one task can be in_progress at a time')
})

test('e tells the life of the selected item, and Enter on a line of it goes to the turn', () => {
  const state = pressed(begun(debugged), debugged, 'end tab down e')
  expect(screenText(state, debugged)).toMatchInlineSnapshot(`
    "
     login-7  todo-manager           turn 6 of 6  10:00:25  2/2 done  1 unsupported
    ─ Turns ─────────────────────│─ List after turn 6 ──────────────────────────────
       » Repair the login page   │  [x] #1 Fix the redirect in login.ts ○ undecided
     1 ●   2 added               │▸ [x] #2 Run the tests              ✗ unsupported
     2     read_file login.ts ·… │
     3 ⊘   refused: Error: Only… │─ t Turn 6 ─[e Item]──────────────────────────────
     4 ●   #1 done, #2 started   │ [x] #2 Run the tests
     5 ● ✗ #2 done               │ ✗ UNSUPPORTED. The log does not show that it was
    ▸6     “All done.            │   done.
                                 │   why      Item 2 asks for "Run the tests", but
                                 │            nothing of the kind was run before
                                 │            the mark; the last call before it
                                 │            edited login.ts. [error never-ran]
                                 │   where    line 7
                                 │   info     Item 2 was started in turn 4 and
                                 │            completed in turn 5 with no call
                                 │            between. [instant-flip]
                                 │   timeline listed in turn 1, started in turn 4,
                                 │            completed in turn 5
                                 │
                                 │  turn 1  listed as pending: Run the tests (todo,
                                 │          line 3)
                                 │  turn 4  pending → in progress (todo, line 6)
     ←→ turn  ↑↓ move  Tab pane  f to look at  r refusal  u update  ? help  q quit
    "
  `)
  expect(pressed(state, debugged, 'enter end k k enter').turn).toBe(1)
})

test('a search opens what it finds; n and N go on; Esc forgets it', () => {
  const state = pressed(begun(debugged), debugged, '/ l o g i n . t s enter')
  expect([state.turn, state.search?.matches.length]).toEqual([1, 5])
  expect(pressed(state, debugged, 'n').turn).toBe(2)
  expect(pressed(state, debugged, 'n n').turn).toBe(5) // a finding names it
  expect(pressed(state, debugged, 'n n n').turn).toBe(1)
  expect(pressed(state, debugged, 'N').turn).toBe(5)
  expect(pressed(state, debugged, 'escape').search).toBeNull()
  expect(pressed(begun(debugged), debugged, '/ z z z enter').message).toBe(
    '"zzz" stands nowhere in the session.',
  )
})

test('a number goes to a turn, and says so where there is none', () => {
  expect(pressed(begun(debugged), debugged, '4 enter').turn).toBe(4)
  const beyond = pressed(begun(debugged), debugged, 'g 9 9 enter')
  expect([beyond.turn, beyond.message]).toEqual([6, 'There is no turn 99: the turns are 1 to 6.'])
  expect(pressed(begun(debugged), debugged, '4 backspace 2 enter').turn).toBe(2)
  expect(pressed(begun(debugged), debugged, '4 escape').turn).toBe(1)
})

test('a terminal that is too small is told so', () => {
  expect(screenText(begun(debugged, [50, 10]), debugged)).toMatchInlineSnapshot(`
    "
    This terminal has 50 columns and 10 rows.
    The debugger needs 60 and 14.
    Make it larger, or press q to quit.
    "
  `)
})

test('--at says where to begin', () => {
  expect(begun(debugged, [80, 24], 4).turn).toBe(4)
  expect(() => begun(debugged, [80, 24], 9)).toThrow('Session "login-7" has no turn 9: its last is turn 6.')
})

test('keys that come together are taken one after the other', async () => {
  const pressesOf = async (input: string): Promise<readonly string[]> => {
    const nothing = (): void => undefined
    const keyboard = Object.assign(new PassThrough(), { setRawMode: nothing, ref: nothing, unref: nothing })
    const presses: string[] = []
    const reader = new KeyReader(keyboard, ({ key, ctrl }) => presses.push(`${ctrl ? '^' : ''}${key}`))
    keyboard.write(input)
    keyboard.end()
    await finished(keyboard)
    reader.close()
    return presses
  }
  expect(await pressesOf('12\r')).toEqual(['1', '2', 'enter'])
  expect(await pressesOf('\u001b[Z')).toEqual(['backtab'])
  expect(await pressesOf('\u0003')).toEqual(['^c'])
  expect(await pressesOf('\u001bx\u001b[15~')).toEqual([])
  expect(await pressesOf('\u0007a\u007f期👩')).toEqual(['^g', 'a', 'backspace', '期', '👩'])
  expect(await pressesOf('\u001b[A\u001bOB\u001b[5~\u001b[H')).toEqual(['up', 'down', 'pageup', 'home'])
})

const hostile = await debuggedFrom(
  lines(
    { recording: 'todo-ledger/1', session: 'evil\u001b[2J\u202e', profile: 'todo-manager' },
    { input: 'go\u001b]0;title\u0007 修复登录页面', trigger: 'user' },
    {
      turn: 1,
      text: 'a\u0000b\u009b31m 👩‍👩‍👧 \ud800',
      calls: [
        {
          id: 'c1',
          name: 'todo',
          input: {
            items: [
              {
                id: '\u001b[1A',
                text: 'Fix \u001b[31m期限を config に移す'.repeat(9),
                status: 'in_progress',
              },
              { id: '2', text: 'Write the tests\u2028\u2066', status: 'completed' },
            ],
          },
          ok: true,
          output: '\u001b[?1049l',
        },
        {
          id: 'c2',
          name: 'b\u001bash',
          input: { command: 'rm\u0007\t\u202e -rf' },
          ok: false,
          output: '\u001bc',
        },
      ],
    },
    { turn: 2, text: 'done' },
    { end: true },
  ),
)

const words = 'left right up down pageup pagedown home end tab backtab enter escape backspace'
const someKeys = fc.array(fc.constantFrom(...words.split(' '), ...'fFrRuUnNteg1/os?q'), { maxLength: 25 })

test('whatever is pressed, the screen fills the terminal exactly and nothing dangerous is on it', () => {
  const size = fc.tuple(fc.integer({ min: 60, max: 170 }), fc.integer({ min: 14, max: 60 }))
  fc.assert(
    fc.property(size, someKeys, fc.constantFrom(debugged, hostile), ([columns, rows], keys, shown) => {
      const state = pressed(begun(shown, [columns, rows]), shown, keys.join(' '))
      const screen = screenLines(state, shown)
      expect(screen.length).toBe(rows)
      for (const line of screen) {
        expect(lineWidth(line), textOf(line)).toBe(columns)
        expect(textOf(line)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
      }
    }),
    { numRuns: runs(150) },
  )
})

test('o unfolds all texts of a turn in whole', async () => {
  const output = Array.from({ length: 90 }, (_, line) => `line ${line} ${'x'.repeat(line)}`).join('\n')
  const talk = await debuggedFrom(
    lines(
      { recording: 'todo-ledger/1', session: 's', profile: 'claude-code' },
      { input: 'Look around, and then\nsay what there is', trigger: 'user' },
      {
        turn: 1,
        text: `\n\nI look${' around'.repeat(20)}\n  indented \u001b[31mred\u202e`,
        calls: [{ id: 'c1', name: 'Bash', input: { command: 'ls\n-l', times: 2 }, ok: true, output }],
      },
      { turn: 2, text: 'Done.' },
    ),
  )
  const read = pressed(begun(talk, [80, 24]), talk, 'enter o')
  expect(screenText(read, talk)).toMatchInlineSnapshot(`
    "
     s  claude-code                                            turn 1 of 2  no list
    ─ Turns ─────────────────────│─ List after turn 1 ──────────────────────────────
       » Look around, and then ⏎…│ No list here.
    ▸1     Bash ls ⏎ -l          │
     2     “Done.                │
                                 │─[t Turn 1]─ e Item ──────────────────────────────
                                 │▸events 3–7
                                 │ “ I look around around around around      line 3
                                 │   around around around around around
                                 │   around around around around around
                                 │   around around around around around
                                 │   around
                                 │     indented \\u001b[31mred\\u202e
                                 │ ✓ Bash ls                                 line 3
                                 │   -l
                                 │     given  {
                                 │              "command": "ls
                                 │            -l",
                                 │              "times": 2
                                 │            }
                                 │     result line 0
                                 │            line 1 x
                                 │            line 2 xx
     ←→ turn  ↑↓ move  Tab pane  f to look at  r refusal  u update  ? help  q quit
    "
  `)
  expect(screenText(pressed(read, talk, 'end'), talk)).toContain('line 89')
  // Enter folds one of them.
  const folded = pressed(read, talk, 'j j j j j j j j enter end')
  expect(screenText(folded, talk)).not.toContain('line 89')
  expect(screenText(pressed(read, talk, 'o'), talk)).not.toContain('indented')
})
