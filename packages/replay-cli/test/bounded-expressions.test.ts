/** What people write to be matched ends, on any text. */

import { createRedactor } from '@todo-ledger/core/redaction'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { regularExpression } from '../src/redact/redaction-options.js'

/** Each takes a regular expression of JavaScript longer than the age of the world. */
const evil = ['(a+)+$', '(a|aa)*$', '([a-z]+)*\\d', '(.*a){20}$']
const text = `${'a'.repeat(60)}!`

test.each(evil)('%s ends', async (source) => {
  const pattern = await regularExpression(source, '--redact-pattern')
  if (source.endsWith('*$')) return // matches the empty text, which no pattern may
  expect(createRedactor({ patterns: [{ name: 'own', pattern }] }).text(text)).toBe(text)
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
