/** Inputs of todo tools: what the schema allows, what is nearly right, and what was never meant to be. */

import fc from 'fast-check'
import type { JsonValue } from '../../events.js'
import type { TodoTool } from '../../profiles/profile.js'
import { isObject } from '../../profiles/read-input.js'
import { arbitraryJson, hostileTexts } from './values.js'

type JsonSchema = TodoTool['inputSchema']

/** What a profile's rules look for: inputs have it now and then. */
export interface InputHints {
  readonly limits: readonly number[]
  readonly texts: readonly string[]
}

/** How an input is made: with the hints, and at each place now and then something else, or nothing. */
interface Making extends InputHints {
  readonly spoilers?: readonly JsonValue[]
}

const noHints: InputHints = { limits: [], texts: [] }

export function arbitraryValidInput(tool: TodoTool, hints = noHints): fc.Arbitrary<JsonValue> {
  return ofSchema(tool.inputSchema, '', hints)
}

/** A valid input most often; else one spoilt in some places, or one of any kind. */
export function arbitraryInput(tool: TodoTool, hints = noHints): fc.Arbitrary<JsonValue> {
  const anything = fc.oneof(arbitraryJson(), fc.constantFrom<JsonValue>(null, 42, 'text', true, [], {}))
  const spoilt = (spoilers: readonly JsonValue[]) => ofSchema(tool.inputSchema, '', { ...hints, spoilers })
  return fc.oneof(
    { weight: 8, arbitrary: arbitraryValidInput(tool, hints) },
    {
      weight: 2,
      arbitrary: spoilt([null, '', '  ', 0, 99, -1.5, 'done', 'IN_PROGRESS', [], {}, [['deep']]]),
    },
    {
      weight: 1,
      arbitrary: spoilt([...hostileTexts, polluting, Array.from({ length: 60 }, () => polluting)]),
    },
    { weight: 1, arbitrary: anything },
  )
}

const polluting = Object.fromEntries(
  ['__proto__', 'constructor'].map((key) => [key, { status: 'completed' }]),
)

/** Few, so that calls meet the items of earlier calls; some are alike, so that rewording happens. */
const itemTexts = [
  ...['Write the parser', 'Write the parser tests', 'Run the tests', 'Fix the build', 'Read the docs'],
  ...['fix the build!', 'Ship it'],
]

/** A field whose name says that it holds the id of an item, or ids. */
const holdsId = /^id$|Id$|ids$|parent|depend|block/u

/** A checklist in Markdown, with a line in it that is no item now and then. */
const checklist = fc
  .array(fc.tuple(fc.constantFrom('- [ ]', '- [x]', '[ ]', '[-]', '##'), fc.constantFrom(...itemTexts)))
  .map((lines) => lines.map((line) => line.join(' ')).join('\n'))

/** @param name that of the property that holds the value, or '' */
function ofSchema(schema: JsonSchema, name: string, making: Making): fc.Arbitrary<JsonValue> {
  const valid = validOf(schema, name, making)
  const { spoilers } = making
  if (spoilers === undefined) return valid
  return fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: fc.constantFrom(...spoilers) })
}

function validOf(schema: JsonSchema, name: string, making: Making): fc.Arbitrary<JsonValue> {
  const choices = listAt(schema, 'enum')
  if (choices.length > 0) return fc.constantFrom(...choices)
  const types = listAt(schema, 'type').map((type) => ({ ...schema, type }))
  const either = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf'), ...types].filter(isSchema)
  if (either.length > 0) return fc.oneof(...either.map((each) => ofSchema(each, name, making)))
  switch (schema['type']) {
    case 'string':
      if (schema['contentMediaType'] === 'text/markdown') return checklist
      if (schema['format'] === 'date') return fc.constantFrom('2026-02-01', '2026-03-01')
      return holdsId.test(name) ? fc.constantFrom('1', '2', '3', '4', '5') : itemText(making)
    case 'integer':
    case 'number':
      return fc.integer({ min: 1, max: 5 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrayOf(schemaAt(schema, 'items'), name, making)
    case 'object': {
      const model = Object.fromEntries(
        fieldsOf(schema).map(([field, each]) => [field, ofSchema(each, field, making)]),
      )
      const required = making.spoilers === undefined ? listAt(schema, 'required') : []
      const requiredKeys = Object.keys(model).filter((field) => required.includes(field))
      return fc.record(model, { requiredKeys, noNullPrototype: true }).map((value): JsonValue => value)
    }
    default:
      return arbitraryJson()
  }
}

function itemText({ texts }: InputHints): fc.Arbitrary<string> {
  const usual = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...itemTexts) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ') },
  )
  if (texts.length === 0) return usual
  // A rule may look at how a text begins, how it ends, or all of it.
  const around = fc.constantFrom(['', ''], ['', ' the docs'], ['the docs ', ''])
  const hinted = fc
    .tuple(fc.constantFrom(...texts), around)
    .map(([hint, [before, after]]) => before + hint + after)
  return fc.oneof({ weight: 2, arbitrary: usual }, { weight: 1, arbitrary: hinted })
}

function arrayOf(item: JsonSchema, name: string, making: Making): fc.Arbitrary<JsonValue> {
  const any = fc.array(ofSchema(item, name, making), { maxLength: 4 })
  if (making.spoilers !== undefined || holdsId.test(name)) return any
  const { limits } = making
  const lengths = fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: 5 }) },
    ...limits.map((limit) => ({ weight: 1, arbitrary: fc.constantFrom(limit, limit + 1) })),
  )
  if (item['type'] === 'object') {
    return fc.oneof({ weight: 1, arbitrary: any }, { weight: 3, arbitrary: plausibleList(item, lengths) })
  }
  const texts = lengths.map((length) => Array.from({ length }, (_, index) => textAt(index)))
  return item['type'] === 'string' ? fc.oneof(any, texts) : any
}

/** A list as a model writes it: the first items are closed, one is being worked on, the others wait. */
function plausibleList(item: JsonSchema, lengths: fc.Arbitrary<number>): fc.Arbitrary<JsonValue> {
  const required = listAt(item, 'required')
  return fc.tuple(lengths, fc.nat({ max: 6 }), fc.nat({ max: 2 })).map(([length, closed, from]) =>
    Array.from({ length }, (_, index) => {
      const fields = fieldsOf(item).flatMap(([name, each]): (readonly [string, JsonValue])[] => {
        const isText = each['type'] === 'string'
        if (name === 'id') return [[name, isText ? `${index + 1}` : index + 1]]
        if (name === 'status')
          return [[name, index < closed ? 'completed' : index === closed ? 'in_progress' : 'pending']]
        const isNeeded = isText && required.includes(name)
        return isNeeded ? [[name, listAt(each, 'enum')[0] ?? textAt(from + index)]] : []
      })
      return Object.fromEntries(fields)
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
  return isObject(value)
}

function fieldsOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schemaAt(schema, 'properties')).flatMap(([name, each]) =>
    isSchema(each) ? [[name, each] as const] : [],
  )
}
