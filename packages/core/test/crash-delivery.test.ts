import { expect, it } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

/**
 * A host that dies at its n-th append: before the store has it, or after the store has it and before it is told. What
 * is dead asks nothing more of its store.
 */
function dyingStore(store: EventStore, dies: { at: number; when: 'before' | 'after' }): EventStore {
  let appends = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Error('killed')
  }
  // The methods stand in the store's class: a spread would leave them out.
  return new Proxy(store, {
    get(target, name) {
      if (isDead) return die
      if (name === 'append') return append
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

  async function append(...asked: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    appends += 1
    if (appends === dies.at && dies.when === 'before') return die()
    const result = await store.append(...asked)
    return appends === dies.at ? die() : result
  }
}

/** How many appends a host makes that lives. */
async function appendsOf(run: (store: EventStore) => Promise<void>): Promise<number> {
  const store = memoryStore()
  const append = store.append.bind(store)
  let appends = 0
  store.append = (...asked) => {
    appends += 1
    return append(...asked)
  }
  await run(store)
  return appends
}

/**
 * What a host does in three runs of a wake loop with a nag: goes on from whatever the log says, so that it can begin
 * anywhere. Stops when the session has yielded.
 */
async function host(store: EventStore): Promise<void> {
  const session = await openLedger({ store, turnLeases: false }).session('s1', { profile })
  if (session.state.run.number === 0) await session.startRun({ trigger: 'user', text: 'Begin.' })
  for (;;) {
    const [waiting] = session.pending().filter((entry) => entry.kind === 'continuation')
    if (session.state.yielded !== null) return
    if (waiting !== undefined) await session.startRun({ trigger: 'wake', text: waiting.text })
    while (session.state.run.turns < 4) {
      const turn = await session.startTurn()
      const call = `r${session.state.run.number}t${session.state.run.turns}`
      if (session.state.items.length === 0) await turn.callTodoTool('todo_write', { items: ['a'] }, { call })
      else await turn.recordTool({ call, name: 'bash', input: {}, ok: true })
      await turn.end()
    }
    await session.endRun({ text: `answer ${session.state.run.number}` })
  }
}

const nag = profiles.todoManager.nag
const profile = { ...profiles.wakeLoop.with({ maxWakeCycles: 2 }), nag }

it('a host killed at any step issues each nag and continuation once, and delivers each once', async () => {
  const appends = await appendsOf(host)
  expect(appends).toBeGreaterThan(30)
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; at <= appends; at += 1) {
      const store = memoryStore()
      await expect(host(dyingStore(store, { at, when }))).rejects.toThrow('killed')
      await host(store)
      const events = await readAll(store.read('s1'))
      const issued = events.flatMap((e) =>
        e.type === 'nag.issued' || e.type === 'continuation.issued' ? [e.id] : [],
      )
      const delivered = events.flatMap((e) =>
        e.type === 'run.started' || e.type === 'turn.started' ? e.data.delivers : [],
      )
      expect(new Set(delivered).size).toBe(delivered.length)
      // The last turns' nags wait for a turn that never comes.
      const last = await openLedger({ store, turnLeases: false }).session('s1')
      const waiting = last.pending().map((entry) => entry.id)
      expect([...delivered, ...waiting].toSorted()).toEqual(issued.toSorted())
      const continuations = events.filter((event) => event.type === 'continuation.issued')
      expect(continuations.map((event) => event.type === 'continuation.issued' && event.data.used)).toEqual([
        1, 2,
      ])
      expect(events.filter((event) => event.type === 'session.yielded')).toHaveLength(1)
    }
  }
})
