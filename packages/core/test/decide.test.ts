import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMutantRun } from '../../../test/random.js'
import {
  decide,
  type Intent,
  likeness,
  longestIncreasing,
  normalizeText,
  restoringChanges,
  rewordingThreshold,
  type WantedItem,
  wordCounts,
} from '../src/decide.js'
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
  return reducer.accept(state, event)
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
    ['half of the words', [want('fix parser')], [want('fix lexer')], '0'],
    ['less than half of them', [want('fix parser bug')], [want('fix lexer name')], '+'],
    ['no id that is no own one', [want('a', '1')], [{ ...want('b c d'), id: '1' }], '+'],
    ['own ids that were swapped', [want('a', '1'), want('b', '2')], [want('a', '2'), want('c', '1')], '0+'],
    ['an own id beside none', [want('a', '1'), want('b')], [want('b', '1'), want('a')], '10'],
    ['the first of equally alike ones', [want('fix a'), want('fix b')], [want('fix c')], '0'],
    [
      'a rewording of what is left alone',
      [want('fix it now'), want('fix it')],
      [want('fix it'), want('fix it here')],
      '10',
    ],
    [
      'the most alike, though it comes later',
      [want('one two three')],
      [want('one two four five'), want('one two')],
      '+0',
    ],
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

it('two lists are compared by likeness up to 250,000 pairs', () => {
  const list = (length: number, last: string) =>
    Array.from({ length }, (_, index) => want(`word-${index}x ${last}`.replaceAll('-', '')))
  for (const [length, kept] of [
    [500, 500],
    [501, 0],
  ] as const) {
    const state = replaceWith(opened, list(length, 'old'))
    const keys = new Set(state.items.map(({ key }) => key))
    expect(replaceWith(state, list(length, 'new')).items.filter(({ key }) => keys.has(key))).toHaveLength(
      kept,
    )
  }
})

it('a longest increasing run is one, and none is longer', () => {
  const sequences = fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 9 })
  fc.assert(
    fc.property(sequences, (sequence) => {
      const run = longestIncreasing(sequence)
      const kept = sequence.filter((value) => run.has(value))
      expect(kept).toHaveLength(run.size)
      expect(kept).toEqual(kept.toSorted((one, other) => one - other))
      const longest: number[] = []
      for (const [index, value] of sequence.entries())
        longest[index] = 1 + Math.max(0, ...longest.filter((_, before) => (sequence[before] ?? 0) < value))
      expect(run.size).toBe(Math.max(0, ...longest))
    }),
  )
})

it('a list in another order takes a move of each item that does not keep its place, and no more', () => {
  const order = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { minLength: 7 })
  fc.assert(
    fc.property(order, fc.constantFrom('replace', 'edit'), (texts, kind) => {
      const state = replaceWith(
        opened,
        'abcdefg'.split('').map((text) => want(text)),
      )
      const keys = texts.map((text) => state.items.find((item) => item.text === text)?.key ?? '')
      const items = texts.map((text) => want(text))
      const { changes } = decide(
        state,
        kind === 'replace' ? { kind, items, numbered: true } : { kind: 'edit', order: keys },
      )
      const steady = longestIncreasing(texts.map((text) => 'abcdefg'.indexOf(text)))
      expect(changes.map(({ type }) => type)).toEqual(Array(7 - steady.size).fill('moved'))
      const list = [...state.items.map(({ key }) => key)]
      for (const change of changes)
        if (change.type === 'moved') {
          expect(list.splice(change.from, 1)).toEqual([change.key])
          list.splice(change.to, 0, change.key)
          expect(change.from).not.toBe(change.to)
        }
      expect(list).toEqual(keys)
    }),
  )
})

describe('the changes of', () => {
  const three = replaceWith(opened, [want('a', '1'), want('b', '2', 'blocked'), want('c', '3')])
  const waiting: SessionState = {
    ...three,
    goal: 'g',
    idsUsed: 4,
    items: three.items.map((item) =>
      item.text === 'b' ? { ...item, reason: 'waits', dependencies: ['1'] } : item,
    ),
  }
  const cases: readonly (readonly [string, Intent])[] = [
    ['a query', { kind: 'query' }],
    ['nothing', { kind: 'edit' }],
    [
      'keys that are unknown',
      { kind: 'edit', remove: ['k9'], order: ['k8'], edit: [{ key: 'k7', text: 'x' }] },
    ],
    ['an order with a key that is unknown', { kind: 'edit', order: ['k2', 'k3', 'k8', 'k1'] }],
    [
      'all at once',
      {
        kind: 'edit',
        remove: ['k1'],
        order: ['k3'],
        edit: [{ key: 'k2', text: 'B' }],
        add: [want('d', '4'), want('e', '5')],
        goal: 'h',
      },
    ],
    ['the same goal', { kind: 'edit', goal: 'g' }],
    ['no goal', { kind: 'edit', goal: null }],
    [
      'the same once more',
      {
        kind: 'edit',
        edit: [{ key: 'k2', text: 'b', status: 'blocked', reason: 'waits', fields: { dependencies: ['1'] } }],
      },
    ],
    ['another status, whose reason is gone', { kind: 'edit', edit: [{ key: 'k2', status: 'pending' }] }],
    ['another reason', { kind: 'edit', edit: [{ key: 'k2', reason: 'waits on' }] }],
    ['no reason', { kind: 'edit', edit: [{ key: 'k2', reason: null }] }],
    [
      'fields',
      {
        kind: 'edit',
        edit: [{ key: 'k2', fields: { id: '7', dependencies: ['1', '3'], notes: 'n', owner: null } }],
      },
    ],
    [
      'an item with all it may have',
      {
        kind: 'edit',
        add: [{ ...want('d', '4', 'blocked'), reason: 'r', before: 'pending', fields: { owner: 'o' } }],
      },
    ],
    [
      'a new list of the same texts',
      { kind: 'replace', items: [want('a', '1')], numbered: false, fresh: true },
    ],
    [
      'a list with another goal',
      {
        kind: 'replace',
        items: [want('a', '1'), want('b', '2', 'blocked'), want('c', '3')],
        numbered: false,
        goal: 'h',
      },
    ],
    ['a list with the same goal', { kind: 'replace', items: [], numbered: true, goal: 'g' }],
    ['ids by position', { kind: 'replace', items: [{ ...want('a'), id: '9' }], numbered: true }],
    ['ids that nobody owns', { kind: 'replace', items: [{ ...want('a'), id: '9' }], numbered: false }],
    [
      'ids that stay, with new ones counted',
      {
        kind: 'replace',
        stable: true,
        numbered: false,
        items: [
          { ...want('a'), id: '9' },
          want('x', '12'),
          want('y', '012'),
          want('z', '1234567890123456'),
          want('n'),
          want('m'),
        ],
      },
    ],
    [
      'ids that are counted on',
      {
        kind: 'replace',
        stable: true,
        numbered: false,
        items: [want('x', '2'), want('y', '099'), want('z', '123'), want('n')],
      },
    ],
    [
      'an own id that changes',
      {
        kind: 'replace',
        numbered: false,
        items: [
          { ...want('a', '8'), fields: { owner: 'o' } },
          { ...want('c', '9'), fields: { id: '10' } },
        ],
      },
    ],
  ]
  // A property without a value is none: logs and readers would tell them apart.
  const shown = (_key: string, value: unknown) => (value === undefined ? 'undefined' : value)
  it('what a call may want', () => {
    const decided = cases.map(([what, intent]) => {
      const { changes, numbered, query } = decide(waiting, intent)
      const notes = `${numbered ? ', numbered' : ''}${query ? ', a query' : ''}`
      return [`${what}${notes}:`, ...changes.map((change) => `  ${JSON.stringify(change, shown)}`)].join('\n')
    })
    expect(decided.join('\n')).toMatchInlineSnapshot(`
      "a query, a query:
      nothing:
      keys that are unknown:
      an order with a key that is unknown:
        {"type":"moved","key":"k1","from":0,"to":2}
      all at once:
        {"type":"removed","key":"k1","id":"1","text":"a","status":"pending"}
        {"type":"moved","key":"k3","from":1,"to":0}
        {"type":"reworded","key":"k2","from":"b","to":"B"}
        {"type":"added","key":"k4","id":"4","text":"d","status":"pending","position":2}
        {"type":"added","key":"k5","id":"5","text":"e","status":"pending","position":3}
        {"type":"goal-set","from":"g","to":"h"}
      the same goal:
      no goal:
        {"type":"goal-set","from":"g","to":null}
      the same once more:
      another status, whose reason is gone:
        {"type":"status-set","key":"k2","from":"blocked","to":"pending","reason":null}
      another reason:
        {"type":"status-set","key":"k2","from":"blocked","to":"blocked","reason":"waits on"}
      no reason:
        {"type":"status-set","key":"k2","from":"blocked","to":"blocked","reason":null}
      fields:
        {"type":"field-set","key":"k2","field":"id","from":"2","to":"7"}
        {"type":"field-set","key":"k2","field":"notes","from":null,"to":"n"}
        {"type":"field-set","key":"k2","field":"dependencies","from":["1"],"to":["1","3"]}
      an item with all it may have:
        {"type":"added","key":"k4","id":"4","text":"d","status":"blocked","position":3,"reason":"r","before":"pending","fields":{"owner":"o"}}
      a new list of the same texts:
        {"type":"removed","key":"k1","id":"1","text":"a","status":"pending"}
        {"type":"removed","key":"k2","id":"2","text":"b","status":"blocked"}
        {"type":"removed","key":"k3","id":"3","text":"c","status":"pending"}
        {"type":"added","key":"k4","id":"1","text":"a","status":"pending","position":0}
      a list with another goal:
        {"type":"goal-set","from":"g","to":"h"}
      a list with the same goal, numbered:
        {"type":"removed","key":"k1","id":"1","text":"a","status":"pending"}
        {"type":"removed","key":"k2","id":"2","text":"b","status":"blocked"}
        {"type":"removed","key":"k3","id":"3","text":"c","status":"pending"}
      ids by position, numbered:
        {"type":"removed","key":"k2","id":"2","text":"b","status":"blocked"}
        {"type":"removed","key":"k3","id":"3","text":"c","status":"pending"}
      ids that nobody owns:
        {"type":"removed","key":"k2","id":"2","text":"b","status":"blocked"}
        {"type":"removed","key":"k3","id":"3","text":"c","status":"pending"}
        {"type":"field-set","key":"k1","field":"id","from":"1","to":"9"}
      ids that stay, with new ones counted:
        {"type":"removed","key":"k2","id":"2","text":"b","status":"blocked"}
        {"type":"removed","key":"k3","id":"3","text":"c","status":"pending"}
        {"type":"added","key":"k4","id":"12","text":"x","status":"pending","position":1}
        {"type":"added","key":"k5","id":"012","text":"y","status":"pending","position":2}
        {"type":"added","key":"k6","id":"1234567890123456","text":"z","status":"pending","position":3}
        {"type":"added","key":"k7","id":"13","text":"n","status":"pending","position":4}
        {"type":"added","key":"k8","id":"14","text":"m","status":"pending","position":5}
      ids that are counted on:
        {"type":"removed","key":"k1","id":"1","text":"a","status":"pending"}
        {"type":"removed","key":"k3","id":"3","text":"c","status":"pending"}
        {"type":"reworded","key":"k2","from":"b","to":"x"}
        {"type":"status-set","key":"k2","from":"blocked","to":"pending","reason":null}
        {"type":"added","key":"k4","id":"099","text":"y","status":"pending","position":1}
        {"type":"added","key":"k5","id":"123","text":"z","status":"pending","position":2}
        {"type":"added","key":"k6","id":"124","text":"n","status":"pending","position":3}
      an own id that changes:
        {"type":"removed","key":"k2","id":"2","text":"b","status":"blocked"}
        {"type":"field-set","key":"k1","field":"id","from":"1","to":"8"}
        {"type":"field-set","key":"k1","field":"owner","from":null,"to":"o"}
        {"type":"field-set","key":"k3","field":"id","from":"3","to":"10"}"
    `)
  })

  it('a way back: it leads from any list to any other, with its goal', () => {
    const goals = fc.constantFrom(null, 'g', 'h')
    fc.assert(
      fc.property(lists, lists, goals, goals, (one, other, goal, goalBefore) => {
        const before = { ...replaceWith(opened, one.at(-1) ?? []), goal: goalBefore }
        const now = { ...replaceWith(before, other.at(-1) ?? []), goal }
        const changes = restoringChanges(now, before)
        const left = new Map(now.items.map(({ key, text, status }) => [key, { text, status }]))
        for (const change of changes)
          if (change.type === 'removed') expect(left.delete(change.key)).toBe(true)
          else if (change.type === 'added') left.set(change.key, { text: change.text, status: change.status })
          else if (change.type === 'reworded')
            left.set(change.key, { text: change.to, status: left.get(change.key)?.status ?? 'pending' })
          else if (change.type === 'status-set')
            left.set(change.key, { text: left.get(change.key)?.text ?? '', status: change.to })
        const wished = before.items.map(({ key, text, status }) => [key, { text, status }] as const)
        expect(left).toEqual(new Map(wished))
        expect(changes.filter(({ type }) => type === 'goal-set')).toEqual(
          goal === goalBefore ? [] : [{ type: 'goal-set', from: goal, to: goalBefore }],
        )
        expect(restoringChanges(before, before)).toEqual([])
      }),
    )
  })
})
