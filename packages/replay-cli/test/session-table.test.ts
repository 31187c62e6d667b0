import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SessionRow, sessionNames, sessionTable } from '../src/audit/session-table.js'
import { widthOf } from '../src/text/wrap.js'

const style = (_name: string, text: string): string => text

const row = (
  file: string,
  profile: string,
  [supported, weak, unsupported, unknown]: readonly number[],
  error = 0,
  warning = 0,
): SessionRow => ({
  session: file,
  file: `logs/${file}.jsonl`,
  profile,
  turns: 12,
  verdicts: {
    supported: supported ?? 0,
    weak: weak ?? 0,
    unsupported: unsupported ?? 0,
    undecided: 0,
    unknown: unknown ?? 0,
  },
  findings: { error, warning, info: 0 },
  isNotable: (weak ?? 0) + (unsupported ?? 0) + (unknown ?? 0) + error + warning > 0,
})

const quiet = Array.from({ length: 30 }, (_, index) => row(`quiet-${index}`, 'codex', [index, 0, 0, 0]))
const wrong = [
  row('weak', 'codex', [1, 1, 0, 0]),
  row('worst', 'codex', [0, 0, 2, 0], 3, 1),
  row('warned', 'codex', [4, 0, 0, 0], 0, 2),
]

test('of many those with something to look at are shown, the rest is a number; --all shows all', () => {
  const rows = [...quiet, ...wrong]
  expect(sessionTable(rows, { columns: 80, style, all: false }).join('\n')).toMatchInlineSnapshot(`
    "  session         turns  done  ✓  ~  ✗  ○  ?  error  warn
      worst              12     2  ·  ·  2  ·  ·      3     1
      warned             12     4  4  ·  ·  ·  ·      ·     2
      weak               12     2  1  1  ·  ·  ·      ·     ·
      ✓ supported  ~ weak  ✗ unsupported  ○ undecided  ? unknown

    ✓ 30 other sessions with nothing to look at (435 completions)
    "
  `)
  expect(sessionTable(rows, { columns: 80, style, all: true })).toHaveLength(33 + 3)
  expect(sessionTable(quiet, { columns: 80, style, all: false })).toEqual([
    '✓ 30 sessions with nothing to look at (435 completions)',
    '',
  ])
})

test('whatever the names are, no line is wider than 80 columns, and the numbers stand under their titles', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 90 }),
    fc.constantFrom('漢字'.repeat(30), 'a/b/session'),
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.constantFrom('codex', 'todo-list-middleware')), {
        minLength: 2,
        maxLength: 9,
      }),
      (given) => {
        const rows = given.map(([text, profile], index) =>
          row(`${text}/${index}`, profile, [1, 2, 3, 4], 5, 6),
        )
        const table = sessionTable(rows, { columns: 80, style, all: true }).slice(0, -2)
        expect(Math.max(...table.map(widthOf))).toBeLessThanOrEqual(80)
        expect(new Set(table.map(widthOf)).size).toBe(1)
      },
    ),
  )
})

test('a session is named by what sets it apart', () => {
  const named = (...files: readonly (readonly [file: string | null, session: string])[]) =>
    sessionNames(files.map(([file, session]) => ({ file, session })))
  expect(named(['logs/a/x.jsonl', 's1'], ['logs/b/y.jsonl', 's2'])).toEqual(['a/x', 'b/y'])
  expect(named(['p/u1.jsonl', 'u1'], ['p/u1.jsonl', 'agent'], ['p/u2.jsonl', 'u2'])).toEqual([
    'u1',
    'u1 agent',
    'u2',
  ])
  expect(named(['p/log.jsonl', 'docs'], ['p/log.jsonl', 'docs/reader'])).toEqual([
    'log docs',
    'log docs/reader',
  ])
  expect(named([null, 'build-42'], [null, 'build-43'])).toEqual(['build-42', 'build-43'])
})
