/** Two ledgers over one store drive one session at the same time: a lost race is decided anew, and no host sees it. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HostError } from '../src/errors.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import type { Session } from '../src/session.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

/** What a host does; each names what it records, so that its answers are looked for in the log. */
const doings = {
  run: (session, id) => session.startRun({ trigger: 'user', text: id, id }),
  turn: (session, id) => session.startTurn({ id }),
  call: async (session, id) => {
    const items = [
      { text: `Of ${id}`, status: 'in_progress' },
      { text: 'Of both', status: id.length % 2 === 0 ? 'in_progress' : 'pending' },
    ]
    const reply = await session.turn()?.callTodoTool('todo', { items }, { call: id })
    return reply
  },
  message: (session, id) => session.recordMessage({ text: id, id }),
  end: (session, id) => session.turn()?.end({ id }),
  answer: (session, id) => session.endRun({ text: id, id }),
  refresh: (session) => session.refresh(),
} satisfies { readonly [name: string]: (session: Session, id: string) => unknown }

type Doing = keyof typeof doings

const script = fc.array(
  fc.constantFrom<Doing>('run', 'turn', 'call', 'call', 'message', 'end', 'answer', 'refresh'),
  { maxLength: 12 },
)

/** A store that answers after as many steps as a number says: who is faster is the script's. */
function slowed(store: EventStore, delays: readonly number[]): EventStore {
  let count = 0
  const wait = async () => {
    count += 1
    for (let left = delays[count % delays.length] ?? 0; left > 0; left -= 1) await Promise.resolve()
  }
  return {
    append: async (...given) => {
      await wait()
      return store.append(...given)
    },
    read: (...given) => store.read(...given),
    readAll: (...given) => store.readAll(...given),
    ledger: () => store.ledger(),
    lastPosition: () => store.lastPosition(),
    sessions: (only) => store.sessions(only),
    redact: (...given) => store.redact(...given),
    close: () => store.close(),
  }
}

test('whatever two hosts do at the same time, none is told of a race, and every rule holds', async () => {
  const delays = fc.array(fc.nat(12), { minLength: 1, maxLength: 5 })
  let hadRaces = false
  const wasRefused = new Set<string>()
  await fc.assert(
    fc.asyncProperty(script, script, delays, delays, async (ones, others, slow, slower) => {
      const store = memoryStore()
      let races = 0
      const counted: EventStore = {
        ...slowed(store, [0]),
        append: (...given) =>
          store.append(...given).catch((error: unknown) => {
            races += 1
            throw error
          }),
      }
      const open = (name: string, pace: readonly number[]) =>
        openLedger({ store: slowed(counted, pace), ids: countingIds(name) }).session('s1', {
          profile: profiles.todoManager,
          openTurn: 'join',
        })
      const hosts = await Promise.all([open('a', slow), open('b', slower)])
      races = 0
      const drive = async (session: Session, name: string, steps: readonly Doing[]) => {
        for (const [index, step] of steps.entries()) {
          try {
            await doings[step](session, `${name}${index}`)
          } catch (error) {
            if (!(error instanceof HostError)) throw error
            wasRefused.add(error.code)
          }
        }
      }
      await Promise.all([drive(hosts[0], 'a', ones), drive(hosts[1], 'b', others)])

      const events = await readAll(store.read('s1'))
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      const replay = createReducer().replay()
      for (const event of events) replay.apply(event)
      const state = replay.finish()
      // Every update that was accepted breaks no rule where it stands.
      expect(state.disagreements).toEqual([])
      expect(turnsAreWhole(events.map(({ type }) => type))).toBe(true)
      for (const session of hosts) {
        await session.refresh()
        expect(session.state).toEqual(state)
      }
      hadRaces ||= races > 0
    }),
  )
  expect(hadRaces).toBe(true)
  // What a host is told is how the session stands, and never that somebody was faster.
  expect(['no-run', 'turn-open', 'turn-over']).toEqual(expect.arrayContaining([...wasRefused]))
})

/** A turn ends before the next one begins, and calls stand in one. */
function turnsAreWhole(types: readonly string[]): boolean {
  let isOpen = false
  for (const type of types) {
    if (
      type === 'turn.started' ? isOpen : type === 'turn.ended' || type === 'todos.updated' ? !isOpen : false
    )
      return false
    if (type === 'turn.started') isOpen = true
    if (type === 'turn.ended') isOpen = false
  }
  return true
}

function countingIds(name: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${name}-${count}`
  }
}
