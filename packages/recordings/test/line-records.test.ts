import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsOfLine } from '../src/line-records.js'

const one = '{"parentUuid":"a","type":"user"}'
const two = '{"type":"summary","summary":"}{ and {\\"parentUuid\\":"}'

describe('the records of a line', () => {
  test.each<[string, string, unknown[], string | null]>([
    ['one', one, [{ parentUuid: 'a', type: 'user' }], null],
    [
      'glued',
      `${one}${two}`,
      [
        { parentUuid: 'a', type: 'user' },
        { type: 'summary', summary: '}{ and {"parentUuid":' },
      ],
      null,
    ],
    [
      'glued the other way',
      `${two}${one}`,
      [
        { type: 'summary', summary: '}{ and {"parentUuid":' },
        { parentUuid: 'a', type: 'user' },
      ],
      null,
    ],
    [
      'torn, then whole',
      `{"parentUuid":"b","type":"us${one}`,
      [{ parentUuid: 'a', type: 'user' }],
      'not JSON, but for 1 of the records in it (28 characters lost)',
    ],
    [
      'whole, then torn',
      `${one}{"parentUuid":"b`,
      [{ parentUuid: 'a', type: 'user' }],
      'not JSON, but for 1 of the records in it (16 characters lost)',
    ],
    ['torn', '{"parentUuid":"b","ty', [], 'not JSON'],
    ['prose', 'Hello', [], 'not JSON'],
    ['a number', '42', [], 'not a JSON object'],
    ['null', 'null', [], 'not a JSON object'],
    ['a list', '[{"type":"user"}]', [], 'not a JSON object'],
    ['depth', `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`, [], 'nested too deep'],
    ['depth without an end', '['.repeat(100_000), [], 'not JSON'],
    [
      'a key that is no key',
      '{"__proto__":{"polluted":1}}',
      [JSON.parse('{"__proto__":{"polluted":1}}')],
      null,
    ],
  ])('%s', (_, text, records, problem) => {
    expect(recordsOfLine(text)).toEqual({ records, problem })
  })

  test('many brackets in a shallow record are no depth', () => {
    const wide = JSON.stringify({ list: Array.from({ length: 2000 }, () => ({})) })
    expect(recordsOfLine(wide).problem).toBeNull()
  })

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: fc.constantFrom('{', '}', '"', '[', ']', ':', ',', 'a', '\\', one) }),
        (text) => {
          const { records, problem } = recordsOfLine(text)
          expect(records.length > 0 || problem !== null).toBe(true)
        },
      ),
    )
  })
})
