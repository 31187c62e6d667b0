import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { pathWord, printable, printableJson, shellWord } from '../src/text/printable.js'

/** Everything that docs/sources/reliability.md forbids in an output, and some more: controls, bidi, tags, separators, lone halves. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]/u

const hostileCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x9f }),
  fc.constantFrom(
    0x61c,
    0x200b,
    0x200d,
    0x200e,
    0x200f,
    0x2028,
    0x2029,
    0x202a,
    0x202e,
    0x2066,
    0x2069,
    0xfeff,
    0xfff9,
  ),
  fc.integer({ min: 0xe0000, max: 0xe01ef }),
  fc.integer({ min: 0xd800, max: 0xdfff }),
  fc.integer({ min: 0, max: 0x10ffff }),
)
const hostileText = fc
  .array(hostileCharacter, { maxLength: 200 })
  .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''))

describe('printable', () => {
  test.each([
    ['plain text', 'Fix the login page', 'Fix the login page'],
    ['a line break', 'one\r\n  two\nthree', 'one ⏎ two ⏎ three'],
    ['a tab', 'a\tb', 'a b'],
    ['a colour', '\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['a window title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['a C1 control', '\u009b2J', '\\u009b2J'],
    ['a reversed name', 'exe.\u202egpj', 'exe.\\u202egpj'],
    ['tag characters', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['zero-width characters', 'te\u200bst\ufeff', 'test'],
    ['half a character', 'a\ud83dz', 'a\\ud83dz'],
    ['a line separator', 'a\u2028b', 'a ⏎ b'],
    ['other languages', '修复登录 – é', '修复登录 – é'],
    ['an emoji of several', '👩‍💻 ⚠️', '👩💻 ⚠'],
  ])('shows %s', (_name, text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('tells how much of a long text is left out', () => {
    expect(printable('x'.repeat(1_048_576), 10)).toBe('xxxxxxxxxx … (1,048,566 more characters)')
  })

  it('cuts between characters', () => {
    expect(printable('abc😀def', 4)).toBe('abc … (5 more characters)')
  })

  it('lets nothing through that a terminal would obey', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 300 }), (text, limit) => {
        expect(printable(text, limit)).not.toMatch(forbidden)
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('printableJson', () => {
  it('gives the same value with nothing in it that a terminal would obey', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (key, text) => {
        const value = { [`k${key}`]: [text] }
        const json = printableJson(JSON.stringify(value, null, 2))
        expect(json.replaceAll('\n', '')).not.toMatch(forbidden)
        expect(JSON.parse(json)).toEqual(value)
      }),
      { numRuns: runs(1000) },
    )
  })
})

const words = [
  ...['', 'a.jsonl', 'a b', '$(id)', '`id`', "it's", '"', '~', '*', 'a;b', 'a\\b', '#a', '!a', '-x', 'é'],
]

test('a shell takes each for one word, as it is', () => {
  const script = `for word in ${words.map(shellWord).join(' ')}; do printf '%s\\n' "$word"; done`
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(stdout.split('\n').slice(0, -1)).toEqual(words)
})

test.each([
  ['a.jsonl', 'a.jsonl'],
  ['-', '-'],
  ['-x.jsonl', './-x.jsonl'],
  ['$(id) x.jsonl', "'$(id) x.jsonl'"],
  ['a\u001b[31m', "'a\\u001b[31m'"],
])('a path %j is typed as %s', (path, typed) => {
  expect(pathWord(path)).toBe(typed)
})
