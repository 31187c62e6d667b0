/** Where in an output signs of trouble count: near its ends, where tools and hosts say how it went. */

import { expect, test } from 'vitest'
import { isOutOfTime, refusalIn } from '../src/facts/outcomes/host.js'
import { surroundingsFailure } from '../src/facts/outcomes/signs.js'

/** Lines of which one says something. */
const said = (line: string, place: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => (index === place ? line : `line ${index}`))

test.each([
  ['the first of many lines', 0, true],
  ['the 400th', 399, true],
  ['the 401st', 400, false],
  ['the 401st from the end', 599, false],
  ['the 400th from the end', 600, true],
] as const)('failing surroundings: %s of a thousand', (_, place, counts) => {
  const line = 'Error: getaddrinfo ENOTFOUND registry.example'
  expect(surroundingsFailure(said(line, place, 1000))).toBe(counts ? line : null)
})

test.each([
  [0, true],
  [5, true],
  [6, false],
  [13, false],
  [14, true],
] as const)('time that was up: line %i of twenty', (place, counts) => {
  const lines = said('Command timed out after 2m 0.0s', place, 20)
  expect(isOutOfTime(lines, null)).toBe(counts)
  expect(
    isOutOfTime(
      lines.flatMap((line) => [line, ' ', '']),
      null,
    ),
  ).toBe(counts)
})

test.each([
  ['<tool_use_error>Error: No such tool available: Frob</tool_use_error>', 'not-made'],
  [`${'x '.repeat(150)}No such tool available`, null],
  ['[Request interrupted by user for tool use]', 'interrupted'],
  [`${'x '.repeat(2500)}denied by the user`, null],
  [`${'x '.repeat(2400)}denied by the user`, 'refused'],
])('who kept a call from being made: %#', (text, expected) => {
  expect(refusalIn(text)).toBe(expected)
})
