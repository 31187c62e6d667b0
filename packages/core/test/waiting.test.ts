/** What `recommended` says of items that wait for each other, of who works on what, and of what comes next. */

import { describe, expect, it } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { call, openSession } from './open-session.js'

const write = (...items: readonly unknown[]) => ['write_todos', { items }] as const
const update = (id: string, change: object) => ['update_todo', { id, ...change }] as const

/** What the last of these calls is answered, in a list of three items. */
async function answered(...calls: readonly (readonly [tool: string, input: unknown])[]) {
  const session = await openSession(profiles.recommended)
  await call(session, write({ text: 'a' }, { text: 'b' }, { text: 'c' }))
  return (await call(session, ...calls)).at(-1)
}

const circle = (...ids: readonly string[]) =>
  `Error: Items wait for each other in a circle: ${ids.join(' -> ')}. Take out one of these dependencies, or one item from under its parent.`

describe('recommended is not led into a deadlock by', () => {
  it('a part that depends on its parent', async () => {
    expect(await answered(update('2', { parent: '1', dependencies: ['1'] }))).toBe(circle('1', '2', '1'))
  })

  it('three items in a ring through parent and dependency', async () => {
    const ring = [update('1', { parent: '2' }), update('1', { dependencies: ['3'] })] as const
    expect(await answered(...ring, update('3', { dependencies: ['2'] }))).toBe(circle('1', '3', '2', '1'))
  })

  it('a part whose parent waits for what depends on the part', async () => {
    const ring = [update('1', { parent: '2' }), update('2', { dependencies: ['3'] })] as const
    expect(await answered(...ring, update('3', { dependencies: ['1'] }))).toBe(circle('1', '3', '1'))
  })

  it('an item that does not exist', async () => {
    const unknown =
      'Error: Item 2 depends on 9, which is not in the list. Name items of the list, or add them first.'
    expect(await answered(update('2', { dependencies: ['1', '9'] }))).toBe(unknown)
    // What was there when it was named may leave the list.
    const left = [update('1', { status: 'completed' }), update('2', { dependencies: ['1'] })] as const
    const rest = write({ id: '2', text: 'b', dependencies: ['1'] }, { id: '3', text: 'c' })
    const session = await openSession(profiles.recommended)
    await call(session, write({ text: 'a' }, { text: 'b' }, { text: 'c' }), ...left)
    expect(await call(session, rest)).not.toContain('Error')
  })

  it('a start before what is awaited, by the item or by what it is a part of', async () => {
    const depends = update('2', { dependencies: ['1'] })
    const early = (id: string) =>
      `Error: Item ${id} depends on open items: 1. Close the items that it depends on first, or cancel them.`
    expect(await answered(depends, update('2', { status: 'in_progress' }))).toBe(early('2'))
    const part = update('3', { parent: '2' })
    expect(await answered(depends, part, update('3', { status: 'in_progress' }))).toBe(early('3'))
    const done = update('1', { status: 'completed' })
    expect(await answered(depends, done, update('2', { status: 'in_progress' }))).toContain('[>] #2')
  })
})

describe('two agents', () => {
  const a = { kind: 'sub-agent', id: 'a' } as const
  const b = { kind: 'sub-agent', id: 'b' } as const

  async function together(settings: { readonly onePerAgent?: boolean }) {
    const session = await openSession(profiles.recommended.with(settings))
    await call(session, write({ text: 'a' }, { text: 'b' }, { text: 'c' }))
    const turns = [await session.startTurn({ actor: a }), await session.startTurn({ actor: b })]
    const claim = async (who: 0 | 1, id: string) =>
      (await turns[who]?.callTodoTool('claim_todo', { id }))?.text.split('\n')[Number(id) - 1]
    return { session, claim, turns }
  }

  it('claim: an open item of nobody becomes mine, or says whose it is', async () => {
    const { claim, session, turns } = await together({ onePerAgent: true })
    expect(await claim(0, '1')).toBe('[>] #1: a (a)')
    expect((await turns[1]?.callTodoTool('claim_todo', { id: '1' }))?.text).toBe(
      'Error: Item 1 belongs to a. Claim another item, or wait until a gives it up.',
    )
    expect(await claim(0, '1')).toBe('[>] #1: a (a)')
    expect(await claim(1, '2')).toBe('[>] #2: b (b)')
    expect(session.state.items.map(({ owner, status }) => [owner, status])).toEqual([
      ['a', 'in_progress'],
      ['b', 'in_progress'],
      [null, 'pending'],
    ])
    await turns[0]?.callTodoTool('update_todo', { id: '1', status: 'completed' })
    expect((await turns[0]?.callTodoTool('claim_todo', { id: '1' }))?.text).toBe(
      'Error: Item 1 is completed. Claim an open item.',
    )
  })

  it('have one item in progress each, where that is set', async () => {
    const each = await together({ onePerAgent: true })
    await each.claim(0, '1')
    expect((await each.turns[0]?.callTodoTool('claim_todo', { id: '2' }))?.text).toMatch(
      /^Error: Each agent/u,
    )
    const one = await together({})
    await one.claim(0, '1')
    expect((await one.turns[1]?.callTodoTool('claim_todo', { id: '2' }))?.text).toMatch(
      /^Error: Only one task/u,
    )
  })

  it('that claim at once over one store get it once', async () => {
    const store = memoryStore()
    const options = { profile: profiles.recommended, openTurn: 'join' } as const
    const open = () => openLedger({ store, turnLeases: false }).session('s1', options)
    const first = await open()
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    const turn = await first.startTurn({ actor: a })
    await turn.callTodoTool(...write({ text: 'a' }))
    const other = await (await open()).startTurn({ actor: b })
    const claims = await Promise.allSettled(
      [turn, other].map((each) => each.callTodoTool('claim_todo', { id: '1' })),
    )
    const won = claims.filter((claim) => claim.status === 'fulfilled' && claim.value.ok)
    expect(won).toHaveLength(1)
  })
})

describe('what comes next', () => {
  it('is what can be begun, due first', async () => {
    const session = await openSession(profiles.recommended)
    const [, ready] = await call(
      session,
      write(
        { text: 'Plan' },
        { text: 'Build', dependencies: ['1'] },
        { text: 'Tell', due: '2026-03-01' },
        { text: 'Ask', due: '2026-02-01T12:00:00Z' },
        { text: 'Whole' },
        { text: 'Part', parent: '5' },
        { text: 'Wait', status: 'blocked', reason: 'x' },
      ),
      ['ready_todos', {}],
    )
    expect(ready).toBe(
      [
        '[ ] #4: Ask (due 2026-02-01T12:00:00Z)',
        '[ ] #3: Tell (due 2026-03-01)',
        '[ ] #1: Plan',
        '[ ] #6: Part',
      ].join('\n'),
    )
  })

  it('is nothing where all waits', async () => {
    const session = await openSession(profiles.recommended)
    expect(await call(session, ['ready_todos', {}])).toEqual(['Nothing can be begun.'])
  })

  it.each(['soon', '2026-02-31', 7])('a due date is a date, not %j', async (due) => {
    const session = await openSession(profiles.recommended)
    const [reply] = await call(session, write({ text: 'a', due }))
    expect(reply).toBe(
      'Error: Item (new 1): due must be a date. Give due as 2026-12-31, or with a time as 2026-12-31T17:00:00Z.',
    )
  })
})
