/** Values of all kinds that an event may hold, for properties. */

import fc from 'fast-check'
import type { JsonValue } from '../../events.js'

/** Texts that have broken programs: keys of every object, controls, half characters, paths. */
export const hostileTexts: readonly string[] = [
  ...['', '__proto__', 'constructor', 'prototype', 'hasOwnProperty', '../..', '~', '~__proto__', 'a.b\\.c'],
  ...['a\0b', '\0', '\ud800', 'half \udc00 character', '😀👩‍👩‍👧', "'; DROP TABLE events; --"],
  ...['"quoted" \\ \n\r\t\u2028', '\u001b[31m\u202e'],
]

/** Any text: short ones of all characters, and the hostile ones. */
export function arbitraryText(): fc.Arbitrary<string> {
  return fc.oneof(fc.string(), anyCharacters, fc.constantFrom(...hostileTexts))
}

/** Texts of any characters but halves: `fc.string({ unit: 'binary' })` takes most of a second to begin with. */
const anyCharacters: fc.Arbitrary<string> = fc
  .array(fc.nat({ max: 0x10f7ff }))
  .map((points) => points.map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800)).join(''))

/** Any value that an event must give back as it was: JSON's, and Dates, undefined, NaN and -0. */
export function arbitraryPayload(): fc.Arbitrary<unknown> {
  const special = [null, undefined, Number.NaN, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const date = fc.date({ noInvalidDate: true })
  return fc.anything({
    key: arbitraryText(),
    maxDepth: 4,
    values: [arbitraryText(), fc.boolean(), fc.integer(), fc.double(), date, fc.constantFrom(...special)],
  })
}

/** Any value that JSON knows. */
export function arbitraryJson(): fc.Arbitrary<JsonValue> {
  return fc.letrec<{ json: JsonValue }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      arbitraryText(),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(arbitraryText(), tie('json'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).json
}
