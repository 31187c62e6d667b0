import { createRedactor } from '@todo-ledger/core/redaction'
import { expect, test } from 'vitest'
import { seed } from '../random.js'
import { allKinds, isToken, measure, ordinaryOf } from './measure.js'
import { places } from './places.js'

test('of 113 kinds in sixteen places all are found, and no ordinary text is changed', () => {
  expect([Object.keys(allKinds).length, Object.keys(places).length]).toEqual([113, 16])
  expect(ordinaryOf(seed)).toHaveLength(4000)
  const redactor = createRedactor()
  const { missed, alarms } = measure((text) => redactor.text(text), seed, 1)
  expect(missed.filter(isToken)).toEqual([])
  // A chosen password of words alone may look like the name of a variable.
  expect(missed.length).toBeLessThanOrEqual(8)
  expect(alarms).toEqual([])
})
