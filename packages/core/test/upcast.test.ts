/** The one place where events of an older program become events of this one: there are none yet, so a test adds one. */

import { expect, test } from 'vitest'
import { eventVersions } from '../src/events.js'
import { decodeEvent, decodeRecord, encodeEvent } from '../src/store/codec.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { type Upcasters, upcasters } from '../src/store/upcast.js'
import { sampleEvent } from '../src/testing/index.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'

/** Were `tool.called` in its third version: the first called its name `tool`, and the second had no call. */
const older: Upcasters = new Map([
  [
    'tool.called',
    [
      ({ tool, ...rest }) => ({ ...rest, name: tool }),
      (data) => ({ ...data, call: data['call'] ?? 'unnamed' }),
    ],
  ],
])

const now = encodeEvent(sampleEvent(1, { input: null }))
const textOf = (version: number, data: object) => JSON.stringify({ ...JSON.parse(now), version, data })

test('every type is in its first version', () => {
  expect(upcasters.size).toBe(0)
  expect(new Set(Object.values(eventVersions))).toEqual(new Set([1]))
})

test.each([
  [1, { tool: 'bash', input: null }],
  [2, { name: 'bash', input: null }],
  [3, { call: 'unnamed', name: 'bash', input: null }],
])('an event of version %i is read as one of the newest', (version, data) => {
  const event = decodeEvent(textOf(version, data), 'The event', older)
  expect(event).toMatchObject({ version: 3, data: { call: 'unnamed', name: 'bash', input: null } })
})

test('a record is brought up to date in the same place, and keeps its hash', async () => {
  const store = memoryStore()
  await store.append('s1', [sampleEvent(1)], { expectedSeq: 0 })
  const [entry] = await collect(store.readAll())
  if (entry === undefined || 'unreadable' in entry.record) throw new Error('There is no record.')
  const data = JSON.stringify({ data: { tool: 'bash', input: 1 } })
  const event = decodeRecord({ ...entry.record, data }, 'It', older)
  expect(event).toMatchObject({
    version: 3,
    data: { call: 'unnamed', name: 'bash' },
    hash: entry.record.hash,
  })
})

test.each([
  ['of a newer version', { version: 2 }, 'newer-event'],
  ['of another type', { type: 'todos.sorted' }, 'unknown-event'],
  ['with data of another shape', { data: { call: 1 } }, 'bad-event'],
  ['without a session', { session: null }, 'bad-event'],
])('an event %s is named', (_what, change, code) => {
  const text = JSON.stringify({ ...JSON.parse(now), ...change })
  expect(() => decodeEvent(text)).toThrow(expect.objectContaining({ name: 'StoreError', code }))
})
