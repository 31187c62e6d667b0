import { expect, test } from 'vitest'
import { delegated, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write('folder/a.jsonl', untested)
place.write('folder/deep/b.jsonl', delegated)
place.write('folder/deep/expected.json', '{"sessions":[]}')
place.write('folder/notes.txt', 'no recording')

test('an unsupported completion is shown first, with where and why', async () => {
  expect(await place.screen('audit untested.jsonl')).toMatchInlineSnapshot(`
    "login-7
    untested.jsonl
    todo-manager, 6 turns, 2 completions

      ✗ UNSUPPORTED #2 Run the tests (support 0.00)
        where     untested.jsonl:7, turn 5, call c6
        error     Item 2 was completed, but no call that worked was made for it
                  after it was started. [complete-without-activity]
        error     Item 2 promises a check, but no test was run after it was started;
                  the last call before it was edit_file login.ts.
                  [verify-item-without-check]
        warning   Item 2 was started in turn 4 and completed in turn 5 with no call
                  between. [instant-flip]
        missing   no test run for it; the last call before it was edit_file login.ts
                  (seq 10)
        needs     a test run that passes, before the mark

      ✓ 1 supported: #1

    2 completions: 1 supported, 0 weak, 1 unsupported, 0 unknown · 2 errors, 1 warning, 0 info
    --- exit 1"
  `)
})

test('--all shows what is supported, item by item', async () => {
  expect(await place.screen('audit untested.jsonl --all --fail-on never')).toMatchInlineSnapshot(`
    "login-7
    untested.jsonl
    todo-manager, 6 turns, 2 completions

      ✗ UNSUPPORTED #2 Run the tests (support 0.00)
        where     untested.jsonl:7, turn 5, call c6
        error     Item 2 was completed, but no call that worked was made for it
                  after it was started. [complete-without-activity]
        error     Item 2 promises a check, but no test was run after it was started;
                  the last call before it was edit_file login.ts.
                  [verify-item-without-check]
        warning   Item 2 was started in turn 4 and completed in turn 5 with no call
                  between. [instant-flip]
        missing   no test run for it; the last call before it was edit_file login.ts
                  (seq 10)
        needs     a test run that passes, before the mark

      ✓ #1 Fix the redirect in login.ts (support 0.92)

    2 completions: 1 supported, 0 weak, 1 unsupported, 0 unknown · 2 errors, 1 warning, 0 info
    --- exit 0"
  `)
})

test('a session with nothing to look at', async () => {
  expect(await place.screen('audit delegated.jsonl --session docs-1')).toMatchInlineSnapshot(`
    "docs-1
    delegated.jsonl
    todo-manager, 3 turns, 1 completion

      ✓ 1 supported: #1

    1 completion: 1 supported, 0 weak, 0 unsupported, 0 unknown · 0 errors, 0 warnings, 0 info
    --- exit 0"
  `)
})

test('a folder: sessions with nothing to look at are counted', async () => {
  expect(await place.screen('audit folder')).toMatchInlineSnapshot(`
    "login-7
    folder/a.jsonl
    todo-manager, 6 turns, 2 completions

      ✗ UNSUPPORTED #2 Run the tests (support 0.00)
        where     folder/a.jsonl:7, turn 5, call c6
        error     Item 2 was completed, but no call that worked was made for it
                  after it was started. [complete-without-activity]
        error     Item 2 promises a check, but no test was run after it was started;
                  the last call before it was edit_file login.ts.
                  [verify-item-without-check]
        warning   Item 2 was started in turn 4 and completed in turn 5 with no call
                  between. [instant-flip]
        missing   no test run for it; the last call before it was edit_file login.ts
                  (seq 10)
        needs     a test run that passes, before the mark

      ✓ 1 supported: #1

    ✓ 2 other sessions with nothing to look at (1 completion)

    3 sessions, 3 completions: 2 supported, 0 weak, 1 unsupported, 0 unknown · 2 errors, 1 warning, 0 info
    --- stderr
    note: 1 .json file left out, not recorded sessions: folder/deep/expected.json
    --- exit 1"
  `)
})

test('standard input', async () => {
  const { code, stdout } = await place.run('audit -', { input: untested })
  expect(code).toBe(1)
  expect(stdout).toContain('standard input:7, turn 5, call c6')
})

test.each([
  ['error', 1],
  ['warning', 1],
  ['info', 1],
  ['never', 0],
])('--fail-on %s exits with %i', async (severity, code) => {
  expect((await place.run(`audit untested.jsonl --fail-on ${severity}`)).code).toBe(code)
})

test('--json', async () => {
  const { code, stdout, stderr } = await place.run('audit untested.jsonl --json')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
    {
      "sessions": [
        {
          "completions": [
            {
              "call": "c5",
              "evidence": [
                {
                  "effect": "write",
                  "ok": true,
                  "seq": 10,
                  "source": {
                    "call": "c3",
                    "line": 4,
                  },
                  "tool": "edit_file",
                  "weight": 0.89,
                  "why": "file written, while the item was in progress",
                },
                {
                  "effect": "read",
                  "ok": true,
                  "seq": 8,
                  "source": {
                    "call": "c2",
                    "line": 4,
                  },
                  "tool": "read_file",
                  "weight": 0.3,
                  "why": "read, while the item was in progress",
                },
              ],
              "item": "1",
              "itemClass": "change",
              "missing": [],
              "readable": 1,
              "seq": 17,
              "source": {
                "call": "c5",
                "line": 6,
              },
              "support": 0.92,
              "text": "Fix the redirect in login.ts",
              "turn": 4,
              "verdict": "supported",
              "wouldChange": [],
            },
            {
              "call": "c6",
              "evidence": [],
              "item": "2",
              "itemClass": "verify",
              "missing": [
                "no test run for it; the last call before it was edit_file login.ts (seq 10)",
              ],
              "readable": 1,
              "seq": 20,
              "source": {
                "call": "c6",
                "line": 7,
              },
              "support": 0,
              "text": "Run the tests",
              "turn": 5,
              "verdict": "unsupported",
              "wouldChange": [
                "a test run that passes, before the mark",
              ],
            },
          ],
          "file": "untested.jsonl",
          "findings": [
            {
              "evidence": [],
              "item": "2",
              "message": "Item 2 was completed, but no call that worked was made for it after it was started.",
              "rule": "complete-without-activity",
              "seq": 20,
              "severity": "error",
              "source": {
                "call": "c6",
                "line": 7,
              },
              "turn": 5,
            },
            {
              "evidence": [
                10,
              ],
              "item": "2",
              "message": "Item 2 promises a check, but no test was run after it was started; the last call before it was edit_file login.ts.",
              "rule": "verify-item-without-check",
              "seq": 20,
              "severity": "error",
              "source": {
                "call": "c6",
                "line": 7,
              },
              "turn": 5,
            },
            {
              "evidence": [
                17,
              ],
              "item": "2",
              "message": "Item 2 was started in turn 4 and completed in turn 5 with no call between.",
              "rule": "instant-flip",
              "seq": 20,
              "severity": "warning",
              "source": {
                "call": "c6",
                "line": 7,
              },
              "turn": 5,
            },
          ],
          "profile": "todo-manager",
          "readable": 1,
          "session": "login-7",
          "turns": 6,
        },
      ],
      "summary": {
        "completions": 2,
        "findings": {
          "error": 2,
          "info": 0,
          "warning": 1,
        },
        "sessions": 1,
        "supported": 1,
        "unknown": 0,
        "unsupported": 1,
        "weak": 0,
      },
    }
  `)
})

test('--json of a folder', async () => {
  expect(await place.json('audit folder --json --fail-on never')).toMatchObject({
    sessions: [
      { session: 'login-7', file: 'folder/a.jsonl' },
      { session: 'docs-1' },
      { session: 'docs-1/reader' },
    ],
    summary: { sessions: 3 },
  })
})

test('the same input gives the same bytes', async () => {
  const [first, second] = [await place.run('audit folder --json'), await place.run('audit folder --json')]
  expect(second.stdout).toBe(first.stdout)
})

test('colours where they are asked for', async () => {
  const { stdout } = await place.run('audit untested.jsonl', { env: { FORCE_COLOR: '1' } })
  expect(stdout).toContain('\u001b[31m1 unsupported\u001b[39m')
})
