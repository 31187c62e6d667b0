/**
 * Inputs of todo tools: what the schema allows, what is nearly right, and what was never meant to be. Texts come from few
 * words, so that calls meet the items of earlier calls.
 */

import fc from 'fast-check'
import type { JsonValue } from '../../events.js'
import type { TodoTool } from '../../profiles/profile.js'
import { arbitraryJson, hostileTexts } from './values.js'

/** A JSON Schema, as tools carry it. */
type JsonSchema = TodoTool['inputSchema']

/** What a profile's rules look for: inputs have it now and then. */
export interface InputHints {
  /** The lengths of lists at which something changes. */
  readonly lengths: readonly number[]
  /** Texts of items. */
  readonly texts: readonly string[]
}

const noHints: InputHints = { lengths: [], texts: [] }

/** An input that the tool's schema allows. */
export function arbitraryValidInput(tool: TodoTool, hints = noHints): fc.Arbitrary<JsonValue> {
  return arbitraryOfSchema(tool.inputSchema, '', hints)
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
  const valid = arbitraryValidInput(tool)
  return fc.oneof(
    arbitraryJson(),
    fc.constantFrom<JsonValue>(null, 42, 'text', true, [], {}),
    fc.tuple(valid, spoil).map(([input, { at, by }]) => spoiltAt(input, at, by)),
    valid.map(hugeOf),
    valid.map((input) => Object.fromEntries([...entriesOf(input), ...pollution])),
  )
}

/** Any of the three, valid ones most often. */
export function arbitraryInput(tool: TodoTool, hints?: InputHints): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    { weight: 8, arbitrary: arbitraryValidInput(tool, hints) },
    { weight: 2, arbitrary: arbitraryBrokenInput(tool) },
    { weight: 1, arbitrary: arbitraryHostileInput(tool) },
  )
}

/** Some are alike, so that rewording happens. */
const itemTexts = [
  ...['Write the parser', 'Write the parser tests', 'Run the tests', 'Fix the build', 'Read the docs'],
  ...['fix the build!', 'Ship it'],
]

const ids = ['1', '2', '3', '4', '5']

/** A field whose name says that it holds the id of an item, or ids. */
const holdsId = /^id$|Id$|ids$|parent|depend|block/u

/** A checklist in Markdown, with a line in it that is no item now and then. */
const arbitraryChecklist = fc
  .array(
    fc.tuple(
      fc.constantFrom('- [ ]', '- [x]', '[ ]', '[x]', '[-]', '- [X]', '##'),
      fc.constantFrom(...itemTexts),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.map((line) => line.join(' ')).join('\n'))

/** @param name that of the property that holds the value, or '' */
function arbitraryOfSchema(schema: JsonSchema, name: string, hints: InputHints): fc.Arbitrary<JsonValue> {
  const choices = listAt(schema, 'enum')
  if (choices.length > 0) return fc.constantFrom(...choices)
  const either = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].filter(isSchema)
  if (either.length > 0) return fc.oneof(...either.map((each) => arbitraryOfSchema(each, name, hints)))
  const { type } = schema
  if (Array.isArray(type))
    return fc.oneof(...type.map((each) => arbitraryOfSchema({ ...schema, type: each }, name, hints)))
  switch (type) {
    case 'string':
      if (schema['contentMediaType'] === 'text/markdown') return arbitraryChecklist
      if (schema['format'] === 'date') return fc.constantFrom('2026-02-01', '2026-03-01')
      return holdsId.test(name) ? fc.constantFrom(...ids) : itemText(hints)
    case 'integer':
    case 'number':
      return fc.integer({ min: 1, max: 5 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return list(schemaAt(schema, 'items'), name, hints)
    case 'object': {
      const required = listAt(schema, 'required').filter((each) => typeof each === 'string')
      const model = Object.fromEntries(
        fieldsOf(schema).map(([field, each]) => [field, arbitraryOfSchema(each, field, hints)]),
      )
      const requiredKeys = required.filter((field) => field in model)
      return fc.record(model, { requiredKeys, noNullPrototype: true }).map((value): JsonValue => value)
    }
    default:
      return arbitraryJson()
  }
}

function itemText({ texts }: InputHints): fc.Arbitrary<string> {
  const named = { weight: 20, arbitrary: fc.constantFrom(...itemTexts) }
  const usual = { weight: 2, arbitrary: fc.oneof(named, { weight: 1, arbitrary: fc.constantFrom('', ' ') }) }
  if (texts.length === 0) return usual.arbitrary
  // A rule may look at how a text begins, how it ends, or all of it.
  const hinted = fc
    .tuple(fc.constantFrom(...texts), fc.constantFrom('', ' the docs', ' it'), fc.boolean())
    .map(([hint, more, isBehind]) => (isBehind ? `${more.trim()} ${hint}`.trim() : `${hint}${more}`))
  return fc.oneof(usual, { weight: 1, arbitrary: hinted })
}

function list(item: JsonSchema, name: string, hints: InputHints): fc.Arbitrary<JsonValue> {
  const any = { weight: 12, arbitrary: fc.array(arbitraryOfSchema(item, name, hints), { maxLength: 4 }) }
  const { lengths } = hints
  if (item['type'] === 'object') {
    const long = lengths.map((length) => ({ weight: 2, arbitrary: plausibleList(item, fc.constant(length)) }))
    return fc.oneof(any, { weight: 36, arbitrary: plausibleList(item, fc.nat({ max: 5 })) }, ...long)
  }
  if (item['type'] !== 'string' || holdsId.test(name)) return any.arbitrary
  const texts = (length: number) =>
    fc.constant(Array.from({ length }, (_, index): JsonValue => textAt(index)))
  return fc.oneof(any, ...lengths.map((length) => ({ weight: 2, arbitrary: texts(length) })))
}

/** A list as a model writes it: the first items are closed, one is being worked on, the others wait. */
function plausibleList(item: JsonSchema, lengths: fc.Arbitrary<number>): fc.Arbitrary<JsonValue> {
  return fc
    .record({ length: lengths, closed: fc.nat({ max: 6 }), from: fc.nat({ max: 2 }) })
    .map(({ length, closed, from }) =>
      Array.from({ length }, (_, index) => {
        const status = index < closed ? 'completed' : index === closed ? 'in_progress' : 'pending'
        return Object.fromEntries(
          fieldsOf(item).flatMap(([name, each]): readonly (readonly [string, JsonValue])[] => {
            if (name === 'status') return [[name, status]]
            if (name === 'id') return [[name, each['type'] === 'string' ? String(index + 1) : index + 1]]
            const [choice] = listAt(each, 'enum')
            if (choice !== undefined) return [[name, choice]]
            const isText = each['type'] === 'string' && each['format'] === undefined
            return isText && !holdsId.test(name) ? [[name, textAt(from + index)]] : []
          }),
        )
      }),
    )
}

/** The texts in turn; beyond their end each gets a number, so that a long list has different ones. */
function textAt(index: number): string {
  const text = itemTexts[index % itemTexts.length] ?? ''
  return index < itemTexts.length ? text : `${text} ${index}`
}

function schemaAt(schema: JsonSchema, keyword: string): JsonSchema {
  const value = schema[keyword]
  return isSchema(value) ? value : {}
}

function listAt(schema: JsonSchema, keyword: string): readonly JsonValue[] {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schemaAt(schema, 'properties')).filter((entry): entry is [string, JsonSchema] =>
    isSchema(entry[1]),
  )
}

const spoilers: readonly (JsonValue | undefined)[] = [
  ...[undefined, null, '', '  ', 0, 99, -1.5, 'done', 'IN_PROGRESS', [], {}, [['deep']]],
]

const polluting: JsonValue = { status: 'completed', polluted: true }
const pollution: readonly (readonly [string, JsonValue])[] = [
  ['__proto__', polluting],
  ['constructor', polluting],
]

/** The value with another one at one of its places, counted from the outside in; undefined takes the place away. */
function spoiltAt(value: JsonValue, at: number, by: JsonValue | undefined): JsonValue {
  return replaced(value, { left: at % countPlaces(value) }, by) ?? null
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
