import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { SuperJSON } from 'superjson'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { StoreError } from '../src/errors.js'
import { type EventOf, eventVersions } from '../src/events.js'
import { decodeEvent, encodeEvent } from '../src/store/codec.js'
import { decodeValue, encodeValue } from '../src/store/values.js'
import {
  arbitraryEvent,
  arbitraryJson,
  arbitraryPayload,
  hostileTexts,
  sampleEvent,
} from '../src/testing/index.js'

/** The error that something throws. */
function failure(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

/** The code and message of the `StoreError` that decoding a text throws. */
function refusal(text: string): string {
  const error = failure(() => decodeEvent(text, 'Line 7'))
  return error instanceof StoreError ? `${error.code}: ${error.message}` : `no StoreError: ${String(error)}`
}

describe('events', () => {
  test('of every type come back as they were, and give the same text again', () => {
    fc.assert(
      fc.property(arbitraryEvent(), (event) => {
        const text = encodeEvent(event)
        deepStrictEqual(decodeEvent(text), event)
        expect(encodeEvent(decodeEvent(text))).toBe(text)
      }),
      { numRuns: runs(500) },
    )
  })

  test('cover every type', () => {
    const types = new Set(fc.sample(arbitraryEvent(), { numRuns: 1000, seed: 1 }).map(({ type }) => type))
    // What is left of an erased event is never stored; its own test is below.
    const stored = Object.keys(eventVersions).filter((type) => type !== 'event.erased')
    expect([...types].sort()).toEqual(stored.sort())
  })

  test('that were redacted or erased are exported and come back as they were', () => {
    const { data: _data, type: _type, ...envelope } = sampleEvent(1)
    const erased: EventOf<'event.erased'> = {
      ...envelope,
      type: 'event.erased',
      data: { type: 'tool.called', version: 1 },
      hash: 'abc',
      redacted: true,
    }
    for (const event of [erased, { ...sampleEvent(2), redacted: true as const }]) {
      deepStrictEqual(decodeEvent(encodeEvent(event)), event)
    }
  })

  test('are plain JSON where JSON carries them, else the text of superjson', () => {
    expect([
      encodeEvent(sampleEvent(1)),
      encodeEvent(sampleEvent(1, { input: { due: new Date(0), none: undefined, constructor: 1, '~': 2 } })),
    ]).toMatchInlineSnapshot(`
      [
        "{"id":"s1/1","session":"s1","seq":1,"turn":1,"at":"2026-01-05T10:00:01.000Z","type":"tool.called","version":1,"data":{"call":"call-1","name":"bash","input":{"step":1}}}",
        "{"json":{"id":"s1/1","session":"s1","seq":1,"turn":1,"at":"2026-01-05T10:00:01.000Z","type":"tool.called","version":1,"data":{"call":"call-1","name":"bash","input":{"due":"1970-01-01T00:00:00.000Z","none":null,"~constructor":1,"~~":2}}},"meta":{"values":{"data.input.due":["Date"],"data.input.none":["undefined"]},"v":1}}",
      ]
    `)
  })
})

describe('texts that are no events', () => {
  const good: { readonly [key: string]: unknown } = JSON.parse(encodeEvent(sampleEvent(3)))
  const changed = (change: object) => JSON.stringify({ ...good, ...change })

  test('are refused with the place and the reason', () => {
    const texts = {
      nothing: '',
      'cut off': '{"id":"s1/3","ses',
      'a control character': '\u001b[31m',
      'a list': '[]',
      'a number': '7',
      'no id': changed({ id: undefined }),
      'a day': changed({ at: '2026-01-05' }),
      'no day': changed({ at: '2026-99-99T00:00:00.000Z' }),
      'no day of its month': changed({ at: '2023-02-29T00:00:00.000Z' }),
      'another time zone': changed({ at: '2026-01-05T10:00:00.000+01:00' }),
      milliseconds: changed({ at: 7 }),
      'a negative seq': changed({ seq: -1 }),
      'a great seq': changed({ seq: 2 ** 53 }),
      'version 0': changed({ version: 0 }),
      'data is a list': changed({ data: [] }),
      'data without a name': changed({ data: { call: 'c', input: 1 } }),
      'data with its fields in the prototype': changed({
        data: JSON.parse('{"__proto__":{"call":"","name":""}}'),
      }),
      'an unknown type': changed({ type: 'todos.\u001bforgotten' }),
      'a type of every object': changed({ type: 'constructor' }),
      'a newer version': changed({ version: 2 }),
      'a change of no kind': changed({
        type: 'todos.rolled-back',
        data: { update: 'u', changes: [{ type: 'toString' }], numbered: false },
      }),
      'a status that does not exist': changed({
        type: 'todos.rolled-back',
        data: {
          update: 'u',
          changes: [{ type: 'removed', key: 'k', id: '1', text: '', status: 'done' }],
          numbered: false,
        },
      }),
    }
    const said = Object.entries(texts).map(([name, text]) => `${name} -> ${refusal(text)}`)
    expect(said).toMatchInlineSnapshot(`
      [
        "nothing -> bad-event: Line 7 is not the text of an event. It was damaged, or written by another program.",
        "cut off -> bad-event: Line 7 is not the text of an event. It was damaged, or written by another program.",
        "a control character -> bad-event: Line 7 is not the text of an event. It was damaged, or written by another program.",
        "a list -> bad-event: Line 7 is not an event. It was damaged, or written by another program.",
        "a number -> bad-event: Line 7 is not an event. It was damaged, or written by another program.",
        "no id -> bad-event: Line 7 has a field id that is not what it must be. It was damaged, or written by another program.",
        "a day -> bad-event: Line 7 has a field at that is not what it must be. It was damaged, or written by another program.",
        "no day -> bad-event: Line 7 has a field at that is not what it must be. It was damaged, or written by another program.",
        "no day of its month -> bad-event: Line 7 has a field at that is not what it must be. It was damaged, or written by another program.",
        "another time zone -> bad-event: Line 7 has a field at that is not what it must be. It was damaged, or written by another program.",
        "milliseconds -> bad-event: Line 7 has a field at that is not what it must be. It was damaged, or written by another program.",
        "a negative seq -> bad-event: Line 7 has a field seq that is not what it must be. It was damaged, or written by another program.",
        "a great seq -> bad-event: Line 7 has a field seq that is not what it must be. It was damaged, or written by another program.",
        "version 0 -> bad-event: Line 7 has a field version that is not what it must be. It was damaged, or written by another program.",
        "data is a list -> bad-event: Line 7 has a field data that is not what it must be. It was damaged, or written by another program.",
        "data without a name -> bad-event: Event 3 of session "s1" is a tool.called whose data.name is not what it must be. It was damaged, or written by another program.",
        "data with its fields in the prototype -> bad-event: Event 3 of session "s1" is a tool.called whose data.call is not what it must be. It was damaged, or written by another program.",
        "an unknown type -> unknown-event: Event 3 of session "s1" has the type "todos.\\u001bforgotten", which this version of todo-ledger does not know. Update todo-ledger.",
        "a type of every object -> unknown-event: Event 3 of session "s1" has the type "constructor", which this version of todo-ledger does not know. Update todo-ledger.",
        "a newer version -> newer-event: Event 3 of session "s1" is a tool.called of version 2, and this version of todo-ledger knows it up to 1. Update todo-ledger.",
        "a change of no kind -> bad-event: Event 3 of session "s1" is a todos.rolled-back whose data.changes is not what it must be. It was damaged, or written by another program.",
        "a status that does not exist -> bad-event: Event 3 of session "s1" is a todos.rolled-back whose data.changes is not what it must be. It was damaged, or written by another program.",
      ]
    `)
  })

  test.each([
    { name: 'a class', json: { ...good, data: {} }, values: { data: [['class', 'Secret']] } },
    { name: 'a regular expression', json: { ...good, extra: '/(a+)+$/' }, values: { extra: ['regexp'] } },
    { name: 'a path through a prototype', json: good, values: { '__proto__.polluted': ['Date'] } },
    { name: 'an unknown annotation', json: good, values: { data: ['toString'] } },
  ])('are refused where superjson is led to $name', ({ json, values }) => {
    const said = refusal(JSON.stringify({ json, meta: { values, v: 1 } }))
    expect(said).toContain('bad-event: Line 7 ')
    expect(Reflect.has({}, 'polluted')).toBe(false)
  })

  test('are never thrown raw, wherever a text is cut or changed', () => {
    const text = encodeEvent(sampleEvent(1, { input: [1, new Date(0), { k: undefined }] }))
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(3), fc.string(), (at, cut, put) => {
        const result = failure(() => decodeEvent(text.slice(0, at) + put + text.slice(at + cut)))
        if (result instanceof Error) expect(result).toBeInstanceOf(StoreError)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('values', () => {
  test('of all kinds come back as they were', () => {
    fc.assert(
      fc.property(arbitraryPayload(), (value) => deepStrictEqual(decodeValue(encodeValue([value])), [value])),
      { numRuns: runs(1000) },
    )
  })

  test('that JSON carries are its own text', () => {
    fc.assert(
      fc.property(arbitraryJson(), (value) => {
        expect(encodeValue([value])).toBe(JSON.stringify([value]))
      }),
    )
  })

  test('have keys that superjson alone refuses', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const value = { 'with a Date': new Date(0), ...JSON.parse(`{"inner":{"${key}":1}}`) }
      expect(() => new SuperJSON().stringify(value)).toThrow('pollution')
      deepStrictEqual(decodeValue(encodeValue([value])), [value])
    }
    const all = Object.fromEntries(hostileTexts.map((text) => [text, { [text]: undefined }]))
    deepStrictEqual(decodeValue(encodeValue(all)), all)
  })

  test('owe nothing to what a host registers with superjson', () => {
    class Secret {
      readonly word = 'open'
    }
    SuperJSON.registerClass(Secret)
    expect(failure(() => encodeValue({ part: [new Secret()] }))).toMatchObject({ code: 'not-encodable' })
  })

  test('that cannot be given back are refused, and the place is named', () => {
    const said = [
      { input: { items: [{ 'on done': () => 1 }] } },
      { input: new Map([['k', 1]]) },
      { input: new Uint8Array(2) },
      { input: [/a/] },
    ].map((value) => String(failure(() => encodeValue(value))))
    expect(said).toMatchInlineSnapshot(`
      [
        "StoreError: input.items[0]["on done"] holds a function, which no text can give back. Pass plain objects, lists, texts, numbers and Dates.",
        "StoreError: input holds an object of a class ([object Map]), which no text can give back. Pass plain objects, lists, texts, numbers and Dates.",
        "StoreError: input holds an object of a class ([object Uint8Array]), which no text can give back. Pass plain objects, lists, texts, numbers and Dates.",
        "StoreError: input[0] holds an object of a class ([object RegExp]), which no text can give back. Pass plain objects, lists, texts, numbers and Dates.",
      ]
    `)
  })
})

describe('values that nest deep', () => {
  const nested = (levels: number, bottom: unknown) => {
    let value = bottom
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value, b: 1 }
    return value
  }

  test('are written as JSON writes them, and refused where they are too deep or hold themselves', () => {
    const cycle: unknown[] = []
    cycle.push({ cycle })
    for (const levels of [1, 500, 1000])
      expect(encodeValue(nested(levels, 'x'))).toBe(JSON.stringify(nested(levels, 'x')))
    deepStrictEqual(decodeValue(encodeValue(nested(500, new Date(0)))), nested(500, new Date(0)))
    for (const value of [nested(1002, 1), nested(100_000, undefined), [undefined, nested(9999, 1)], cycle])
      expect(failure(() => encodeValue(value))).toMatchObject({ code: 'too-deep' })
  })
})
