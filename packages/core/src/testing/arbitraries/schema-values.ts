/** Values that a tool's JSON Schema allows, drawn from few words so that calls meet the items of earlier calls. */

import fc from 'fast-check'
import type { JsonValue } from '../../events.js'
import { arbitraryJson } from './values.js'

/** A JSON Schema, as tools carry it. */
export interface JsonSchema {
  /** A keyword. */
  readonly [keyword: string]: JsonValue
}

/** What items say in generated lists; some are alike, so that rewording happens. */
const itemTexts: readonly string[] = [
  'Write the parser',
  'Write the parser tests',
  'Run the tests',
  'Fix the build',
  'Read the docs',
  'fix the build!',
  'Ship it',
]

const ids: readonly string[] = ['1', '2', '3', '4', '5']

/** A checklist in Markdown, with a line in it that is no item now and then. */
const arbitraryChecklist: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom('- [ ]', '- [x]', '[ ]', '[x]', '[-]', '- [X]', '##'),
      fc.constantFrom(...itemTexts),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.map(([mark, text]) => `${mark} ${text}`).join('\n'))

/** A field whose name says that it holds the id of an item, or ids. */
const holdsId = /^id$|Id$|ids$|parent|depend|block/u

/** The sizes at which something changes. */
export interface InputEdges {
  /** Of lists. */
  readonly lengths: readonly number[]
  /** Of texts. */
  readonly textLengths: readonly number[]
}

const noEdges: InputEdges = { lengths: [], textLengths: [] }

/** A value that the schema allows. `name` is that of the property that holds it, where one does. */
export function arbitrarySchemaValue(
  schema: JsonSchema,
  name = '',
  edges: InputEdges = noEdges,
): fc.Arbitrary<JsonValue> {
  const choices = listAt(schema, 'enum')
  if (choices.length > 0) return fc.constantFrom(...choices)
  const either = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].filter(isSchema)
  if (either.length > 0) return fc.oneof(...either.map((each) => arbitrarySchemaValue(each, name, edges)))
  const type = schema['type']
  if (Array.isArray(type))
    return fc.oneof(...type.map((each) => arbitrarySchemaValue({ ...schema, type: each }, name, edges)))
  switch (type) {
    case 'string':
      if (schema['contentMediaType'] === 'text/markdown') return arbitraryChecklist
      return holdsId.test(name) ? fc.constantFrom(...ids) : arbitraryItemText(edges)
    case 'integer':
    case 'number':
      return fc.integer({ min: 1, max: 5 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arbitraryList(schemaAt(schema, 'items'), name, edges)
    case 'object':
      return arbitraryObject(schema, edges)
    default:
      return arbitraryJson()
  }
}

function arbitraryItemText({ textLengths }: InputEdges): fc.Arbitrary<string> {
  const usual = fc.constantFrom(...itemTexts)
  if (textLengths.length === 0) return usual
  const long = fc.constantFrom(...textLengths).map((length) => 'x'.repeat(length))
  return fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: long })
}

function arbitraryObject(schema: JsonSchema, edges: InputEdges): fc.Arbitrary<JsonValue> {
  const properties = Object.entries(schemaAt(schema, 'properties')).filter(hasSchema)
  const required = listAt(schema, 'required').filter((each) => typeof each === 'string')
  const model = Object.fromEntries(
    properties.map(([name, each]) => [name, arbitrarySchemaValue(each, name, edges)]),
  )
  return fc
    .record(model, { requiredKeys: required.filter((name) => name in model), noNullPrototype: true })
    .map((value): JsonValue => value)
}

function arbitraryList(item: JsonSchema, name: string, edges: InputEdges): fc.Arbitrary<JsonValue> {
  const any = fc.array(arbitrarySchemaValue(item, name, edges), { maxLength: 4 })
  const isOfItems = item['type'] === 'object'
  const isOfTexts = item['type'] === 'string' && !holdsId.test(name)
  const long = isOfItems || isOfTexts ? edges.lengths : []
  const longList = isOfItems
    ? (length: number) => arbitraryPlausibleList(item, fc.constant(length))
    : (length: number) => fc.constant(Array.from({ length }, (_, index): JsonValue => textAt(index)))
  const lists = [
    ...(isOfItems ? [{ weight: 36, arbitrary: arbitraryPlausibleList(item, fc.nat({ max: 5 })) }] : []),
    ...long.map((length) => ({ weight: 2, arbitrary: longList(length) })),
  ]
  return fc.oneof({ weight: 12, arbitrary: any }, ...lists)
}

/** A list as a model writes it: the first items are closed, one is being worked on, the others wait. */
function arbitraryPlausibleList(item: JsonSchema, lengths: fc.Arbitrary<number>): fc.Arbitrary<JsonValue> {
  return fc
    .record({ length: lengths, closed: fc.nat({ max: 6 }), from: fc.nat({ max: 2 }) })
    .map(({ length, closed, from }) =>
      Array.from({ length }, (_, index) => {
        const status = index < closed ? 'completed' : index === closed ? 'in_progress' : 'pending'
        return plausibleItem(item, index, `${textAt(from + index)}`, status)
      }),
    )
}

function plausibleItem(schema: JsonSchema, index: number, text: string, status: string): JsonValue {
  const fields = Object.entries(schemaAt(schema, 'properties')).filter(hasSchema)
  return Object.fromEntries(
    fields.flatMap(([name, each]): [string, JsonValue][] => {
      if (name === 'status') return [[name, status]]
      if (/^id$/u.test(name)) return [[name, each['type'] === 'string' ? String(index + 1) : index + 1]]
      const [choice] = listAt(each, 'enum')
      if (choice !== undefined) return [[name, choice]]
      return each['type'] === 'string' && !holdsId.test(name) ? [[name, text]] : []
    }),
  )
}

/** The texts in turn; beyond their end each gets a number, so that a long list has different ones. */
function textAt(index: number): string {
  const text = itemTexts[index % itemTexts.length] ?? ''
  return index < itemTexts.length ? text : `${text} ${index}`
}

/** The schema under a keyword; an empty one where there is none. */
export function schemaAt(schema: JsonSchema, keyword: string): JsonSchema {
  const value = schema[keyword]
  return isSchema(value) ? value : {}
}

/** The list under a keyword; empty where there is none. */
export function listAt(schema: JsonSchema, keyword: string): readonly JsonValue[] {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}

/** True for a schema that is written out as an object. */
export function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasSchema(entry: [string, JsonValue]): entry is [string, JsonSchema] {
  return isSchema(entry[1])
}
