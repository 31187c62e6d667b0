import type { TodoStatus } from '@todo-ledger/core'
import { createReducer, initialState, memoryStore, openLedger } from '@todo-ledger/core'
import { RecordingLines } from '@todo-ledger/core/recording'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { describe, expect, it } from 'vitest'
import { SessionAuditor } from '../src/auditor.js'
import { evidence } from '../src/evidence.js'

type Item = readonly [text: string, status: TodoStatus]

const item = 'Add the login form'

const todos = (items: readonly Item[]) =>
  items.map(([content, status]) => ({ content, status, activeForm: content }))

/** A session whose list held items before the log begins; each later list is a turn of its own. */
async function resumed(old: readonly Item[], ...lists: readonly (readonly Item[])[]) {
  const store = memoryStore()
  const recorded = { format: 'claude-code', file: 'a.jsonl' }
  const session = await openLedger({ store, evidence: evidence() }).session('s1', {
    profile: claudeCode.profile,
    recorded,
  })
  await session.startRun({ trigger: 'user', text: 'Go on.' })
  let before = old
  for (const list of lists) {
    const turn = await session.startTurn()
    const details = { oldTodos: todos(before), newTodos: todos(list) }
    await turn.callTodoTool(
      'TodoWrite',
      { todos: todos(list) },
      { recorded: { ok: true, output: '', details } },
    )
    await turn.end()
    before = list
  }
  const reducer = createReducer()
  const auditor = new SessionAuditor()
  const lines = new RecordingLines()
  const neutral: unknown[] = []
  let state = initialState
  for await (const event of store.read('s1')) {
    state = reducer.accept(state, event)
    auditor.observe(event, state)
    neutral.push(...lines.take(event))
  }
  return { audit: auditor.finish(), neutral: [...neutral, ...lines.finish()] }
}

async function verdicts(
  old: readonly Item[],
  ...lists: readonly (readonly Item[])[]
): Promise<readonly string[]> {
  const { audit } = await resumed(old, ...lists)
  return audit.completions.map(({ verdict }) => verdict)
}

describe('an item that was in the list before the log', () => {
  const cases: readonly (readonly [TodoStatus, readonly TodoStatus[], readonly string[]])[] = [
    ['completed', ['completed'], []],
    ['in_progress', ['completed'], ['unknown']],
    ['in_progress', ['in_progress', 'completed'], ['unknown']],
    ['pending', ['completed'], ['unknown']],
    // From here on the log saw the item before its work.
    ['pending', ['pending', 'completed'], ['unsupported']],
    ['pending', ['in_progress', 'completed'], ['unsupported']],
    ['completed', ['in_progress', 'completed'], ['unsupported']],
    ['in_progress', ['completed', 'in_progress', 'completed'], ['unknown', 'unsupported']],
  ]
  it.each(cases)('as %s and then %j has the completions %j', async (before, after, expected) => {
    const lists = after.map((status): readonly Item[] => [[item, status]])
    expect(await verdicts([[item, before]], ...lists)).toEqual(expected)
  })

  it('leaves a new one beside it to be judged as ever', async () => {
    const { audit } = await resumed(
      [[item, 'completed']],
      [
        [item, 'completed'],
        ['Translate the labels', 'completed'],
      ],
    )
    expect(audit.completions.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['Translate the labels', 'unsupported'],
    ])
    expect(audit.findings.map(({ rule, item: id }) => [rule, id])).toEqual([
      ['complete-without-activity', '2'],
    ])
  })

  it('says what hides its work', async () => {
    const { audit } = await resumed([[item, 'in_progress']], [[item, 'completed']])
    expect(audit.findings).toEqual([])
    expect(audit.completions[0]?.missing[0]).toBe(
      'the item was in the list before the log begins; what was done before is not in it',
    )
  })

  it('counts as neither claimed nor open where it was completed', async () => {
    const { audit } = await resumed([[item, 'completed']], [[item, 'completed']])
    expect(audit.summary.items.map(({ items, completed, open }) => ({ items, completed, open }))).toEqual([
      { items: 1, completed: 0, open: 0 },
    ])
  })

  it('is told by the neutral recording, so that it is known there, too', async () => {
    const { neutral } = await resumed([[item, 'in_progress']], [[item, 'completed']], [])
    const calls = neutral.flatMap((line) =>
      typeof line === 'object' && line !== null && 'calls' in line && Array.isArray(line.calls)
        ? line.calls
        : [],
    )
    expect(
      calls.map((call: unknown) =>
        typeof call === 'object' && call !== null && 'details' in call ? call.details : null,
      ),
    ).toEqual([{ oldTodos: [{ id: '1', content: item, status: 'in_progress' }] }, null])
  })
})
