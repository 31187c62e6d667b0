/** What the audit keeps of a session is kept small: it says the same as what would be kept whole. */

import { initialState, type SessionState, type TodoItem } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detached } from '../src/evidence/work/detached-text.js'
import { WordStore } from '../src/evidence/work/word-store.js'
import { PlainLists } from '../src/plain-lists.js'
import { auditRules } from '../src/rules/index.js'
import { SeenLists } from '../src/seen-lists.js'
import { audited, bash, edit, failed, list, read, type Step, say } from './audited-session.js'

const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 40 })

describe('words that are kept small', () => {
  it('are the same set', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), words, (sets, others) => {
        const store = new WordStore()
        const kept = sets.map((set) => store.keep(new Set(set)))
        for (const [index, set] of sets.entries()) {
          const small = kept[index] ?? new Set()
          const told: string[] = []
          small.forEach((word) => {
            told.push(word)
          })
          expect(small.size).toBe(set.length)
          expect([...small].sort()).toEqual([...set].sort())
          expect([...small.keys()]).toEqual(told)
          expect([...small.entries()]).toEqual(told.map((word) => [word, word]))
          for (const word of [...set, ...others]) expect(small.has(word)).toBe(set.includes(word))
        }
      }),
    )
  })

  it('are the same set where there are more words than two bytes can number', () => {
    const store = new WordStore()
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
  const moments = { added: { turn: 1, seq: 1, at: 0 }, started: null, closed: null, blocked: null }
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
        const [small, plain] = [new SeenLists(), new PlainLists()]
        const states = shown.map(stateOf)
        const kept = states.map((state) => [small.of(state), plain.of(state)] as const)
        for (const [index, [one, other]] of kept.entries()) {
          expect(one.items).toEqual(other.items)
          const [before] = kept[index - 1] ?? []
          const isSame = index > 0 && JSON.stringify(shown[index]) === JSON.stringify(shown[index - 1])
          if (isSame) expect(one).toBe(before)
        }
      }),
      { numRuns: 25 },
    )
  })
})

it('detaches a text without changing it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => detached(text) === text),
    { numRuns: 50 },
  )
  const lone = `${'x'.repeat(20)}\uD800${'y'.repeat(20)}`
  expect(detached(lone)).toBe(lone)
})

describe('an audit', () => {
  const text = fc.constantFrom('Add the cache', 'Run the tests', 'Fix a.ts', 'Review it all')
  const status = fc.constantFrom('pending', 'in_progress', 'completed')
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc
      .uniqueArray(fc.tuple(status, text), { selector: ([, each]) => each, maxLength: 4 })
      .map((items) => list(...items.map((each) => each.join(' ')))),
    fc.constantFrom(
      edit('src/cache.ts'),
      edit('a.ts'),
      bash('npm test', '3 passed'),
      failed('npm test'),
      read('b.ts'),
      say('All tests pass.'),
    ),
  )
  const silent = { ...auditRules[0], id: 'silent', check: () => [] }

  it('says the same where everything is kept whole, and its rules are asked of all completions at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const audit = await audited(steps)
        const wholes = auditRules.map((rule) => ({ ...rule }))
        expect(await audited(steps, undefined, undefined, { rules: wholes })).toEqual(audit)
        const [first] = wholes
        if (first === undefined) throw new Error('there are no rules')
        const ownRules = [{ rule: { ...first, ...silent, check: () => [] }, module: './own.mjs' }]
        expect(await audited(steps, undefined, undefined, { ownRules })).toEqual(audit)
      }),
      { numRuns: 25 },
    )
  })
})
