import {
  createReducer,
  initialState,
  memoryStore,
  openLedger,
  profiles,
  type SessionOptions,
  type TodoStatus,
} from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { type AuditContext, SessionAuditor } from '../src/auditor.js'
import { evidence } from '../src/evidence.js'

type Lists = readonly (readonly (readonly [text: string, status: TodoStatus])[])[]

/** A session of todo calls, one a turn, with what the audit says of it. */
async function audited(
  lists: Lists,
  opened: SessionOptions,
  recordedCalls: readonly string[] = [],
  hasRead = false,
) {
  const store = memoryStore()
  const ledger = openLedger({ store, evidence: evidence() })
  const session = await ledger.session('s1', { profile: profiles.todoManager, ...opened })
  await session.startRun({ trigger: 'unknown', text: '' })
  const replies: boolean[] = []
  for (const [index, list] of lists.entries()) {
    const turn = await session.startTurn()
    if (hasRead && index === 0) await turn.recordTool({ call: 'r1', name: 'Read', input: {}, ok: true })
    const items = list.map(([text, status], at) => ({ id: String(at + 1), text, status }))
    replies.push((await turn.callTodoTool('todo', { items }, { call: `c${index + 1}` })).ok)
    await turn.end()
  }
  const context: AuditContext = { child: () => undefined, recordedCalls: new Set(recordedCalls) }
  const auditor = new SessionAuditor()
  const reducer = createReducer()
  let state = initialState
  for await (const event of store.read('s1')) {
    state = reducer.accept(state, event)
    auditor.observe(event, state)
  }
  return { audit: auditor.finish(context), replies }
}

const todoCallsOnly = { folder: '/work/app' }

/** Ways to tick what an auditor that sees the whole work would accuse. */
const ticked: { readonly [name: string]: Lists } = {
  'an instant flip': [[['Test the cache', 'in_progress']], [['Test the cache', 'completed']]],
  'completed from the start': [[['Translate the labels', 'completed']]],
  'a batch': [
    [
      ['Add the cache', 'in_progress'],
      ['Translate the labels', 'pending'],
      ['Run the tests', 'pending'],
    ],
    [
      ['Add the cache', 'completed'],
      ['Translate the labels', 'completed'],
      ['Run the tests', 'completed'],
    ],
  ],
}

describe('a session to which only todo calls come', () => {
  it.each(Object.entries(ticked))('is not accused of %s', async (_, lists) => {
    const { audit } = await audited(lists, { todoCallsOnly })
    expect(audit.findings).toEqual([])
    expect(new Set(audit.completions.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']))
    for (const { missing, support } of audit.completions) {
      expect(support).toBeNull()
      expect(missing).toEqual(['no other work was seen: only todo calls come to this session'])
    }
    // The same session of a host that records everything.
    const whole = await audited(lists, {})
    expect(whole.audit.findings.map(({ severity }) => severity)).toContain('error')
    expect(whole.audit.completions.some(({ verdict }) => verdict === 'unsupported')).toBe(true)
  })

  it('is judged where the other work stands beside the call that completes', async () => {
    const lists: Lists = [
      [
        ['Test the cache', 'in_progress'],
        ['Translate the labels', 'pending'],
      ],
      [
        ['Test the cache', 'completed'],
        ['Translate the labels', 'in_progress'],
      ],
      [
        ['Test the cache', 'completed'],
        ['Translate the labels', 'completed'],
      ],
    ]
    const { audit } = await audited(lists, { todoCallsOnly }, ['c2'])
    expect(audit.completions.map(({ item, verdict }) => [item, verdict])).toEqual([
      ['1', 'unsupported'],
      ['2', 'unknown'],
    ])
    expect(new Set(audit.findings.map(({ item }) => item))).toEqual(new Set(['1']))
  })

  it('is told of what the list alone shows', async () => {
    const lists: Lists = [
      [
        ['Test the cache', 'in_progress'],
        ['Translate the labels', 'pending'],
      ],
      [['Test the cache', 'in_progress']],
    ]
    const { audit } = await audited(lists, { todoCallsOnly })
    expect(audit.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['dropped-item', 'warning'],
      ['ended-with-open-items', 'info'],
    ])
  })

  it('is not held up by a gate that asks for evidence', async () => {
    const profile = profiles.todoManager.with({ evidenceRequired: true })
    const lists: Lists = [[['Add the cache', 'in_progress']], [['Add the cache', 'completed']]]
    expect((await audited(lists, { profile, todoCallsOnly }, [], true)).replies).toEqual([true, true])
    expect((await audited(lists, { profile }, [], true)).replies).toEqual([true, false])
  })
})
