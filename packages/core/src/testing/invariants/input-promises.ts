/** What rules promise of the inputs that are accepted, held against the tool's JSON Schema. */

import type { JsonValue, TodosUpdatedData } from '../../events.js'
import type { TodoTool } from '../../profiles/profile.js'
import { isSchema, type JsonSchema, listAt, schemaAt } from '../arbitraries/schema-values.js'
import type { Invariant } from './invariant.js'
import { rulePromise } from './rule-promise.js'

/** The promises of the rules that are judged on the input. */
export const inputPromises: readonly Invariant[] = [
  rulePromise(
    'input-shape',
    'What is accepted is an object with the lists that it must have.',
    ({ tool, event }) => (tool === undefined ? null : wrongShape(tool.inputSchema, event.data)),
    'calls',
  ),
  rulePromise(
    'status-valid',
    'What is accepted names statuses that the tool knows.',
    ({ tool, event }) => (tool === undefined ? null : unknownStatus(tool.inputSchema, event.data.input)),
    'calls',
  ),
  rulePromise(
    'id-known',
    'What is accepted names items that are there.',
    ({ tool, event, before }) => {
      const named = tool === undefined ? null : namedItem(tool, event.data.input)
      if (named === null || before.items.some(({ id }) => id === named)) return null
      return `There is no item ${JSON.stringify(named)}`
    },
    'calls',
  ),
]

function wrongShape(schema: JsonSchema, { input }: TodosUpdatedData): string | null {
  const required = listAt(schema, 'required').filter((name) => typeof name === 'string')
  if (required.length === 0) return null
  if (!isRecord(input)) return 'The input is no object'
  const properties = schemaAt(schema, 'properties')
  for (const name of required) {
    const { type } = schemaAt(properties, name)
    if (type === 'array' && !Array.isArray(input[name])) return `${name} is no list`
  }
  return null
}

/** The first status, at whatever depth, that is not in the schema's list; letter case is left to the profile. */
function unknownStatus(schema: JsonSchema, input: unknown): string | null {
  if (Array.isArray(input)) {
    const item = schemaAt(schema, 'items')
    return input.map((each: unknown) => unknownStatus(item, each)).find((wrong) => wrong !== null) ?? null
  }
  if (!isRecord(input)) return null
  for (const [name, each] of Object.entries(schemaAt(schema, 'properties'))) {
    if (!isSchema(each) || !Object.hasOwn(input, name)) continue
    const value = input[name]
    const words = name === 'status' ? listAt(each, 'enum') : []
    if (words.length > 0 && !words.some((word) => isSameWord(word, value))) {
      return `The status ${JSON.stringify(value)} is none of ${words.join(', ')}`
    }
    const deeper = unknownStatus(each, value)
    if (deeper !== null) return deeper
  }
  return null
}

function isSameWord(word: JsonValue, value: unknown): boolean {
  return typeof value === 'string' && typeof word === 'string' && value.trim().toLowerCase() === word
}

/** The id that a call of a single-item tool names, or null. A tool that takes it as optional does not count. */
function namedItem(tool: TodoTool, input: unknown): string | null {
  const required = listAt(tool.inputSchema, 'required').filter((name) => typeof name === 'string')
  const name = required.find((each) => /^(id|.+Id)$/u.test(each))
  if (name === undefined || !isRecord(input)) return null
  const value = input[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
