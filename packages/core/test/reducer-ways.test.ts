import fc from 'fast-check'
import { applyPatches } from 'immer'
import { expect, it } from 'vitest'
import { DamagedLogError } from '../src/errors.js'
import { type Actor, type Change, type EventDataByType, eventShapes, type TodoEvent } from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { initialState, type SessionState } from '../src/state.js'
import { arbitraryOf } from '../src/testing/arbitraries/values.js'

const keys = ['k1', 'k2', 'k3', '__proto__', 'constructor']
const key = fc.constantFrom(...keys)
const actors: readonly (Actor | undefined)[] = [
  undefined,
  { kind: 'sub-agent', id: '__proto__' },
  { kind: 'sub-agent', id: 'a' },
  { kind: 'person', id: 'ann' },
]
const types = Object.keys(eventShapes).filter((type): type is TodoEvent['type'] => type !== 'session.opened')

/** Events of any type by anybody; changes are about a few keys, so that most are possible. */
const anyEvents: fc.Arbitrary<readonly Pick<TodoEvent, 'type' | 'data' | 'actor'>[]> = fc.array(
  fc
    .oneof(
      ...types.map((type) => fc.record({ type: fc.constant(type), data: arbitraryOf(eventShapes[type]) })),
    )
    .chain(({ type, data }) =>
      fc.record({ named: fc.array(key, { maxLength: 3 }), actor: fc.constantFrom(...actors) }).map(
        ({ named, actor }) =>
          ({
            type,
            data: 'changes' in data ? { ...data, changes: withKeys(data.changes, named) } : data,
            ...(actor === undefined ? {} : { actor }),
          }) as Pick<TodoEvent, 'type' | 'data' | 'actor'>,
      ),
    ),
  { maxLength: 25 },
)

function withKeys(changes: readonly Change[], named: readonly string[]): readonly Change[] {
  return changes.map((change, place) =>
    'key' in change ? { ...change, key: named[place] ?? change.key } : change,
  )
}

const opened: EventDataByType['session.opened'] = {
  ...{ profile: 'p', settings: {}, goal: null, source: null, parent: null },
  rules: ['single-in-progress', 'ids-unique', 'no-dependency-cycle', 'text-required'].map((id) => ({
    ...{ id, version: 1, mode: 'reject', options: {}, lowered: false },
  })),
}

function failureOf(work: () => void): DamagedLogError | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof DamagedLogError) return error
    throw error
  }
}

it('a live update, its patches and a replay lead to the same state, and leave the one before as it was', () => {
  const reducer = createReducer()
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: SessionState = initialState
      let replay = reducer.replay()
      const log = [{ type: 'session.opened', data: opened }, ...events]
      for (const event of log) {
        const seq = state.seq + 1
        const next = { ...event, id: `e${seq}`, session: 's', seq, turn: 1, at: new Date(seq), version: 1 }
        const given = next as TodoEvent
        const text = JSON.stringify(state)
        let live = state
        const failure = failureOf(() => {
          live = reducer.accept(state, given)
        })
        expect(failureOf(() => replay.apply(given))?.message).toBe(failure?.message)
        expect(JSON.stringify(state)).toBe(text)
        if (failure !== null) {
          expect(failureOf(() => reducer.attempt(state, given))?.message).toBe(failure.message)
          replay = reducer.replay(state)
          continue
        }
        const { next: attempted } = reducer.attempt(state, given)
        expectSame({ ...attempted, disagreements: live.disagreements }, live)
        // Asked for only now and then: until then a replay may alter in place what is its own.
        if (seq % 3 === 0) expectSame(replay.state, live)
        const patches = reducer.patches(state, given)
        // Immer's own applying drops keys such as __proto__; what the rules say of a fact comes beside its patches.
        const isPlain = !/__proto__|constructor|prototype/.test(JSON.stringify(patches))
        if (isPlain && live.disagreements.length === state.disagreements.length)
          expectSame(applyPatches(state, [...patches]), live)
        state = live
      }
      expectSame(replay.finish(), state)
      expect(Object.isFrozen(state)).toBe(true)
    }),
  )
})

/** Strictly, but where an item has the key `constructor`: there vitest compares what it takes for the type. */
function expectSame(one: SessionState, other: SessionState): void {
  if (Object.hasOwn(other.changed, 'constructor')) expect(one).toEqual(other)
  else expect(one).toStrictEqual(other)
}
