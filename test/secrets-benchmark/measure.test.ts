import { createRedactor } from '@todo-ledger/core/redaction'
import { expect, test } from 'vitest'
import { seed } from '../random.js'
import { allKinds, isToken, measure, ordinaryOf, samplesOf } from './measure.js'
import { places } from './places.js'

test('of 169 kinds in twenty places, a draw each, next to all are found, and no ordinary text is changed', () => {
  expect([Object.keys(allKinds).length, Object.keys(places).length]).toEqual([169, 20])
  expect([samplesOf(seed, 1).length, ordinaryOf(seed).length]).toEqual([3380, 4000])
  const redactor = createRedactor()
  const { missed, alarms } = measure((text) => redactor.text(text), seed, 1)
  expect(missed.filter(isToken)).toEqual([])
  // What a terminal broke in two can look like two words; elsewhere next to none is missed.
  expect(missed.length).toBeLessThanOrEqual(20)
  expect(missed.filter(({ place }) => place !== 'wrapped lines').length).toBeLessThanOrEqual(2)
  expect(alarms).toEqual([])
})
