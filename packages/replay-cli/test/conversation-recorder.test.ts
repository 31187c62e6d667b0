/** The whole texts of a session, kept deflated: each is found by the seq of its event, whatever came in between. */

import type { TodoEvent } from '@todo-ledger/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { ConversationRecorder } from '../src/replay/conversation-recorder.js'
import { type StepTexts, saidInWhole } from '../src/session-view/conversation.js'

const base = { id: 'e', session: 's', turn: 1, at: new Date(0), version: 1 }

function said(seq: number, text: string): TodoEvent {
  return { ...base, seq, type: 'message.recorded', data: { role: 'assistant', text } }
}

function called(seq: number, call: string, input: unknown): TodoEvent {
  return { ...base, seq, type: 'tool.called', data: { call, name: 'Bash', input } }
}

function returned(seq: number, call: string, output: string): TodoEvent {
  const data = { call, ok: true, output, effect: 'read' as const, verify: false }
  return { ...base, seq, type: 'tool.returned', data }
}

const text = fc.string({ unit: 'binary', maxLength: 60 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('say' as const), text }),
  fc.record({ kind: fc.constant('call' as const), text }),
  fc.record({ kind: fc.constant('return' as const), text }),
)

test('every text is found again, also while it grows', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 400 }), (steps, block) => {
      const recorder = new ConversationRecorder({ json: JSON.stringify }, block)
      const expected = new Map<number, StepTexts>()
      for (const [place, each] of steps.entries()) {
        const seq = place + 1
        // A lone half of a character is none in UTF-8; recordings are read as UTF-8.
        const text = Buffer.from(each.text).toString('utf8')
        const isCall = each.kind === 'call'
        recorder.observe(
          isCall ? called(seq, 'c', text) : each.kind === 'say' ? said(seq, text) : returned(seq, 'c', text),
        )
        expected.set(seq, { seq, input: isCall ? text : null, output: isCall ? null : text })
        expect(recorder.conversation.textsOf(seq)).toEqual(expected.get(seq))
      }
      const { conversation } = recorder
      for (let seq = 0; seq <= steps.length + 1; seq += 1)
        expect(conversation.textsOf(seq)).toEqual(expected.get(seq) ?? null)
    }),
    { numRuns: runs(60) },
  )
})

test('of a text over the limit the middle is left out, and it says so', () => {
  const recorder = new ConversationRecorder({ limit: 40, json: JSON.stringify })
  const long = `${'a'.repeat(100)}${'z'.repeat(100)}`
  recorder.observe(called(1, 'c1', { command: 'cat all' }))
  recorder.observe(returned(2, 'c1', long))
  recorder.observe(said(3, 'b'.repeat(40)))
  expect([1, 2].map((seq) => recorder.conversation.textsOf(seq))).toMatchInlineSnapshot(`
    [
      {
        "input": "{
      "command": "cat all"
    }",
        "output": null,
        "seq": 1,
      },
      {
        "input": null,
        "output": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

    [… 160 characters are left out here: todo-replay debug shows them …]

    zzzzzzzzzz",
        "seq": 2,
      },
    ]
  `)
  expect(recorder.conversation.textsOf(3)?.output).toBe('b'.repeat(40))
})

test.each([
  [
    'user: Plan the whole of it now…',
    'Plan the whole of it now,\nplease',
    'user: Plan the whole of it now,\nplease',
  ],
  ['assistant: All done.', 'All done.', 'assistant: All done.'],
  ['note, level 1: Up', 'Update your todos', 'Update your todos'],
  ['yield', null, 'yield'],
])('%j with its text in whole', (event, whole, expected) => {
  expect(saidInWhole(event, whole)).toBe(expected)
})
