import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { screenLines } from '../src/debug/debugger.js'
import { KeyReader } from '../src/terminal/key-reader.js'
import { widthOf } from '../src/text/wrap.js'
import { begun, debuggedFrom, pressed, screenText } from './debugged.js'
import { lines, untested } from './recordings.js'

const debugged = await debuggedFrom(untested)

test('it begins at the first turn and says what there is to look at', () => {
  expect(screenText(begun(debugged), debugged)).toMatchInlineSnapshot(`
    "
     turn 1 of 6  10:00:03  0/2 done  login-7  todo-manager
       » Repair the login page   │ [>] #1: Fix the redirect in login.ts
    ▸1 ●   2 added               │     new
     2     read_file login.ts ·… │ [ ] #2: Run the tests
     3 ⊘   refused: Error: Only… │     new
     4 ●   #1 done, #2 started   │
     5 ● ✗ #2 done               │ events 3–6, 2026-01-05 10:00:03
     6     “All done.            │ “ Planning. (line 3)
                                 │ ● todo changes the list (line 3)
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
     2 completions, 1 to look at (f goes to the next). ? is help.
    "
  `)
})

test('f goes to what there is to look at, and shows what speaks for and against it', () => {
  expect(screenText(pressed(begun(debugged), debugged, 'f'), debugged)).toMatchInlineSnapshot(`
    "
     turn 5 of 6  10:00:22  2/2 done  1 unsupported  login-7  todo-manager
       » Repair the login page   │ [x] #1: Fix the redirect in login.ts
     1 ●   2 added               │     ○ undecided
     2     read_file login.ts ·… │ [x] #2: Run the tests
     3 ⊘   refused: Error: Only… │     was in progress, ✗ unsupported
     4 ●   #1 done, #2 started   │
    ▸5 ● ✗ #2 done               │ ✗ UNSUPPORTED #2 Run the tests
     6     “All done.            │   why       Item 2 asks for "Run the tests", but
                                 │             nothing of the kind was run before
                                 │             the mark; the last call before it
                                 │             edited login.ts. [error never-ran]
                                 │   info      Item 2 was started in turn 4 and
                                 │             completed in turn 5 with no call
                                 │             between. [instant-flip]
                                 │   timeline  listed in turn 1, started in turn 4,
                                 │             completed in turn 5
                                 │
                                 │ events 19–21, 2026-01-05 10:00:22
                                 │ ● todo changes the list (line 7)
                                 │     #2 Run the tests in progress → completed
                                 │
                                 │
                                 │
     thing to look at 1 of 1: Item 2 asks for "Run the tests", but nothing of the k…
    "
  `)
  expect(pressed(begun(debugged), debugged, 'f f').message).toBe('There is nothing later to look at.')
  expect(pressed(begun(debugged), debugged, 'end F').turn).toBe(5)
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
  const said = ['f', 'f f', 'f f F'].map((each) => pressed(begun(both), both, each).message?.split(':')[0])
  expect(said).toEqual([1, 2, 1].map((place) => `thing to look at ${place} of 2`))
})

test('a refusal is told with its reason', () => {
  expect(screenText(begun(debugged, [120, 30], 3), debugged)).toContain('Only one task can be in_progress')
})

test('a search opens what it finds; n and N go on', () => {
  const state = pressed(begun(debugged), debugged, '/ l o g i n . t s enter')
  expect(state.turn).toBe(1)
  expect(['n', 'n n', 'n n n', 'N'].map((each) => pressed(state, debugged, each).turn)).toEqual([2, 5, 1, 5])
  expect(pressed(begun(debugged), debugged, '/ z z z enter').message).toBe(
    '"zzz" stands nowhere in the session.',
  )
  expect(pressed(begun(debugged), debugged, '/ a backspace escape').typing).toBeNull()
})

test('? names the keys; a terminal that is too small is told so', () => {
  expect(screenText(pressed(begun(debugged), debugged, '?'), debugged)).toContain('the next thing to look at')
  expect(screenText(pressed(begun(debugged), debugged, '?'), debugged)).toMatch(
    /●.update.*⊘.rejection[\s\S]*✗.error/,
  )
  expect(screenText(begun(debugged, [50, 10]), debugged)).toContain('The debugger needs 60 and 14.')
})

test('--at says where to begin', () => {
  expect(begun(debugged, [80, 24], 4).turn).toBe(4)
  expect(() => begun(debugged, [80, 24], 9)).toThrow('Session "login-7" has no turn 9: its last is 6.')
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

const words = 'left right up down pageup pagedown home end enter escape backspace'
const someKeys = fc.array(fc.constantFrom(...words.split(' '), ...'fFnNosS/?q1'), { maxLength: 25 })

test('whatever is pressed, the screen fits the terminal and nothing dangerous is on it', () => {
  const size = fc.tuple(fc.integer({ min: 60, max: 170 }), fc.integer({ min: 14, max: 60 }))
  fc.assert(
    fc.property(size, someKeys, fc.constantFrom(debugged, hostile), ([columns, rows], keys, shown) => {
      const screen = screenLines(pressed(begun(shown, [columns, rows]), shown, keys.join(' ')), shown)
      expect(screen.length).toBe(rows)
      for (const line of screen) {
        expect(widthOf(line), line).toBeLessThanOrEqual(columns)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
      }
    }),
    { numRuns: runs(150) },
  )
})

test('o unfolds all texts of a turn in whole, which scroll', async () => {
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
  const read = pressed(begun(talk, [80, 24]), talk, 'o')
  expect(screenText(read, talk)).toMatchInlineSnapshot(`
    "
     turn 1 of 2  no list  s  claude-code
       » Look around, and then ⏎…│ No list here.
    ▸1     Bash ls ⏎ -l          │
     2     “Done.                │ events 3–7
                                 │ “ I look around around around around around
                                 │   around around around around around around
                                 │   around around around around around around
                                 │   around around around
                                 │     indented \\u001b[31mred\\u202e (line 3)
                                 │ ✓ Bash ls ⏎ -l (line 3)
                                 │     given  {
                                 │              "command": "ls
                                 │            -l",
                                 │              "times": 2
                                 │            }
                                 │     result line 0
                                 │            line 1 x
                                 │            line 2 xx
                                 │            line 3 xxx
                                 │            line 4 xxxx
                                 │            line 5 xxxxx
                                 │            line 6 xxxxxx
                                 │            line 7 xxxxxxx
     ←→ turn  ↑↓ scroll  f to look at  / search  o unfold  s session  ? help  q quit
    "
  `)
  const below = pressed(read, talk, Array(20).fill('pagedown').join(' '))
  expect(screenText(pressed(below, talk, 'up'), talk)).toContain('x'.repeat(20))
  expect(screenText(pressed(read, talk, 'o'), talk)).not.toContain('indented')
})
