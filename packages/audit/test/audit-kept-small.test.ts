/** What the audit keeps of a session is kept small: it says the same as what would be kept whole. */

import { initialState, type SessionState, type TodoItem } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { detached, detachedData, sharedData } from '../src/compact/detached.js'
import { ListHistory } from '../src/compact/list-history.js'
import { WordCounts, WordSets } from '../src/compact/word-sets.js'
import { listed } from '../src/completions/listed-item.js'
import { addWords } from '../src/evidence/items/words.js'

const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 40 })

describe('words that are kept small', () => {
  it('are the same set', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), words, (sets, others) => {
        const store = new WordSets()
        const kept = sets.map((set) => store.keep(new Set(set)))
        for (const [index, set] of sets.entries()) {
          const small = kept[index] ?? new Set()
          const visited: string[] = []
          small.forEach((word) => {
            visited.push(word)
          })
          expect(small.size).toBe(set.length)
          expect([...small].sort()).toEqual([...set].sort())
          expect([...small.keys()]).toEqual(visited)
          expect([...small.entries()]).toEqual(visited.map((word) => [word, word]))
          for (const word of [...set, ...others]) expect(small.has(word)).toBe(set.includes(word))
        }
      }),
    )
  })

  it('of texts are those that are added to a set, however many it may hold', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'parseHTTPBody2',
            'Tests',
            'naïve',
            '東京タワー',
            'x',
            'the',
            `q${'z9'.repeat(70)}`,
            '東'.repeat(130),
          ),
          fc.stringMatching(/^[A-Za-z0-9]{1,4}$/),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(' '))
    const parts = fc.array(fc.tuple(text, fc.nat({ max: 60 })), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(fc.tuple(parts, parts, fc.nat({ max: 9 })), { maxLength: 6 }), (pieces) => {
        const store = new WordSets()
        for (const [first, second, most] of pieces) {
          const set = new Set<string>()
          for (const [given, limit] of first) addWords(set, given, limit, most)
          expect([...store.keepWordsOf(first, most)].sort()).toEqual([...set].sort())
          const open = store.open(first, most)
          expect([...open].sort()).toEqual([...set].sort())
          for (const [given, limit] of second) addWords(set, given, limit, most)
          const closed = store.close(open, second, most)
          expect([...closed].sort()).toEqual([...set].sort())
          for (const word of ['parse', 'test', '東京', ...set]) expect(closed.has(word)).toBe(set.has(word))
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('are counted as sets of their own are, of one store or of several, and taken back', () => {
    const counted = fc.record({
      set: words,
      kept: fc.constantFrom('here', 'elsewhere', 'no'),
      back: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 12 }), (sets) => {
        const stores = { here: new WordSets(), elsewhere: new WordSets() }
        const counts = new WordCounts()
        const plain = new Map<string, number>()
        for (const { set, kept, back } of sets) {
          const given = kept === 'no' ? new Set(set) : stores[kept].keep(new Set(set))
          counts.count(given, 1)
          // What was counted by numbers may be taken back by words.
          if (back) counts.count(new Set(set), -1)
          else for (const word of set) plain.set(word, (plain.get(word) ?? 0) + 1)
        }
        for (const word of ['a', 'bb', ...sets.flatMap(({ set }) => set)]) {
          expect(counts.of(word)).toBe(plain.get(word) ?? 0)
          expect(counts.has(word)).toBe(plain.has(word))
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('are the same set where there are more words than two bytes can number', () => {
    const store = new WordSets()
    const many = Array.from({ length: 70_000 }, (_, index) => `w${index}`)
    const all = store.keep(new Set(many))
    const late = store.keep(new Set(['w69999', 'w1', 'new']))
    expect([all.size, all.has('w0'), all.has('w69999'), all.has('new')]).toEqual([70_000, true, true, false])
    expect([...late].sort()).toEqual(['new', 'w1', 'w69999'])
    expect([late.has('w69999'), late.has('w4463'), late.has('w2')]).toEqual([true, false, false])
  })
})

const item = fc.record({
  key: fc.constantFrom('k1', 'k2', 'k3', 'k4'),
  id: fc.constantFrom('1', '2'),
  text: fc.constantFrom('a', 'b'),
  status: fc.constantFrom('pending', 'in_progress', 'blocked', 'completed', 'cancelled'),
  parent: fc.constantFrom(null, '1'),
  dependencies: fc.constantFrom([], ['1'], ['2']),
})

/** A state with a list, as far as the audit looks at it. */
function stateOf(items: readonly Partial<TodoItem>[]): SessionState {
  const state = initialState
  const rest = {
    reason: null,
    activeForm: null,
    priority: null,
    owner: null,
    notes: null,
    estimate: null,
    metadata: null,
  }
  const moments = {
    added: { turn: 1, seq: 1, at: 0 },
    started: null,
    closed: null,
    blocked: null,
    actor: null,
  }
  const whole = { key: '', id: '', text: '', status: 'pending', parent: null, dependencies: [] } as const
  return { ...state, items: items.map((each) => ({ ...whole, ...rest, ...moments, ...each })) }
}

describe('lists that are kept small', () => {
  it('are what they were, also later', () => {
    const lists = fc.array(
      fc.uniqueArray(item, { selector: ({ key }) => key, maxLength: 4 }).chain((few) =>
        // The same few items behind many that stay.
        fc
          .constantFrom(0, 127, 128, 300)
          .map((others) => [
            ...Array.from({ length: others }, (_, index) => ({ key: `o${index}`, id: `${index}` })),
            ...few,
          ]),
      ),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(lists, (shown) => {
        const history = new ListHistory()
        const states = shown.map(stateOf)
        const kept = states.map((state) => [history.of(state), state] as const)
        for (const [index, [one, other]] of kept.entries()) {
          expect(one.items).toEqual(other.items.map(listed))
          const [before] = kept[index - 1] ?? []
          const isSame = index > 0 && JSON.stringify(shown[index]) === JSON.stringify(shown[index - 1])
          if (isSame) expect(one).toBe(before)
        }
      }),
      { numRuns: runs(25) },
    )
  })
})

it('detaches a text without changing it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => detached(text) === text),
    { numRuns: runs(50) },
  )
  const lone = `${'x'.repeat(20)}\uD800${'y'.repeat(20)}`
  expect(detached(lone)).toBe(lone)
  const data = { text: lone, list: [lone, 7, null], nothing: [] }
  expect(detachedData(data)).toEqual(data)
})

it('shares data that was detached once, wherever it stands', () => {
  const command = { words: ['npm', 'test'], files: [{ path: 'src/a/long/path.ts' }] }
  const shared = sharedData([command])
  expect(shared).toEqual([command])
  const call = detachedData({ commands: shared, effect: 'execute' })
  expect(call).toEqual({ commands: [command], effect: 'execute' })
  expect(call.commands).toBe(shared)
})
