import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { languages, TextPattern } from '../src/evidence/languages/index.js'

const patterns = languages.flatMap(({ patterns }) => Object.values(patterns))
const known = patterns.flatMap(({ source }) => source.match(/(?<!\\)[A-Za-z]{2,}/g) ?? [])

const word = fc.oneof(
  fc.constantFrom(...known),
  fc.integer({ max: 127, min: 0 }).map((code) => String.fromCharCode(code)),
)
const sign = fc.constantFrom(
  ' ',
  ' ',
  '-',
  "'",
  '’',
  '…',
  '→',
  '✓',
  '✅',
  '│',
  '\n',
  '_',
  '.',
  '(',
  '2',
  'K',
  's',
)
const letter = fc.constantFrom('é', 'ß', 'ſ', 'K', '测试', '🔥', 'я', '\ufe0f', 'Ⅷ', '➀', '²')

/** Texts of words that the patterns look for; some have a letter or two that are not of ASCII. */
const text = fc
  .tuple(
    fc.array(fc.tuple(word, sign), { maxLength: 12 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, letter),
  )
  .map(([parts, end]) => `${parts.flat().join('')}${end}`)

test('what a pattern finds in a text is what its expression finds there', () => {
  const pairs = patterns.map((pattern) => [pattern, new TextPattern(pattern.source, pattern.flags)] as const)
  fc.assert(
    fc.property(fc.constantFrom(...pairs), text, ([expression, pattern], given) => {
      expect(pattern.exec(given), expression.source).toEqual(expression.exec(given))
    }),
    { numRuns: runs(20_000) },
  )
})

test('of every character a property says the same, in a class and alone', () => {
  const sources = ['L', 'N', 'M', 'Lu'].flatMap((name) => [`\\p{${name}}`, `[^\\p{${name}}]`, `\\P{${name}}`])
  const pairs = [...sources, '[\\]\\p{N}]', '\\\\p|\\{|\\u{41}', '[a-zäſ]', '^.$'].flatMap((source) =>
    ['u', 'iu'].map((flags) => [new RegExp(source, flags), new TextPattern(source, flags)] as const),
  )
  const differ: string[] = []
  for (let code = 0; code < 0x1_0000; code += 1) {
    const character = String.fromCharCode(code)
    for (const [expression, pattern] of pairs) {
      if (pattern.test(character) !== expression.test(character)) differ.push(`${expression} ${code}`)
    }
  }
  expect(differ).toEqual([])
})
