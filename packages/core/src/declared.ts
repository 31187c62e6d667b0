/**
 * What shapes are declared with: events, changes and the state. The type comes from the declaration (`v.InferOutput`), and
 * so do the check of what is read from a store and the arbitraries of the kit.
 */

import * as v from 'valibot'

/** A value as JSON knows it. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export type UnknownRecord = { readonly [key: string]: unknown }

/** True for an object that is no list and of no class. */
export function isRecord(value: unknown): value is UnknownRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype) return true
  // An object of another realm has another Object.prototype, which is as much a root as ours.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** True for what JSON knows. Walks without recursion: a recorded value may be 100,000 levels deep. */
function isJsonValue(value: unknown): value is JsonValue {
  if (value === null || typeof value !== 'object') return isJsonLeaf(value)
  const left: unknown[] = [value]
  const seen = new Set<object>()
  while (left.length > 0) {
    const next = left.pop()
    if (isJsonLeaf(next)) continue
    if (!Array.isArray(next) && !isRecord(next)) return false
    if (seen.has(next)) continue
    seen.add(next)
    for (const part of Array.isArray(next) ? next : Object.values(next)) left.push(part)
  }
  return true
}

function isJsonLeaf(value: unknown): boolean {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  )
}

export const text = v.string()
export const textOrNull = v.nullable(text)
export const flag = v.boolean()
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const ordinal = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const jsonValue = v.custom<JsonValue>(isJsonValue)

export const shape = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.object(entries), v.readonly())

export const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())

export const recordOf = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(v.record(v.string(), value), v.readonly())

/** Every kind of schema that shapes are declared with. */
export type Declaration =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.UnknownSchema
  | v.CustomSchema<unknown, undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.PicklistSchema<readonly string[], undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.ExactOptionalSchema<v.GenericSchema, undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, undefined>
  | v.ObjectSchema<v.ObjectEntries, undefined>
  | v.VariantSchema<string, v.ObjectSchema<v.ObjectEntries, undefined>[], undefined>

/** A schema as one of the kinds that are known here. @throws Error for another kind, which nobody declares with */
export function declarationOf(schema: v.GenericSchema): Declaration {
  if (!kinds.has(schema.type)) throw new Error(`No shape is declared with ${schema.type}.`)
  return schema as Declaration // of the kinds, `type` is the discriminant
}

const kinds: ReadonlySet<string> = new Set<Declaration['type']>([
  ...(['string', 'number', 'boolean', 'unknown', 'custom', 'literal', 'picklist'] as const),
  ...(['nullable', 'exact_optional', 'array', 'record', 'object', 'variant'] as const),
])

/** The least that a number may be, and whether it is whole. */
export function boundsOf(schema: v.GenericSchema): { readonly least: number; readonly isWhole: boolean } {
  const actions: readonly { readonly type: string; readonly requirement?: unknown }[] =
    'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe : []
  const least = actions.find(({ type }) => type === 'min_value')?.requirement
  return {
    least: typeof least === 'number' ? least : Number.NEGATIVE_INFINITY,
    isWhole: actions.some(({ type }) => type === 'safe_integer'),
  }
}

/**
 * What says whether a value is as it is declared. It is put together once: `v.is` makes an object for each part that it
 * looks at, and every event that is stored or read is asked about.
 */
export function checkOf<Schema extends v.GenericSchema>(
  schema: Schema,
): (value: unknown) => value is v.InferOutput<Schema> {
  const check = plainCheckOf(schema)
  return (value): value is v.InferOutput<Schema> => check(value)
}

type Check = (value: unknown) => boolean

function plainCheckOf(schema: v.GenericSchema): Check {
  const declared = declarationOf(schema)
  switch (declared.type) {
    case 'string':
      return (value) => typeof value === 'string'
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'number': {
      const { least, isWhole } = boundsOf(declared)
      if (isWhole) return (value) => Number.isSafeInteger(value) && Number(value) >= least
      return (value) => typeof value === 'number' && value >= least
    }
    case 'unknown':
      return () => true
    case 'custom':
      return declared.check
    case 'literal':
      return (value) => value === declared.literal
    case 'picklist': {
      const options: ReadonlySet<unknown> = new Set(declared.options)
      return (value) => options.has(value)
    }
    case 'nullable': {
      const wrapped = plainCheckOf(declared.wrapped)
      return (value) => value === null || wrapped(value)
    }
    case 'exact_optional':
      return plainCheckOf(declared.wrapped)
    case 'array': {
      const item = plainCheckOf(declared.item)
      return (value) => {
        if (!Array.isArray(value)) return false
        // Not `every`, which passes over what a list lacks.
        for (const part of value) if (!item(part)) return false
        return true
      }
    }
    case 'record': {
      const [key, each] = [plainCheckOf(declared.key), plainCheckOf(declared.value)]
      return (value) => isRecord(value) && Object.keys(value).every((name) => key(name) && each(value[name]))
    }
    case 'object':
      return fieldsCheckOf(declared)
    case 'variant': {
      const { key, options } = declared
      const checks = new Map(options.map((option) => [literalOf(option.entries[key]), fieldsCheckOf(option)]))
      return (value) => isRecord(value) && checks.get(value[key])?.(value) === true
    }
  }
}

function literalOf(schema: v.GenericSchema | undefined): unknown {
  return schema !== undefined && 'literal' in schema ? schema.literal : undefined
}

type Shape = v.ObjectSchema<v.ObjectEntries, undefined>

function fieldsCheckOf(declared: Shape): Check {
  const badField = badFieldIn(declared)
  return (value) => isRecord(value) && badField(value) === null
}

function badFieldIn({ entries }: Shape): (value: UnknownRecord) => string | null {
  const fields = Object.entries(entries).map(([name, entry]) => {
    return { name, check: plainCheckOf(entry), isOptional: entry.type === 'exact_optional' }
  })
  return (value) => {
    for (const { name, check, isOptional } of fields) {
      const part = value[name]
      const isRight = part === undefined && !(name in value) ? isOptional : check(part)
      if (!isRight) return name
    }
    return null
  }
}

/** What gives the first field that an object gets wrong, or null where all are right. */
export function badFieldOf(schema: v.GenericSchema): (value: UnknownRecord) => string | null {
  const declared = declarationOf(schema)
  if (declared.type !== 'object') throw new Error(`A ${declared.type} has no fields.`)
  return badFieldIn(declared)
}

/** The emptiest value of a declaration, frozen: no text, no number, nothing in lists, the first of those to pick from. */
export function emptyOf<Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
  const declared = declarationOf(schema)
  switch (declared.type) {
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'picklist':
      return declared.options[0]
    case 'array':
      return Object.freeze([])
    case 'record':
      return Object.freeze({})
    case 'object': {
      const fields = Object.entries(declared.entries).filter(([, { type }]) => type !== 'exact_optional')
      return Object.freeze(Object.fromEntries(fields.map(([field, entry]) => [field, emptyOf(entry)])))
    }
    default:
      return null
  }
}
