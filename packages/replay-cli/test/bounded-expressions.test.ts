/** What people write to be matched or asked of every state ends: on any text, and with a clear word where it can't be bounded. */

import { initialState } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExpression } from '../src/bisect/expression.js'
import { regularExpression } from '../src/redact/redaction-options.js'

/** Each takes a regular expression of JavaScript longer than the age of the world. */
const evil = ['(a+)+$', '(a|aa)*$', '([a-z]+)*\\d', '(.*a){20}$']
const text = `${'a'.repeat(60)}!`

test.each(evil)('%s ends', async (source) => {
  const pattern = await regularExpression(source, '--redact-pattern')
  if (source.endsWith('*$')) return // matches the empty text, which no pattern may
  expect(createRedactor({ patterns: [{ name: 'own', pattern }] }).text(text)).toBe(text)
})

test.each(evil)('matches(%s) ends', (source) => {
  const holds = readExpression(
    `${JSON.stringify(text)}.matches(${JSON.stringify(source)}) && "matches(".matches ("^mat")`,
  )
  expect(holds(initialState)).toBe(source.endsWith('*$'))
})

test('what it finds is what a regular expression of JavaScript finds', async () => {
  for (const source of ['TCK-[0-9]+', '\\bkey=\\S+', '(?<name>[a-c]{2})d?', '\\u0061|é😀+', '[^a]c']) {
    const linear = await regularExpression(source, '--pattern')
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'abcdé😀 =-T'.split(/(?:)/u), 'TCK-12', 'key=a')), (parts) => {
        const given = parts.join('')
        const found = Array.from(linear[Symbol.matchAll](given), (match) => [match.index, match[0]])
        expect(found).toEqual(
          Array.from(given.matchAll(new RegExp(source, 'gu')), (match) => [match.index, match[0]]),
        )
      }),
    )
  }
})

test.each(['(?=secret)x', '(?<!a)b', '(a)\\1', '('])(
  '%s is refused, by the option that it was given by',
  async (source) => {
    await expect(regularExpression(source, '--redact-pattern')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^--redact-pattern: ".*" can't be used as a regular expression: /),
    })
  },
)

const nested = (depth: number) => `${'items.all(i, '.repeat(depth)}true${')'.repeat(depth)}`

test.each([
  ['lists within lists', nested(4), false],
  ['every item, its dependencies, and those', nested(3), true],
  ['doubling', `items${'.map(i, i + i)'.repeat(13)}.size() > 0`, false],
  [
    'bound within each other',
    `cel.bind(a, "x", cel.bind(b, a + a, cel.bind(c, b + b, cel.bind(d, c + c, d == a))))`,
    false,
  ],
  ['what stands in a text', `"${nested(9)}" != ""`, true],
  ['a long list', `[${Array(101).fill('1').join()}].size() > 1`, false],
])('%s: %s', (_, expression, isTaken) => {
  if (isTaken) expect(readExpression(expression)(initialState)).toBe(true)
  else expect(() => readExpression(expression)).toThrow(expect.objectContaining({ code: 'bad-expression' }))
})
