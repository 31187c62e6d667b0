/** Values of all kinds, drawn from a `Random`: what models give to tools, and what hosts store. */

import type { JsonValue, TodoTool } from '@todo-ledger/core'
import type { Random } from './random.js'

/** A text that hosts find out later to be a secret; the built-in patterns do not know it. */
export const leaks: readonly string[] = ['Leak-4711-alpha', 'Leak-0815-beta']

const itemTexts = [
  'Write the parser',
  'Write the parser tests',
  'Run the tests',
  'Fix the build',
  'fix the build!',
  'Ship it',
  ...leaks.map((leak) => `Use the word ${leak} to log in`),
  'curl -H "Authorization: Bearer abc123DEF456ghi789JKL0mno"',
]

const hostileTexts = [
  '',
  '__proto__',
  'constructor',
  'a\0b',
  '\ud800',
  'half \udc00',
  '😀👩‍👩‍👧',
  '../..',
  '~',
  "'; DROP TABLE events; --",
  '"quoted" \\ \n\r\u2028',
  '\u001b[31m\u202e',
]

/** Any text. */
export function anyText(random: Random): string {
  return random.percent(60) ? random.pick(itemTexts) : random.pick(hostileTexts)
}

/** Any value that the codec knows. */
export function anyPayload(random: Random, depth = 3): unknown {
  const kind = random.weighted({
    text: 4,
    number: 3,
    odd: 2,
    list: depth,
    record: depth,
  })
  const inner = () => anyPayload(random, depth - 1)
  const several = <Value>(draw: () => Value) => Array.from({ length: random.between(0, 3) }, draw)
  switch (kind) {
    case 'text':
      return anyText(random)
    case 'number':
      return random.pick([
        0,
        -0,
        1,
        -1.5,
        2 ** 53,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        random.word(),
      ])
    case 'odd':
      return random.pick([null, undefined, true, false, new Date(random.word() * 1000)])
    case 'list':
      return several(inner)
    case 'record':
      return Object.fromEntries(several(() => [anyText(random), inner()]))
  }
}

/** An input for a tool: mostly what its schema allows, now and then spoilt, now and then anything. */
export function toolInput(random: Random, { inputSchema }: TodoTool): JsonValue {
  const valid = schemaValue(random, inputSchema, '')
  const kind = random.weighted({ valid: 80, spoilt: 15, other: 5 })
  if (kind === 'valid') return valid
  if (kind === 'other') return random.pick<JsonValue>([null, 42, 'text', true, [], {}, [['deep']]])
  return spoilt(random, valid)
}

interface Schema {
  readonly [keyword: string]: JsonValue
}

function schemaValue(random: Random, schema: Schema, name: string): JsonValue {
  const choices = listAt(schema, 'enum')
  if (choices.length > 0) return random.pick(choices)
  const either = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')].filter(isSchema)
  if (either.length > 0) return schemaValue(random, random.pick(either), name)
  const { type } = schema
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case 'string':
      return /^id$|Id$|ids$|parent|depend|block/u.test(name) ? String(random.between(1, 5)) : anyText(random)
    case 'integer':
    case 'number':
      return random.between(1, 5)
    case 'boolean':
      return random.percent(50)
    case 'array':
      return itemList(random, schemaAt(schema, 'items'), name)
    case 'object':
      return record(random, schema)
    default:
      return random.percent(50) ? anyText(random) : null
  }
}

function record(random: Random, schema: Schema): { readonly [key: string]: JsonValue } {
  const required = listAt(schema, 'required')
  const properties = Object.entries(schemaAt(schema, 'properties')).filter(hasSchema)
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name) || random.percent(40))
      .map(([name, each]) => [name, schemaValue(random, each, name)]),
  )
}

/** Lists of items mostly look as a model writes them: the first are done, one is under way, the others wait. */
function itemList(random: Random, item: Schema, name: string): JsonValue {
  const length = random.percent(4) ? random.between(19, 22) : random.between(0, 5)
  const closed = random.between(0, 5)
  const from = random.between(0, 3)
  return Array.from({ length }, (_, index): JsonValue => {
    const value = schemaValue(random, item, name)
    if (!isSchema(value) || !('status' in value) || random.percent(15)) return value
    const status = index < closed ? 'completed' : index === closed ? 'in_progress' : 'pending'
    const text = `${itemTexts[(from + index) % itemTexts.length]}${index > 5 ? ` ${index}` : ''}`
    const named = Object.fromEntries(
      ['text', 'content', 'step', 'description'].filter((key) => key in value).map((key) => [key, text]),
    )
    return { ...value, ...('id' in value ? { id: String(index + 1) } : {}), ...named, status }
  })
}

/** The value with something wrong in it. */
function spoilt(random: Random, value: JsonValue): JsonValue {
  const wrong = () => random.pick<JsonValue>([null, '', '  ', 0, 99, -1.5, 'done', 'IN_PROGRESS', [], {}])
  if (Array.isArray(value)) {
    if (value.length === 0) return [wrong()]
    const at = random.between(0, value.length - 1)
    return value.map((each: JsonValue, index) => (index === at ? spoilt(random, each) : each))
  }
  if (!isSchema(value)) return wrong()
  const entries = Object.entries(value)
  if (entries.length === 0) return Object.fromEntries([['__proto__', wrong()]])
  const at = random.between(0, entries.length - 1)
  const spoiltEntries = entries.map(([key, each], index): [string, JsonValue] => [
    key,
    index === at ? spoilt(random, each) : each,
  ])
  return Object.fromEntries(
    random.percent(30) ? spoiltEntries.filter((_, index) => index !== at) : spoiltEntries,
  )
}

function schemaAt(schema: Schema, keyword: string): Schema {
  const value = schema[keyword]
  return isSchema(value) ? value : {}
}

function listAt(schema: Schema, keyword: string): readonly JsonValue[] {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}

function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasSchema(entry: [string, JsonValue]): entry is [string, Schema] {
  return isSchema(entry[1])
}
