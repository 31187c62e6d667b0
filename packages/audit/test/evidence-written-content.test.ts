import { describe, expect, it } from 'vitest'
import { changesIn } from '../src/evidence/work/changes.js'
import { isStub } from '../src/evidence/work/hollow-code.js'
import { weakeningOf } from '../src/evidence/work/weakened-checks.js'

describe('what a call put in place of what', () => {
  it.each([
    [{ file_path: './src/A.ts', old_string: 'a', new_string: 'b' }, [['src/a.ts', 'a', 'b']]],
    [{ filePath: 'a.ts', oldString: 'a', newString: 'b' }, [['a.ts', 'a', 'b']]],
    [
      {
        file_path: 'a.ts',
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: 'd' },
        ],
      },
      [
        ['a.ts', 'a', 'b'],
        ['a.ts', 'c', 'd'],
      ],
    ],
    [{ file_path: 'a.ts', content: 'all of it' }, [['a.ts', null, 'all of it']]],
    [
      {
        input:
          '*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n same\n@@\n+three\n*** Add File: b.ts\n+four\n*** End Patch',
      },
      [
        ['a.ts', 'one', 'two'],
        ['a.ts', '', 'three'],
        ['b.ts', null, 'four'],
      ],
    ],
    [{ patch: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+two' }, [['a.ts', 'one', 'two']]],
    [{ command: 'ls' }, []],
    [null, []],
    ['text', []],
    [{ file_path: 7, old_string: 'a', new_string: null }, []],
  ])('%j', (input, changes) => {
    const strings = Object.values(input ?? {}).filter((value) => typeof value === 'string')
    expect(changesIn(input, strings).map(({ path, before, after }) => [path, before, after])).toEqual(changes)
  })
})

describe('a stub', () => {
  it.each([
    "export function toCsv(rows: Row[]): string {\n  // TODO: implement\n  throw new Error('not implemented')\n}",
    'class Retry:\n    def delay(self, attempt):\n        pass\n\n    def again(self):\n        ...',
    'impl fmt::Display for Matrix {\n    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {\n        todo!()\n    }\n}',
    'fn area(&self) -> f64 {\n    unimplemented!()\n}',
    'def total(lines):\n    raise NotImplementedError',
    'func Total(lines []Line) int {\n\tpanic("not implemented")\n}',
    'export class Cache {\n  get(key: string): string | null {\n    // placeholder\n    return null\n  }\n}',
    'function save() {}',
    'export async function save(user: User) {\n}',
    'def to_csv(rows)\nend',
    "export const toCsv = () => { throw new Error('Not implemented yet') }",
    'fun save(user: User) {\n    TODO()\n}',
    "export function rates() {\n  return 'placeholder'\n}",
    'public void save(User user) {\n    // TODO\n}',
  ])('%s', (text) => {
    expect(isStub(null, text)).toBe(true)
    expect(isStub('', text)).toBe(true)
  })

  it.each([
    'export function total(a: number, b: number) {\n  // TODO: round\n  return a + b\n}',
    'class CartError(Exception):\n    pass',
    'from abc import ABC, abstractmethod\n\nclass Store(ABC):\n    @abstractmethod\n    def get(self):\n        pass',
    'interface Store {\n  get(key: string): string\n}',
    'import a from "a"\nimport b from "b"',
    '<input placeholder="Name" />',
    'const a = 1',
    'def find(key):\n    if key not in rows:\n        pass\n    return rows[key]',
    'return null',
    'async function save(user: User) {',
    'def to_csv(rows)\n  rows.map(&:join)\nend',
    '',
  ])('is not: %s', (text) => {
    expect(isStub(null, text)).toBe(false)
  })

  it('is told by what is new in it', () => {
    expect(
      isStub('function a() {\n  throw new Error("not implemented")\n}', 'function a() {\n  return 1\n}'),
    ).toBe(false)
    expect(isStub('const a = 1', 'const a = 1\nfunction b() {\n  // TODO\n}')).toBe(true)
  })
})

describe('a check that is weakened', () => {
  it.each([
    ['a.test.ts', "it('adds', () => {", "it.skip('adds', () => {", 'a test was skipped'],
    ['a.test.ts', "it('adds', () => {", "xit('adds', () => {", 'a test was skipped'],
    [
      'tests/test_a.py',
      'def test_a():',
      '@pytest.mark.skip(reason="flaky")\ndef test_a():',
      'a test was skipped',
    ],
    ['tests/test_a.py', 'def test_a():', '@pytest.mark.xfail\ndef test_a():', 'a test was skipped'],
    [
      'a_test.go',
      'func TestA(t *testing.T) {',
      'func TestA(t *testing.T) {\n\tt.Skip("later")',
      'a test was skipped',
    ],
    ['tests/a.rs', '#[test]', '#[test]\n#[ignore]', 'a test was skipped'],
    ['a.test.ts', "it('adds', () => {\n  expect(add(1, 2)).toBe(3)\n})", '', 'a test was taken out'],
    ['a.test.ts', '  expect(add(1, 2)).toBe(3)', '  // expect(add(1, 2)).toBe(3)', 'a test was taken out'],
    ['a.test.ts', 'expect(total).toBe(119)', 'expect(total).toBe(118)', 'an expected value was replaced'],
    [
      'a_test.go',
      'if got := Total(a); got != 119 {',
      'if got := Total(a); got != 118 {',
      'an expected value was replaced',
    ],
    ['a.ts', 'const a: string = b', '// @ts-ignore\nconst a: string = b', 'an error was silenced'],
    ['a.ts', 'const a: string = b.name', 'const a: string = b.name as any', 'an error was silenced'],
    ['a.ts', 'f(a)', '// eslint-disable-next-line no-undef\nf(a)', 'an error was silenced'],
    ['a.py', 'x = f(a)', 'x = f(a)  # type: ignore', 'an error was silenced'],
    ['a.py', 'import os', 'import os  # noqa', 'an error was silenced'],
    ['a.rs', 'fn unused() {}', '#[allow(dead_code)]\nfn unused() {}', 'an error was silenced'],
    ['a.go', 'f.Close()', 'f.Close() //nolint:errcheck', 'an error was silenced'],
    [
      'a.py',
      'x = row["a"]',
      'try:\n    x = row["a"]\nexcept Exception:\n    pass',
      'an error is caught and dropped',
    ],
    ['a.ts', 'load()', 'try {\n  load()\n} catch (e) {}', 'an error is caught and dropped'],
    ['tsconfig.json', '"strict": true,', '"strict": false,', 'strictness was switched off'],
    ['eslint.config.js', "'no-undef': 'error',", "'no-undef': 'off',", 'strictness was switched off'],
    [
      '.github/workflows/ci.yml',
      '- run: npm test',
      '- run: npm test\n  continue-on-error: true',
      'strictness was switched off',
    ],
    [
      '.github/workflows/ci.yml',
      '- run: npx eslint src\n- run: npm test',
      '- run: npm test',
      'a step was taken out of the CI',
    ],
  ])('%s: %s -> %s', (path, before, after, weakening) => {
    expect(weakeningOf(path, before, after)).toBe(weakening)
    // The way back strengthens it.
    expect(weakeningOf(path, after, before)).toSatisfy(
      (back) => back === null || back === 'an expected value was replaced',
    )
  })

  it.each([
    ['a.ts', 'const a = b', 'const a = b ?? c'],
    ['a.ts', 'f(a)', 'if (a !== undefined) f(a) // eslint-disable-line\ng(a)'],
    ['a.py', 'x = row["a"]', 'try:\n    x = row["a"]\nexcept KeyError:\n    x = default_of(row)'],
    ['a.test.ts', "it('adds', () => {})", "it('adds', () => {})\nit('takes away', () => {})"],
    ['a.test.ts', "it.skip('adds', () => {", "it('adds', () => {"],
    ['src/limits.ts', 'export const most = 3', 'export const most = 5'],
    ['.github/workflows/ci.yml', '- run: npm test', '- run: npm ci\n- run: npm test'],
    ['.github/workflows/ci.yml', '- uses: actions/checkout@v3', '- uses: actions/checkout@v4'],
    ['tsconfig.json', '"strict": false', '"strict": true'],
  ])('is not: %s: %s -> %s', (path, before, after) => {
    expect(weakeningOf(path, before, after)).toBeNull()
  })

  it('is not told of a file that is written whole', () => {
    expect(weakeningOf('a.test.ts', null, "it.skip('adds')")).toBeNull()
  })
})
