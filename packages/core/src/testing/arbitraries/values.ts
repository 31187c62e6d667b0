/** Values of all kinds that an event may hold, for properties. */

import fc from 'fast-check'
import type * as v from 'valibot'
import { boundsOf, count, declarationOf, ordinal } from '../../declared.js'
import {
  actor,
  eventShapes,
  eventVersions,
  type JsonValue,
  recordedPlace,
  type TodoEvent,
} from '../../events.js'
import { isEventType } from '../../store/upcast.js'

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

/** Any event of any type that is stored; what is left of an erased event never is. */
export function arbitraryEvent(): fc.Arbitrary<TodoEvent> {
  return fc.oneof(...events)
}

/** A few events of one session that follow `expectedSeq`, each with an id of its own. */
export function arbitraryEvents(session: string, expectedSeq = 0): fc.Arbitrary<readonly TodoEvent[]> {
  return fc
    .uniqueArray(arbitraryEvent(), { selector: (event) => event.id, minLength: 1, maxLength: 6 })
    .map((few) => few.map((event, index) => ({ ...event, session, seq: expectedSeq + index + 1 })))
}

const requiredKeys = ['id', 'session', 'seq', 'turn', 'at', 'type', 'version', 'data'] as const

const events = Object.keys(eventShapes).flatMap((type) => {
  if (!isEventType(type) || type === 'event.erased') return []
  const model = {
    id: arbitraryText(),
    session: arbitraryText(),
    seq: arbitraryOf(ordinal),
    turn: arbitraryOf(count),
    at: fc.date({ noInvalidDate: true }),
    type: fc.constant(type),
    version: fc.constant(eventVersions[type]),
    data: arbitraryOf<v.GenericSchema>(eventShapes[type]),
    source: arbitraryOf(recordedPlace),
    actor: arbitraryOf(actor),
  }
  const event = fc.record(model, { noNullPrototype: true, requiredKeys: [...requiredKeys] })
  return [event as fc.Arbitrary<TodoEvent>] // type and data are of one declaration
})
