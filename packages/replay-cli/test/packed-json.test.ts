/** Packed JSON: what was packed comes back, and repetition takes little room. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { packJson, unpackJson } from '../src/session-view/packed-json.js'

/** Through the page: as text, and back. */
function throughPage(value: unknown): unknown {
  return unpackJson(JSON.parse(JSON.stringify(packJson(value))))
}

/** Objects of few kinds that hold the same texts and places again and again. */
const repeated: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  text: fc.constantFrom('', 'short', 'a longer text', 'a longer text still', '__proto__'),
  place: fc.record({ line: fc.nat(5), call: fc.constantFrom('c1', 'call-2') }, { requiredKeys: ['line'] }),
  object: fc.dictionary(fc.constantFrom('text', 'place', '__proto__', '0', 'of'), tie('any'), { maxKeys: 5 }),
  any: fc.oneof(
    { maxDepth: 5 },
    tie('text'),
    tie('place'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    tie('object'),
    fc.array(tie('any'), { maxLength: 6 }),
  ),
})).any

test('what was packed comes back as JSON would have brought it back', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(repeated)), (value) => {
      const expected: unknown = JSON.parse(JSON.stringify(value))
      const back = throughPage(value)
      expect(back).toStrictEqual(expected)
      expect(JSON.stringify(back)).toBe(JSON.stringify(expected))
    }),
    { numRuns: runs(500) },
  )
})

test('names and texts stand there once', () => {
  const row = (line: number) => ({ event: 'called', source: { line, call: 'call-1' }, text: 'run the tests' })
  expect(JSON.stringify(packJson([row(1), row(1), { ...row(2), ok: null }]))).toMatchInlineSnapshot(
    `"{"shapes":[["line","call"],["event","source","text"],["event","source","text","ok"]],"shared":["called","run the tests",[1,1,"call-1"]],"value":[0,[2,[-1],[-3],[-2]],[2,[-1],[-3],[-2]],[3,[-1],[1,2,"call-1"],[-2],null]]}"`,
  )
})
