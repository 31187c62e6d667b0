import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('s.jsonl', untested)
place.write('folder/a.jsonl', untested)
place.write('folder/b.jsonl', delegated)

beforeAll(async () => {
  await place.run('audit s.jsonl --write-baseline known.json')
  await place.run('audit s.jsonl --write-baseline one.json')
  const { findings, ...rest } = JSON.parse(readFileSync('one.json', 'utf8'))
  place.write('one.json', JSON.stringify({ ...rest, findings: findings.slice(0, 1) }))
})

const screen = (words: string): Promise<string> => place.screen(words)

test('what is accepted is counted and not shown', async () => {
  expect(await screen('audit s.jsonl --baseline known.json')).toMatchInlineSnapshot(`
    "login-7
    s.jsonl
    todo-manager, 6 turns, 1 completion

      ○ 1 undecided: #1

    2 completions: 0 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info; all accepted by the baseline
    1 completion undecided: only the meaning of what was done decides. A reader can
    tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 2 pages, at most
    about 8 thousand tokens:
      todo-replay audit s.jsonl --reader NAME
    --- stderr
    note: known.json accepts 2 findings
    --- exit 0"
  `)
  expect(await screen('audit folder --baseline known.json')).toMatchInlineSnapshot(`
    "  session          turns  done  ✓  ~  ✗  ○  ?  error  warn
      a                    6     1  ·  ·  ·  1  ·      ·     ·
      b docs-1             3     1  1  ·  ·  ·  ·      ·     ·
      b docs-1/reader      1     ·  ·  ·  ·  ·  ·      ·     ·
      ✓ supported  ~ weak  ✗ unsupported  ○ undecided  ? unknown

    3 sessions, 3 completions: 1 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info; all accepted by the baseline
    1 completion undecided: only the meaning of what was done decides. A reader can
    tell (NAME: claude, codex, gemini, MODEL@URL, command:…), from 2 pages, at most
    about 8 thousand tokens:
      todo-replay audit folder --reader NAME
    --- stderr
    note: known.json accepts 2 findings
    --- exit 0"
  `)
})

test('no format shows or fails what is accepted; junit and sarif say that it is', async () => {
  const printed = (format: string): Promise<string> =>
    screen(`audit folder --baseline known.json --format ${format}`)
  expect(await printed('markdown')).toMatchInlineSnapshot(`
    "# Todo audit

    3 sessions, 3 completions: 1 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info; all accepted by the baseline.

    3 sessions with nothing to look at.
    --- stderr
    note: known.json accepts 2 findings
    --- exit 0"
  `)
  expect(await printed('github')).toMatchInlineSnapshot(`
    "3 sessions, 3 completions: 1 supported, 0 weak, 1 unsupported, 1 undecided, 0 unknown · 1 error, 0 warnings, 1 info; all accepted by the baseline
    --- stderr
    note: known.json accepts 2 findings
    --- exit 0"
  `)
  const junit = await printed('junit')
  expect(junit).toContain('tests="3" failures="0"')
  expect(junit).toContain('<skipped message="accepted by the baseline"/>')
  expect(junit).not.toContain('instant-flip')
  expect((await printed('sarif')).match(/"kind": "external"/g)).toHaveLength(2)
  expect((await printed('json')).match(/"known": true/g)).toHaveLength(2)
})
