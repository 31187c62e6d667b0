/** Any value that a declaration allows. */

import fc from 'fast-check'
import type * as v from 'valibot'
import { boundsOf, declarationOf } from '../../declared.js'
import { arbitraryJson, arbitraryPayload, arbitraryText } from './values.js'

/** An arbitrary of what a shape of events or states allows; lists and records stay short. */
export function arbitraryOf<Schema extends v.GenericSchema>(
  schema: Schema,
): fc.Arbitrary<v.InferOutput<Schema>> {
  return madeOf(schema) as fc.Arbitrary<v.InferOutput<Schema>> // each kind of schema gives what its type says
}

function madeOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const declared = declarationOf(schema)
  switch (declared.type) {
    case 'string':
      return arbitraryText()
    case 'boolean':
      return fc.boolean()
    case 'number': {
      const { least, isWhole } = boundsOf(declared)
      if (isWhole) return fc.integer({ min: least })
      return fc.double({ min: 0, max: 1000, noNaN: true })
    }
    case 'unknown':
      return arbitraryPayload()
    case 'custom':
      return arbitraryJson()
    case 'literal':
      return fc.constant(declared.literal)
    case 'picklist':
      return fc.constantFrom(...declared.options)
    case 'nullable':
      return fc.option(madeOf(declared.wrapped))
    case 'exact_optional':
      return madeOf(declared.wrapped)
    case 'array':
      return fc.array(madeOf(declared.item), { maxLength: 3 })
    case 'record':
      // Of the prototype that object literals have: a prototype is nothing that a store keeps.
      return fc.dictionary(keyOf(declared.key), madeOf(declared.value), { maxKeys: 3, noNullPrototype: true })
    case 'object': {
      const { entries } = declared
      const fields = Object.fromEntries(
        Object.entries(entries).map(([field, entry]) => [field, madeOf(entry)]),
      )
      const requiredKeys = Object.keys(entries).filter((field) => entries[field]?.type !== 'exact_optional')
      return fc.record(fields, { noNullPrototype: true, requiredKeys })
    }
    case 'variant':
      return fc.oneof(...declared.options.map(madeOf))
  }
}

function keyOf(schema: v.GenericSchema): fc.Arbitrary<string> {
  const key = declarationOf(schema)
  return key.type === 'picklist' ? fc.constantFrom(...key.options) : arbitraryText()
}
