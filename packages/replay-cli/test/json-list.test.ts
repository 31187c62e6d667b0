/** An object whose list is written element by element: the same bytes as at once. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonList } from '../src/text/json.js'

test('gives what JSON.stringify gives', () => {
  const rest = fc.dictionary(fc.stringMatching(/^[b-y]{1,4}$/), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 3 })
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 5 }), rest, (elements, others) => {
      let text = ''
      const list = new JsonList('all', (piece) => {
        text += piece
      })
      for (const element of elements) list.element(element)
      list.end(others)
      expect(text).toBe(`${JSON.stringify({ all: elements, ...others }, null, 2)}\n`)
    }),
  )
})

test('leaves out what is not there', () => {
  let text = ''
  const list = new JsonList('all', (piece) => {
    text += piece
  })
  list.end({ some: undefined, more: 1 })
  expect(text).toBe('{\n  "all": [],\n  "more": 1\n}\n')
})
