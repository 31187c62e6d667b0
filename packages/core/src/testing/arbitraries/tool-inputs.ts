/** Inputs of todo tools: what the schema allows, what is nearly right, and what was never meant to be. */

import fc from 'fast-check'
import type { JsonValue } from '../../events.js'
import type { TodoTool } from '../../profiles/profile.js'
import { arbitrarySchemaValue, type InputEdges } from './schema-values.js'
import { arbitraryJson, hostileTexts } from './values.js'

/** An input that the tool's schema allows. */
export function arbitraryValidInput(tool: TodoTool, edges?: InputEdges): fc.Arbitrary<JsonValue> {
  return arbitrarySchemaValue(tool.inputSchema, '', edges)
}

/** A valid input with one or two places of it spoilt: a value of another type, a blank or unknown word, nothing. */
export function arbitraryBrokenInput(tool: TodoTool): fc.Arbitrary<JsonValue> {
  const spoil = fc.record({ at: fc.nat({ max: 40 }), by: fc.constantFrom(...spoilers) })
  return fc
    .tuple(arbitraryValidInput(tool), fc.array(spoil, { minLength: 1, maxLength: 2 }))
    .map(([input, spoils]) => spoils.reduce((value, { at, by }) => spoiltAt(value, at, by), input))
}

/** An input of any kind: keys of every object's prototype, half characters, far too much, no object at all. */
export function arbitraryHostileInput(tool: TodoTool): fc.Arbitrary<JsonValue> {
  const spoil = fc.record({ at: fc.nat({ max: 40 }), by: fc.constantFrom(...hostileTexts) })
  return fc.oneof(
    arbitraryJson(),
    fc.constantFrom<JsonValue>(null, 42, 'text', true, [], {}),
    fc.tuple(arbitraryValidInput(tool), spoil).map(([input, { at, by }]) => spoiltAt(input, at, by)),
    arbitraryValidInput(tool).map(hugeOf),
    arbitraryValidInput(tool).map(withPrototypeKey),
  )
}

/** Any of the three, valid ones most often. @param edges the sizes that valid ones also have */
export function arbitraryInput(tool: TodoTool, edges?: InputEdges): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    { weight: 8, arbitrary: arbitraryValidInput(tool, edges) },
    { weight: 2, arbitrary: arbitraryBrokenInput(tool) },
    { weight: 1, arbitrary: arbitraryHostileInput(tool) },
  )
}

const spoilers: readonly (JsonValue | undefined)[] = [
  undefined,
  null,
  '',
  '  ',
  0,
  99,
  -1.5,
  'done',
  'IN_PROGRESS',
  [],
  {},
  [['deep']],
]

/** The value with another one at one of its places, counted from the outside in; undefined takes the place away. */
function spoiltAt(value: JsonValue, at: number, by: JsonValue | undefined): JsonValue {
  const place = at % countPlaces(value)
  return replaced(value, { left: place }, by) ?? null
}

function countPlaces(value: JsonValue): number {
  return entriesOf(value).reduce((count, [, each]) => count + countPlaces(each), 1)
}

function replaced(
  value: JsonValue,
  counter: { left: number },
  by: JsonValue | undefined,
): JsonValue | undefined {
  counter.left -= 1
  if (counter.left === -1) return by
  if (typeof value !== 'object' || value === null) return value
  const entries = entriesOf(value).map(([key, each]) => [key, replaced(each, counter, by)] as const)
  const kept = entries.filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined)
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept)
}

function entriesOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The input with each of its lists repeated to 60 entries. */
function hugeOf(input: JsonValue): JsonValue {
  if (Array.isArray(input)) {
    return input.length === 0 ? input : Array.from({ length: 60 }, (_, index) => input[index % input.length])
  }
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, hugeOf(value)]))
}

/** The input with an own property `__proto__`, as JSON.parse makes it. */
function withPrototypeKey(input: JsonValue): JsonValue {
  const polluting: JsonValue = { status: 'completed', polluted: true }
  return Object.fromEntries([...entriesOf(input), ['__proto__', polluting], ['constructor', polluting]])
}
