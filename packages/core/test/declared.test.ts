import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import {
  badFieldOf,
  checkOf,
  count,
  emptyOf,
  jsonValue,
  listOf,
  ordinal,
  recordOf,
  shape,
} from '../src/declared.js'
import { eventShapes } from '../src/events.js'
import { initialState, sessionState } from '../src/state.js'
import { arbitraryOf } from '../src/testing/arbitraries/values.js'

it('a declaration takes what its arbitrary makes: events and states', () => {
  for (const declared of [...Object.values(eventShapes), sessionState]) {
    const isDeclared = checkOf<v.GenericSchema>(declared)
    fc.assert(
      fc.property(arbitraryOf<v.GenericSchema>(declared), (value) => isDeclared(value)),
      { numRuns: 30 },
    )
  }
})

it('what is put together once takes nothing that valibot refuses', () => {
  const odd = fc.constantFrom<unknown>(
    undefined,
    null,
    -1,
    1.5,
    Number.NaN,
    '',
    [],
    new Array(1),
    {},
    1n,
    true,
  )
  for (const declared of [...Object.values(eventShapes), sessionState]) {
    const schema: v.GenericSchema = declared
    fc.assert(
      fc.property(arbitraryOf(schema), fc.nat(), odd, (value, place, other) => {
        const changed = structuredClone({ value })
        const places = placesIn(changed)
        const [holder, key] = places[place % places.length] ?? [changed, 'value']
        Object.defineProperty(holder, key, { value: other })
        if (checkOf(schema)(changed.value)) expect(v.is(schema, changed.value)).toBe(true)
      }),
    )
  }
})

/** Each part within a value: what holds it, and under which key. */
function placesIn(value: unknown): readonly (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [[value, key] as const, ...placesIn(part)])
}

it('the state before the first event is one', () => {
  expect(checkOf(sessionState)(initialState)).toBe(true)
  expect(Object.isFrozen(initialState.continuations.unheeded)).toBe(true)
  expect(
    emptyOf(shape({ a: v.exactOptional(count), b: v.nullable(count), c: v.picklist(['x', 'y']) })),
  ).toEqual({
    b: null,
    c: 'x',
  })
})

const proto: unknown = JSON.parse('{"__proto__":1}')
const circle: unknown[] = []
circle.push(circle)
const kinds: readonly (readonly [string, v.GenericSchema, readonly unknown[], readonly unknown[]])[] = [
  ['text', v.string(), ['', 'a'], [null, 1, undefined]],
  ['number', v.number(), [0, -1.5], [Number.NaN, '1', null]],
  ['count', count, [0, 1, Number.MAX_SAFE_INTEGER], [-1, 0.5, 2 ** 53, Number.NaN, '0']],
  ['ordinal', ordinal, [1], [0, -1]],
  ['flag', v.boolean(), [true, false], [0, null]],
  ['anything', v.unknown(), [undefined, null, Symbol.iterator], []],
  ['JSON', jsonValue, [null, [1, { a: 'b' }], proto, circle], [undefined, new Date(), [1n], new Map()]],
  ['literal', v.literal('a'), ['a'], ['b', null]],
  ['pick', v.picklist(['a', 'b']), ['b'], ['c', 'toString', null]],
  ['nullable', v.nullable(count), [null, 0], [undefined, 'a']],
  ['list', listOf(count), [[], [1, 2]], [[1, 'a'], new Array(1), { length: 0 }, null]],
  ['record', recordOf(count), [{}, proto], [{ a: 'b' }, null]],
  ['picked keys', v.record(v.picklist(['a']), count), [{}, { a: 1 }], [{ b: 1 }]],
  ['shape', shape({ a: count, b: v.exactOptional(count) }), [{ a: 1 }, { a: 1, c: 2 }], [{ b: 1 }, [], null]],
  [
    'variant',
    v.variant('type', [shape({ type: v.literal('x'), a: count }), shape({ type: v.literal('y') })]),
    [{ type: 'x', a: 0 }, { type: 'y' }],
    [{ type: 'x' }, { type: 'z' }, {}, proto],
  ],
]
it.each(kinds)('%s: takes and refuses', (_what, schema, good, bad) => {
  const isDeclared = checkOf(schema)
  expect(good.filter((value) => !isDeclared(value))).toEqual([])
  expect(bad.filter((value) => isDeclared(value))).toEqual([])
})

it('names the first field that is wrong', () => {
  expect(badFieldOf(shape({ a: count, b: count }))({ a: 1, b: -1 })).toBe('b')
  expect(badFieldOf(shape({ a: count }))({ a: 1 })).toBeNull()
})
