import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, lines, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write('folder/a.jsonl', untested)
place.write('folder/deep/b.jsonl', delegated)
place.write('folder/deep/expected.json', '{"sessions":[]}')
place.write('folder/notes.txt', 'no recording')

const oneItem = (status: string): object => ({
  items: [{ id: '1', text: 'Run the tests of the parser', status }],
})

test('an unsupported completion is shown first, with where and why', async () => {
  expect(await place.screen('audit untested.jsonl')).toMatchInlineSnapshot(`
    "login-7
    untested.jsonl
    todo-manager, 6 turns, 2 completions

      ✗ UNSUPPORTED #2 Run the tests
        why       Item 2 asks for "Run the tests", but nothing of the kind was run
                  before the mark; the last call before it edited login.ts. [error
                  never-ran]
        where     untested.jsonl:7, turn 5, call c6
        timeline  listed in turn 1, started in turn 4, completed in turn 5

      ○ 1 undecided: #1

      info     instant-flip: #2 at turn 5

    2 completions: 0 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info
    1 completion undecided: only the meaning of what was done decides. A reader can
    tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 2 pages, at most
    about 8 thousand tokens:
      todo-replay audit untested.jsonl --reader NAME
    --- exit 1"
  `)
})

test('--all shows what is supported, item by item', async () => {
  expect(await place.screen('audit untested.jsonl --all --fail-on never')).toMatchInlineSnapshot(`
    "login-7
    untested.jsonl
    todo-manager, 6 turns, 2 completions

      ✗ UNSUPPORTED #2 Run the tests
        why       Item 2 asks for "Run the tests", but nothing of the kind was run
                  before the mark; the last call before it edited login.ts. [error
                  never-ran]
        where     untested.jsonl:7, turn 5, call c6
        timeline  listed in turn 1, started in turn 4, completed in turn 5

      ○ UNDECIDED #1 Fix the redirect in login.ts
        why       No tool says whether item 1 was done: only the meaning of the work
                  decides.
        where     untested.jsonl:6, turn 4, call c5
        timeline  listed and started in turn 1, completed in turn 4; no tool states
                  anything of it

      info     turn 5, untested.jsonl:7: Item 2 was started in turn 4 and completed
               in turn 5 with no call between. [instant-flip]

    2 completions: 0 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info
    1 completion undecided: only the meaning of what was done decides. A reader can
    tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 2 pages, at most
    about 8 thousand tokens:
      todo-replay audit untested.jsonl --reader NAME
    --- exit 0"
  `)
})

test('a folder: details of what is wrong, then a table of all', async () => {
  const { code, stdout, stderr } = await place.run('audit folder')
  const [heading, file] = stdout.split('\n')
  expect({ code, heading, file }).toEqual({ code: 1, heading: 'login-7', file: 'folder/a.jsonl' })
  expect(stdout.split('\n').slice(-12)).toMatchInlineSnapshot(`
    [
      "  session               turns  done  ✓  ~  ✗  ○  ?  error  warn",
      "  a                         6     2  ·  ·  1  1  ·      1     ·",
      "  deep/b docs-1             3     1  1  ·  ·  ·  ·      ·     ·",
      "  deep/b docs-1/reader      1     ·  ·  ·  ·  ·  ·      ·     ·",
      "  ✓ supported  ~ weak  ✗ unsupported  ○ undecided  ? unknown",
      "",
      "3 sessions, 3 completions: 1 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info",
      "1 completion undecided: only the meaning of what was done decides. A reader can",
      "tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 2 pages, at most",
      "about 8 thousand tokens:",
      "  todo-replay audit folder --reader NAME",
      "",
    ]
  `)
  expect(stderr).toMatchInlineSnapshot(`
    "note: 1 .json file left out, no recorded session: folder/deep/expected.json
    "
  `)
})

test('what a sub-agent did accuses nobody, wherever it was recorded', async () => {
  const parent = lines(
    { recording: 'todo-ledger/1', session: 'main', profile: 'todo-manager' },
    { input: 'Mend the parser', trigger: 'user' },
    { turn: 1, calls: [{ id: 'p1', name: 'todo', input: oneItem('in_progress'), ok: true, output: 'done' }] },
    {
      turn: 2,
      calls: [
        {
          id: 'p2',
          name: 'Task',
          input: { prompt: 'Run the tests of the parser' },
          ok: true,
          output: 'All 14 tests pass.',
        },
      ],
    },
    { subagent: 'main/tester', call: 'p2' },
    { turn: 3, calls: [{ id: 'p3', name: 'todo', input: oneItem('completed'), ok: true, output: 'done' }] },
    { turn: 4, text: 'The tests pass.' },
  )
  const child = lines(
    { recording: 'todo-ledger/1', session: 'main/tester', parent: 'main', profile: 'todo-manager' },
    { input: 'Run the tests of the parser', trigger: 'user' },
    {
      turn: 1,
      calls: [
        { id: 'k1', name: 'Bash', input: { command: 'npm test -- parser' }, ok: true, output: '14 passed' },
      ],
    },
    { turn: 2, text: 'All 14 tests pass.' },
  )
  place.write('alone/main.jsonl', parent)
  place.write('both/main.jsonl', parent)
  place.write('both/tester.jsonl', child)
  const verdict = (words: string): Promise<unknown> => place.json(`audit ${words} --json --fail-on never`)
  expect(await verdict('alone')).toMatchObject({ summary: { completions: 1, supported: 0, unsupported: 0 } })
  expect(await verdict('both')).toMatchObject({ summary: { completions: 1, unsupported: 0 } })
  expect(await verdict('both --session main')).toMatchObject({ summary: { sessions: 1, unsupported: 0 } })
})

test.each([
  ['error', 1],
  ['warning', 1],
  ['info', 1],
  ['never', 0],
])('--fail-on %s exits with %i', async (severity, code) => {
  expect((await place.run(`audit untested.jsonl --fail-on ${severity}`)).code).toBe(code)
})

test('no completion skips a status that its todo system does not have', async () => {
  place.write(
    'loki.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'k1', profile: 'loki' },
      { input: 'Go', trigger: 'user' },
      {
        turn: 1,
        calls: [
          { id: 'c1', name: 'todo__init', input: { goal: 'Do it' }, ok: true, output: 'ok' },
          { id: 'c2', name: 'todo__add', input: { task: 'Read a.ts' }, ok: true, output: 'ok' },
        ],
      },
      { turn: 2, calls: [{ id: 'c3', name: 'read', input: { path: 'a.ts' }, ok: true, output: 'a' }] },
      { turn: 3, calls: [{ id: 'c4', name: 'todo__done', input: { id: 1 }, ok: true, output: 'ok' }] },
    ),
  )
  const { stdout } = await place.run('audit loki.jsonl --all')
  expect(stdout).toContain('#1 Read a.ts')
  expect(stdout).not.toContain('skipped-in-progress')
})
