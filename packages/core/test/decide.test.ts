import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMutantRun } from '../../../test/random.js'
import { likeness, normalizeText, rewordingThreshold, wordCounts } from '../src/decide/identity.js'
import type { WantedItem } from '../src/decide/intent.js'
import { decide } from '../src/decide.js'
import type { TodoEvent, TodoStatus } from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { initialState, type SessionState } from '../src/state.js'

const reducer = createReducer()
const at = new Date(0)

/** The state after a list was put in place of the one before. */
function replaceWith(state: SessionState, items: readonly WantedItem[], numbered = false): SessionState {
  const { changes } = decide(state, { kind: 'replace', items, numbered })
  const data = { call: 'c', tool: 't', input: null, changes, numbered, query: false, flags: [], reply: '' }
  const seq = state.seq + 1
  const event: TodoEvent = {
    id: `e${seq}`,
    session: 's',
    seq,
    turn: 1,
    at,
    type: 'todos.updated',
    version: 1,
    data,
  }
  return reducer.reduce(state, event)
}

const opened: SessionState = { ...initialState, session: 's', seq: 1 }

function want(text: string, id?: string, status: TodoStatus = 'pending'): WantedItem {
  return { id: id ?? '?', ownId: id !== undefined, text, status }
}

/** Which item of the old list, by its place, each of the new list is; `+` for a new one. */
function identity(before: readonly WantedItem[], after: readonly WantedItem[]): string {
  const old = replaceWith(opened, before)
  const places = new Map(old.items.map((item, index) => [item.key, String(index)]))
  return replaceWith(old, after)
    .items.map((item) => places.get(item.key) ?? '+')
    .join('')
}

describe('identity', () => {
  const table: readonly (readonly [string, readonly WantedItem[], readonly WantedItem[], string])[] = [
    ['equal text', [want('a'), want('b')], [want('b'), want('a')], '10'],
    [
      'equal text and id before equal text',
      [want('a', '1'), want('a', '2')],
      [want('a', '2'), want('a', '1')],
      '10',
    ],
    ['equal text before equal id', [want('a', '1'), want('b', '2')], [want('b', '1'), want('a', '2')], '10'],
    ['equal id of the model', [want('apples', '1')], [want('quite other words', '1')], '0'],
    ['no equal position', [want('apples')], [want('quite other words')], '+'],
    ['case and punctuation alone', [want('Fix bug!')], [want('fix: BUG')], '0'],
    ['full width', [want('ＦＩＸ it')], [want('fix it')], '0'],
    ['a rewording', [want('Add tests for the parser')], [want('Add unit tests for the parser')], '0'],
    [
      'the most alike first',
      [want('Write docs for parser'), want('Write docs')],
      [want('Write docs for the parser'), want('Write docs now')],
      '01',
    ],
    ['Chinese', [want('测试所有功能卡片')], [want('测试全部功能卡片')], '0'],
    ['twice the same text', [want('a'), want('a')], [want('a'), want('a'), want('a')], '01+'],
    ['a removed text that comes back', [want('a')], [want('zzz')], '+'],
    ['empty texts', [want('')], [want('')], '0'],
    ['punctuation alone', [want('!!!')], [want('???')], '+'],
  ]
  it.each(table)('is settled by %s', (_what, before, after, expected) => {
    expect(identity(before, after)).toBe(expected)
  })

  it('gives a text that was removed and comes back a new key', () => {
    const first = replaceWith(opened, [want('a')])
    const back = replaceWith(replaceWith(first, []), [want('a')])
    expect([first.items[0]?.key, back.items[0]?.key]).toEqual(['k1', 'k2'])
  })
})

const texts = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'Fix it', 'fix it!', '', '__proto__', 'Write the docs'),
  fc.string(),
)
const statuses = fc.constantFrom<TodoStatus>('pending', 'in_progress', 'completed')
const wanted = fc.record({
  id: fc.oneof(fc.constantFrom('1', '2', '3', '__proto__'), fc.string({ minLength: 1 })),
  ownId: fc.boolean(),
  text: texts,
  status: statuses,
})
const lists = fc.array(fc.array(wanted, { maxLength: 12 }), { minLength: 1, maxLength: 6 })

describe('replacing a list', () => {
  it('gives exactly the list that was wanted, whatever stood before', () => {
    fc.assert(
      fc.property(lists, (sequence) => {
        let state = opened
        for (const list of sequence) {
          state = replaceWith(state, list)
          expect(state.items.map(({ id, text, status }) => ({ id, text, status }))).toEqual(
            list.map(({ id, text, status }) => ({ id, text, status })),
          )
          expect(new Set(state.items.map((item) => item.key)).size).toBe(list.length)
        }
      }),
    )
  })

  it('numbers items by position where ids are positions', () => {
    fc.assert(
      fc.property(lists, (sequence) => {
        let state = opened
        for (const list of sequence)
          state = replaceWith(
            state,
            list.map((item) => ({ ...item, ownId: false })),
            true,
          )
        expect(state.items.map((item) => item.id)).toEqual(state.items.map((_, index) => String(index + 1)))
      }),
    )
  })

  it('says nothing when the list is sent again as it is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(wanted, { selector: (item) => item.text, maxLength: 12 }), (list) => {
        const state = replaceWith(opened, list)
        expect(decide(state, { kind: 'replace', items: list, numbered: false }).changes).toEqual([])
      }),
    )
  })

  it('moves as few items as explain the new order', () => {
    const list = ['a', 'b', 'c', 'd', 'e'].map((text) => want(text))
    const state = replaceWith(opened, list)
    const [first, ...rest] = list
    const { changes } = decide(state, {
      kind: 'replace',
      items: first ? [...rest, first] : rest,
      numbered: true,
    })
    expect(changes).toEqual([{ type: 'moved', key: 'k1', from: 0, to: 4 }])
  })

  it('settles ten thousand new texts against ten thousand old ones', () => {
    // What takes a thousand times as long is no mutant that a test tells.
    const length = isMutantRun ? 500 : 10_000
    const many = (word: string) => Array.from({ length }, (_, index) => want(`${word} ${index}`))
    const state = replaceWith(opened, many('old'))
    expect(replaceWith(state, many('new')).items).toHaveLength(length)
  })
})

it('likeness is symmetric, 1 for a text with itself, and indifferent to case', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const [words, others] = [wordCounts(a), wordCounts(b)]
      expect(likeness(words, others)).toBe(likeness(others, words))
      expect(likeness(words, others)).toBeLessThanOrEqual(1)
      if (words.size > 0) expect(likeness(words, wordCounts(a))).toBe(1)
    }),
  )
  expect(normalizeText('Fix: The  BUG!')).toBe('fix the bug')
  expect(rewordingThreshold).toBe(0.5)
})
