/** Two agents on one list: what one changed, the other does not undo before it has read of it. */

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../test/random.js'
import type { Actor, TodoEvent } from '../src/events.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { Profile } from '../src/profiles/profile.js'
import { createReducer } from '../src/reducer.js'
import type { Session } from '../src/session.js'
import { initialState } from '../src/state.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'
import { sessionInvariants } from './session-invariants.js'

const a: Actor = { kind: 'agent', id: 'a' }
const b: Actor = { kind: 'agent', id: 'b' }
const ann: Actor = { kind: 'person', id: 'ann' }

async function opened(profile: Profile, store = memoryStore()) {
  let calls = 0
  const session = await openLedger({ store }).session('s1', { profile, openTurn: 'join' })
  const call = async (actor: Actor, name: string, input: unknown, id = `${actor.id}${++calls}`) => {
    const { reply, reminders } = await session.callTodoTool({ name, input, call: id, actor })
    return { ...reply, text: [...reminders, reply.text].join('\n') }
  }
  return { session, store, call, events: () => readAll(store.read('s1')) }
}

const list = (...items: readonly (readonly [text: string, status: string, id?: string])[]) => ({
  items: items.map(([text, status, id]) => ({ text, status, ...(id === undefined ? {} : { id }) })),
})
const rowsOf = ({ state }: Session) => state.items.map(({ text, status }) => `${text}: ${status}`)

describe('a whole list', () => {
  it('that drops what another agent works on is refused once, with the difference, and then passes', async () => {
    const { session, call } = await opened(profiles.recommended)
    await call(a, 'write_todos', list(['Write it', 'pending']))
    await call(b, 'list_todos', {})
    await call(a, 'add_todos', list(['Run the tests', 'in_progress']))
    const mine = list(['Write it', 'pending', '1'], ['Ship it', 'pending'])
    const refused = await call(b, 'write_todos', mine)
    expect(refused).toMatchObject({ ok: false, violations: [{ rule: 'unseen-change' }] })
    expect(refused.text).toMatchInlineSnapshot(`
      "Error: The list was changed since you last read it, and this call would take the change back. Make the call again, with the list as it is now in mind.

      What others changed since you last read the list:
      - new: item "2", "Run the tests", in_progress (by an agent, "a")
      Go on with the list as it is now:
      [ ] #1: Write it
      [>] #2: Run the tests

      (0/2 completed)"
    `)
    expect(rowsOf(session)).toEqual(['Write it: pending', 'Run the tests: in_progress'])
    expect(await call(b, 'write_todos', mine)).toMatchObject({ ok: true })
    // What b did is news to a in turn.
    const again = await call(a, 'write_todos', list(['Write it', 'in_progress', '1']))
    expect(again.text).toContain('removed: item "2", "Run the tests" (by an agent, "b")')
  })

  it('of an agent that never read the list is refused with the list', async () => {
    const { session, call } = await opened(profiles.todoWrite)
    await call(a, 'todo', list(['Write it', 'in_progress', '1']))
    const refused = await call(b, 'todo', list(['Ship it', 'pending', '1']))
    expect(refused.text).toMatchInlineSnapshot(`
      "Error: Others keep this list, you have not read it yet, and this call would take back what they wrote

      Go on with the list as it is now:
      [>] #1: Write it

      (0/1 completed)"
    `)
    expect((await call(b, 'todo', list(['Ship it', 'pending', '1']))).ok).toBe(true)
    expect(rowsOf(session)).toEqual(['Ship it: pending'])
  })

  it.each<[string, ReturnType<typeof list>, boolean]>([
    ['sets back a status', list(['A', 'pending', '1'], ['B', 'pending', '2'], ['C', 'pending', '3']), false],
    [
      'brings back what was removed',
      list(['A', 'completed', '1'], ['B', 'pending', '2'], ['D', 'pending']),
      false,
    ],
    [
      'holds what was changed',
      list(['A', 'completed', '1'], ['B', 'in_progress', '2'], ['C', 'pending', '3']),
      true,
    ],
  ])('that %s', async (_what, given, passes) => {
    const { call } = await opened(profiles.recommended)
    await call(a, 'write_todos', list(['A', 'pending'], ['B', 'pending'], ['D', 'pending']))
    await call(b, 'list_todos', {})
    await call(a, 'write_todos', list(['A', 'completed', '1'], ['B', 'pending', '2'], ['C', 'pending', '3']))
    expect((await call(b, 'write_todos', given)).ok).toBe(passes)
  })

  it('is told of what a person changed by its turn, and refused where that came later', async () => {
    const { session } = await opened(profiles.todoWrite)
    await session.startRun({ trigger: 'user', text: 'Go.' })
    const edit = (text: string) => session.edit({ add: [{ text }] }, { actor: ann })
    await edit('First')
    const turn = await session.startTurn()
    expect(turn.reminders.join()).toContain('First')
    expect((await turn.callTodoTool('todo', list(['Mine', 'pending', '1']))).ok).toBe(true)
    await edit('Second')
    const refused = await turn.callTodoTool('todo', list(['Mine', 'completed', '1']))
    expect(refused.text).toContain('new: item "2", "Second", pending (by a person, "ann")')
    expect((await turn.callTodoTool('todo', list(['Mine', 'completed', '1']))).ok).toBe(true)
  })
})

describe('a call for one item', () => {
  it('passes where others changed another one, added it, or it was shown since', async () => {
    const { call } = await opened(profiles.recommended)
    await call(a, 'write_todos', list(['A', 'pending'], ['B', 'pending']))
    expect((await call(b, 'claim_todo', { id: '1' })).ok).toBe(true)
    await call(a, 'update_todo', { id: '2', priority: 'high' })
    expect((await call(b, 'update_todo', { id: '1', status: 'completed' })).ok).toBe(true)
    await call(a, 'add_todos', list(['C', 'pending']))
    await call(a, 'update_todo', { id: '2', notes: 'soon' })
    expect((await call(b, 'ready_todos', {})).text).toContain('#2')
    expect((await call(b, 'claim_todo', { id: '2' })).ok).toBe(true)
    await call(b, 'update_todo', { id: '2', status: 'pending' })
    expect((await call(b, 'claim_todo', { id: '3' })).ok).toBe(true)
  })

  it('that others changed since is refused once', async () => {
    const { call } = await opened(profiles.recommended)
    await call(a, 'write_todos', list(['A', 'pending'], ['B', 'pending']))
    await call(b, 'list_todos', {})
    await call(a, 'update_todo', { id: '2', text: 'B without tests' })
    const done = { id: '2', status: 'in_progress' }
    expect((await call(b, 'update_todo', done)).text).toMatchInlineSnapshot(`
      "Error: The list was changed since you last read it, and this call would take the change back. Make the call again, with the list as it is now in mind.

      What others changed since you last read the list:
      - item "2", "B", now reads "B without tests" (by an agent, "a")
      Go on with the list as it is now:
      [ ] #1: A
      [ ] #2: B without tests

      (0/2 completed)"
    `)
    expect((await call(b, 'update_todo', done)).ok).toBe(true)
  })

  it('is told of by the rules that it breaks, first of all', async () => {
    const { call } = await opened(profiles.recommended)
    await call(a, 'write_todos', list(['A', 'pending']))
    await call(b, 'list_todos', {})
    await call(a, 'claim_todo', { id: '1' })
    expect((await call(b, 'claim_todo', { id: '1' })).text).toContain('Item 1 belongs to a')
  })

  it('of another list that took its ids is refused once, where answers show no list', async () => {
    const { call } = await opened(profiles.loki)
    await call(a, 'todo__init', { goal: 'A' })
    await call(a, 'todo__add', { task: 'Of a' })
    expect((await call(b, 'todo__init', { goal: 'B' })).ok).toBe(false)
    await call(b, 'todo__init', { goal: 'B' })
    await call(b, 'todo__add', { task: 'Of b' })
    expect((await call(a, 'todo__done', { id: 1 })).text).toContain('Of b')
    expect((await call(a, 'todo__done', { id: 1 })).ok).toBe(true)
  })
})

/** What an agent may do: some of its lists hold what it read last, some do not. */
type Doing = {
  readonly who: 0 | 1 | 2
  readonly what: 'read' | 'add' | 'list' | 'item' | 'edit'
  readonly n: number
}

const doing = fc.record<Doing>({
  who: fc.constantFrom(0, 1, 2),
  what: fc.constantFrom('read', 'add', 'list', 'list', 'item', 'item', 'edit'),
  n: fc.nat(5),
})
const agents = [a, b, { kind: 'sub-agent', id: 'c' }] as const

test('no agent undoes what another did before it was told of it, and none is told twice', async () => {
  let refusals = 0
  const script = fc.array(doing, { minLength: 6, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(script, fc.constantFrom('recommended', 'loki', 'todoWrite'), async (steps, name) => {
      const { session, call, events } = await opened(profiles[name])
      for (const { who, what, n } of steps) {
        const actor = agents[who]
        if (what === 'edit') await session.edit({ add: [{ text: `Edit ${n}` }] }, { actor: ann })
        else {
          const [tool, input] = callOf(name, what, n)
          const reply = await call(actor, tool, input)
          if (reply.violations?.[0]?.rule !== 'unseen-change') continue
          refusals += 1
          expect(reply.text).toContain(session.rendered())
          const again = await call(actor, tool, input)
          expect(again.violations?.[0]?.rule).not.toBe('unseen-change')
        }
      }
      const all = await events()
      expect(undoneUnread(profiles[name], all)).toBeNull()
      // The log alone gives the states that the session had.
      const reducer = createReducer()
      const replay = reducer.replay()
      for (const event of all) replay.apply(event)
      expect(replay.finish()).toEqual(session.state)
      expect(all.reduce((state, event) => reducer.accept(state, event), initialState)).toEqual(session.state)
    }),
    { numRuns: runs(150) },
  )
  expect(refusals).toBeGreaterThan(20)
})

test('one agent alone never meets it, and its log says nothing of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(doing, { maxLength: 20 }),
      fc.constantFrom('recommended', 'loki', 'todoWrite'),
      async (steps, name) => {
        const { call, events } = await opened(profiles[name])
        for (const { what, n } of steps) if (what !== 'edit') await call(a, ...callOf(name, what, n))
        expect(JSON.stringify(await events())).not.toMatch(/unseen-change|"seen"/)
      },
    ),
    { numRuns: runs(50) },
  )
})

function callOf(name: string, what: Exclude<Doing['what'], 'edit'>, n: number): [string, unknown] {
  const text = `Item ${n}`
  if (name === 'loki')
    return {
      read: ['todo__list', {}] as [string, unknown],
      add: ['todo__add', { task: text }] as [string, unknown],
      list: ['todo__init', { goal: text }] as [string, unknown],
      item: ['todo__done', { id: n }] as [string, unknown],
    }[what]
  const whole = list(
    ...[0, 1, 2].map(
      (m) => [`Item ${(n + m) % 4}`, m > 0 || n > 2 ? 'pending' : 'in_progress', `${m + 1}`] as const,
    ),
  )
  if (name === 'todoWrite') return ['todo', what === 'list' ? whole : list([text, 'pending', String(n)])]
  return {
    read: [n > 2 ? 'list_todos' : 'ready_todos', {}] as [string, unknown],
    add: ['add_todos', list([text, 'pending'])] as [string, unknown],
    list: ['write_todos', list(...[0, 1].map((m) => [`Item ${n + m}`, 'pending'] as const))] as [
      string,
      unknown,
    ],
    item: [n > 3 ? 'claim_todo' : 'update_todo', { id: String(n), notes: text }] as [string, unknown],
  }[what]
}

/** Where somebody undid what another did and was not told of it, as the kit sees it. */
function undoneUnread(profile: Profile, events: readonly TodoEvent[]): string | null {
  const invariant = sessionInvariants.find(({ name }) => name === 'nothing-undone-unread')
  const run = { ...{ profile, like: profile, events }, ...{ rules: [], steps: [], states: [] } }
  const broken = invariant?.check({ ...run, answers: [], reminders: [], outcomes: [] })
  return broken === undefined ? 'there is no such invariant' : (broken?.message ?? null)
}
