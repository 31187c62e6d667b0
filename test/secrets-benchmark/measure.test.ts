import { createRedactor } from '@todo-ledger/core/redaction'
import { expect, test } from 'vitest'
import { kinds } from './kinds.js'
import { measure, ordinaryOf, samplesOf } from './measure.js'
import { ordinaryTexts } from './ordinary.js'
import { places } from './places.js'

const seed = 1

test('a thousand secrets of fifty kinds in twenty places, and 4,000 ordinary texts of twenty kinds', () => {
  expect([Object.keys(kinds).length, Object.keys(places).length]).toEqual([50, 20])
  expect(Object.keys(ordinaryTexts).length).toBe(20)
  expect([samplesOf(seed).length, ordinaryOf(seed).length]).toEqual([1000, 4000])
  expect(samplesOf(seed)).toEqual(samplesOf(seed))
})

test('nearly all secrets are found, and at most one of a thousand ordinary texts is changed', async () => {
  const redactor = createRedactor()
  const { missed, alarms } = await measure((text) => redactor.text(text), seed)
  expect(missed.length).toBeLessThanOrEqual(30)
  // What a terminal broke in two can look like two words; elsewhere next to none is missed.
  expect(missed.filter(({ place }) => place !== 'wrapped lines').length).toBeLessThanOrEqual(2)
  expect(alarms).toEqual([])
})
