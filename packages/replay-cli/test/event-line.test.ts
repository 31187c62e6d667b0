import { initialState } from '@todo-ledger/core'
import { arbitraryEvent } from '@todo-ledger/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { eventLine } from '../src/log/event-line.js'
import { loggedEvent } from '../src/log/event-summary.js'

const output = { columns: 80, isTerminal: false, style: (_name: unknown, text: string) => text }

test('behind the name of every type stands a blank, also behind the longest', () =>
  fc.assert(
    fc.property(arbitraryEvent(), (event) => {
      const line = eventLine(loggedEvent(event, initialState), output)
      expect(`${line} `).toContain(` ${event.type} `)
    }),
    { numRuns: runs(200) },
  ))

test('a continuation that was stopped for its budget', () => {
  const envelope = { id: 'e', session: 's', seq: 7, turn: 2, at: new Date(0), version: 1 }
  const event = { ...envelope, type: 'continuation.stopped', data: { reason: 'budget' } } as const
  expect(eventLine(loggedEvent(event, initialState), output)).toBe(
    '    7    t2         continuation.stopped budget',
  )
})
