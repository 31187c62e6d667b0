/** A list that is written as JSON element by element: the same bytes as at once. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonList } from '../src/output.js'

test('a list that is written element by element is what JSON.stringify gives', () => {
  const rest = fc.dictionary(fc.stringMatching(/^[b-y]{1,4}$/), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 3 })
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 5 }), rest, (elements, others) => {
      let text = ''
      const list = jsonList('all', (piece) => {
        text += piece
      })
      for (const element of elements) list.element(element)
      list.end({ ...others, none: undefined })
      expect(text).toBe(`${JSON.stringify({ all: elements, ...others }, null, 2)}\n`)
    }),
  )
})
