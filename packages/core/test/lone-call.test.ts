import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runs } from '../../../test/random.js'
import {
  memoryStore,
  openLedger,
  profileList,
  profileNamed,
  profiles,
  type SessionState,
} from '../src/index.js'
import { arbitraryTodoCall } from '../src/testing/index.js'

const input = (...texts: readonly string[]) => ({
  items: texts.map((text, at) => ({ id: String(at + 1), text, status: 'pending' })),
})

async function opened(store = memoryStore()) {
  const ledger = openLedger({ store })
  return { store, ledger, session: await ledger.session('s1', { profile: profiles.todoManager }) }
}

/** The state without the ids of events, which are new ones each time. */
function contentOf({ undelivered, ...state }: SessionState) {
  return { ...state, undelivered: undelivered.map(({ id: _, ...entry }) => entry) }
}

async function typesOf(store: ReturnType<typeof memoryStore>) {
  const types: string[] = []
  for await (const { type } of store.read('s1')) types.push(type)
  return types
}

describe('a todo call that comes without a turn', () => {
  it('is stored with its run, its turn and its end, in one append', async () => {
    const memory = memoryStore()
    const append = vi.spyOn(memory, 'append')
    const { session } = await opened(memory)
    await session.callTodoTool({ name: 'todo', input: input('A'), call: 'c1' })
    await session.callTodoTool({ name: 'todo', input: input('A', 'B'), call: 'c2' })
    expect(append.mock.calls.map(([, events]) => events.length)).toEqual([1, 4, 3])
    expect((await typesOf(memory)).slice(1)).toEqual([
      'run.started',
      ...['turn.started', 'todos.updated', 'turn.ended'],
      ...['turn.started', 'todos.updated', 'turn.ended'],
    ])
  })

  it('is answered as in a turn that a host starts and ends', async () => {
    const sessions = fc
      .constantFrom(...profileList)
      .chain((profile) =>
        fc.tuple(fc.constant(profile.name), fc.array(arbitraryTodoCall(profile), { maxLength: 10 })),
      )
    await fc.assert(
      fc.asyncProperty(sessions, async ([named, calls]) => {
        const profile = profileNamed(named)
        if (profile === undefined) throw new Error(named)
        const clock = () => new Date(0)
        const lone = await openLedger({ store: memoryStore(), clock }).session('s1', { profile })
        const hosted = await openLedger({ store: memoryStore(), clock }).session('s1', { profile })
        await hosted.startRun({ trigger: 'unknown', text: '' })
        for (const [at, { tool: name, input: given }] of calls.entries()) {
          const call = `c${at}`
          const turn = await hosted.startTurn()
          const reply = await turn.callTodoTool(name, given, { call })
          const { reminders } = await turn.end()
          expect(await lone.callTodoTool({ name, input: given, call })).toEqual({ reply, reminders })
          // The same id again, and nothing more is stored.
          const { seq } = lone.state
          expect(await lone.callTodoTool({ name, input: given, call })).toEqual({ reply, reminders })
          expect(lone.state.seq).toBe(seq)
        }
        if (calls.length > 0) expect(contentOf(lone.state)).toEqual(contentOf(hosted.state))
      }),
      { numRuns: runs(200) },
    )
  })

  it('stands in the turn that is under way, which goes on', async () => {
    const { session, store } = await opened()
    await session.startRun({ trigger: 'user', text: 'Go.' })
    const turn = await session.startTurn()
    await session.callTodoTool({ name: 'todo', input: input('A'), call: 'c1' })
    await turn.end()
    expect((await typesOf(store)).slice(1)).toEqual([
      'run.started',
      'turn.started',
      'todos.updated',
      'turn.ended',
    ])
  })

  it('is decided on what other processes have stored', async () => {
    const { store, session } = await opened()
    const other = (await opened(store)).session
    for (let at = 0; at < 20; at += 1) {
      const [one, two] = await Promise.all([
        session.callTodoTool({ name: 'todo', input: input('A', String(at)), call: `one ${at}` }),
        other.callTodoTool({ name: 'todo', input: input('B', String(at)), call: `two ${at}` }),
      ])
      expect([one.reply.ok, two.reply.ok]).toEqual([true, true])
    }
    const types = await typesOf(store)
    expect(types.filter((type) => type === 'todos.updated')).toHaveLength(40)
    expect(types.filter((type) => type === 'run.started')).toHaveLength(1)
    expect(types.slice(2).join(' ')).toBe(
      Array.from({ length: 40 }, () => 'turn.started todos.updated turn.ended').join(' '),
    )
  })

  it('replaces no list of which its client has not read what a person changed', async () => {
    const { session, store } = await opened()
    const call = (id: string, ...texts: readonly string[]) =>
      session.callTodoTool({ name: 'todo', input: input(...texts), call: id })
    await call('c1', 'A')
    await session.edit({ add: [{ text: 'By hand' }] }, { actor: { kind: 'person', id: 'ada' } })
    const refused = await call('c2', 'A', 'B')
    expect(refused.reply).toMatchObject({ ok: false, violations: [{ rule: 'unseen-change' }] })
    expect(refused.reply.text).toContain('changed since')
    expect(refused.reminders.join()).toContain('By hand')
    expect(session.state.items.map(({ text }) => text)).toEqual(['A', 'By hand'])
    // Asked again it is the same answer; a call that was made with the list at hand is decided.
    const { seq } = session.state
    expect(await call('c2', 'A', 'B')).toEqual(refused)
    expect(session.state.seq).toBe(seq)
    expect((await call('c3', 'A', 'By hand', 'B')).reply.ok).toBe(true)
    expect(await typesOf(store)).toContain('todos.rejected')
  })

  it('changes one item all the same', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile: profiles.recommended })
    await session.callTodoTool({ name: 'add_todos', input: { items: [{ text: 'A' }] }, call: 'c1' })
    await session.edit({ add: [{ text: 'By hand' }] }, { actor: { kind: 'person', id: 'ada' } })
    const done = { name: 'update_todo', input: { id: '1', status: 'in_progress' }, call: 'c2' }
    expect((await session.callTodoTool(done)).reply.ok).toBe(true)
  })

  it('names the tools there are', async () => {
    const { session } = await opened()
    await expect(session.callTodoTool({ name: 'nope', input: {}, call: 'c1' })).rejects.toMatchObject({
      code: 'unknown-tool',
    })
  })
})
