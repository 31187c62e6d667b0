import fc from 'fast-check'
import { applyPatches, enablePatches, type Patch } from 'immer'
import { expect, it, vi } from 'vitest'
import { runs } from '../../../test/random.js'
import {
  allAreIn,
  blankItems,
  countIn,
  dependencyCircle,
  firstIn,
  firstWithId,
  itemOfKey,
  itemsIn,
  itemsWithIds,
  lastWithId,
  longestShortList,
  partsOf,
  placeOfKey,
  sharedIds,
  someAreIn,
  unexplainedItems,
} from '../src/compact/list-index.js'
import { findDependencyCircle } from '../src/compact/list-tables.js'
import type { Change, TodoEvent, TodoStatus } from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { initialState, isOpen, type SessionState, type TodoItem } from '../src/state.js'

enablePatches()

const ids = ['1', '2', '3', '4', '5']
const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']
const rules = [
  'ids-unique',
  'single-in-progress',
  'no-dependency-cycle',
  'text-required',
  'children-closed-first',
]

/** What an update does, as numbers that say which item of the list is meant. */
interface Wish {
  readonly kind: 'add' | 'insert' | 'remove' | 'move' | 'status' | 'text' | 'id' | 'dependencies' | 'parent'
  readonly at: number
  readonly id: string
  readonly status: TodoStatus
  readonly text: string
  readonly dependencies: readonly string[]
}

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom(
    ...(['add', 'add', 'add', 'insert', 'remove', 'move', 'status', 'status', 'text', 'id'] as const),
    ...(['dependencies', 'dependencies', 'parent'] as const),
  ),
  at: fc.nat(60),
  id: fc.constantFrom(...ids),
  status: fc.constantFrom(...statuses),
  text: fc.constantFrom('a', 'b', '', '  '),
  dependencies: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
})

/** One update: its wishes, whether items are numbered, and which of the last states it comes upon. */
const step = fc.record({
  wishes: fc.array(wish, { maxLength: 4 }),
  numbered: fc.boolean(),
  back: fc.constantFrom(0, 0, 0, 1, 2, 5),
  applied: fc.boolean(),
})

/** A list that is searched, and one that has tables. */
const lengths = [0, longestShortList + 10]

/** A session whose list has so many items, and the events that led to it. */
function withItems(length: number): { readonly state: SessionState; readonly events: readonly TodoEvent[] } {
  const first = createReducer().reduce(initialState, opened())
  if (length === 0) return { state: first, events: [opened()] }
  const many = Array.from({ length }, (_, index): Wish => ({ ...plainWish, at: index, id: `p${index}` }))
  const adding = updating(first, many, false)
  return { state: createReducer().reduce(first, adding), events: [opened(), adding] }
}

it.each(lengths)(
  'a list that came of another of %i by its changes is known as one that is searched',
  (length) => {
    const reducer = createReducer()
    let searched = 0
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let states: SessionState[] = [withItems(length).state]
        for (const { wishes, back, applied, numbered } of steps) {
          const state = states[Math.max(0, states.length - 1 - back)] ?? initialState
          const event = updating(state, wishes, numbered)
          const { next, violations } = reducer.attempt(state, event)
          expect(next.items).toEqual(simplyApplied(state.items, event))
          expectKnown(next.items)
          // The same list in an array that nothing is known of: the rules say the same.
          const fresh = createReducer().attempt({ ...state, items: Object.freeze([...state.items]) }, event)
          expect(violations).toEqual(fresh.violations)
          const [again, patches] = reducer.acceptWithPatches(state, event)
          expect(again.items).toEqual(next.items)
          expect(applyPatches(state, patches as Patch[]).items).toEqual(next.items)
          expectKnown(state.items)
          searched += 1
          if (applied) states = [...states.slice(-6), next]
        }
      }),
      { numRuns: runs(length === 0 ? 500 : 100), seed: 9 },
    )
    expect(searched).toBeGreaterThan(runs(length === 0 ? 1500 : 300))
  },
)

it.each(lengths)(
  'a list of %i that a replay alters in place is the same, and what it showed stays so',
  (length) => {
    const reducer = createReducer()
    const turnStarts = fc.record({
      step,
      startsTurn: fc.boolean(),
      rollsBack: fc.boolean(),
      isRead: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(turnStarts, { maxLength: 25 }), (steps) => {
        const { events, state: first } = withItems(length)
        let state = first
        const [unread, read] = [reducer.replay(), reducer.replay()]
        const shown: { readonly items: readonly TodoItem[]; readonly text: string }[] = []
        const add = (event: TodoEvent, isRead: boolean) => {
          state = event.seq > state.seq ? reducer.accept(state, event) : state
          for (const replay of [unread, read]) replay.apply(event)
          if (!isRead) return
          expect(read.state).toEqual(state)
          const { items, turn } = read.state
          for (const list of turn.before === null ? [items] : [items, turn.before.items]) {
            expect(Object.isFrozen(list) && list.every(Object.isFrozen)).toBe(true)
            shown.push({ items: list, text: JSON.stringify(list) })
          }
        }
        for (const event of events) add(event, false)
        for (const { step: wishes, startsTurn, rollsBack, isRead } of steps) {
          if (startsTurn) add(nextOf(state, { type: 'turn.started', data: { delivers: [] } }), isRead)
          add(updating(state, wishes.wishes, wishes.numbered), isRead)
          if (rollsBack) {
            const data = { update: 'e', changes: [], numbered: false }
            add(nextOf(state, { type: 'todos.rolled-back', data }), isRead)
          }
        }
        expect(unread.finish()).toEqual(state)
        expect(read.finish()).toEqual(state)
        for (const { items, text } of shown) expect(JSON.stringify(items)).toBe(text)
      }),
      { numRuns: runs(length === 0 ? 300 : 60), seed: 9 },
    )
  },
)

function nextOf(state: SessionState, body: Pick<TodoEvent, 'type' | 'data'>): TodoEvent {
  const seq = state.seq + 1
  return { id: `e${seq}`, session: 's', seq, turn: 1, at: new Date(seq), version: 1, ...body } as TodoEvent
}

/** Everything that is looked up, against a search. */
function expectKnown(items: readonly TodoItem[]): void {
  const circle = dependencyCircle(items)
  expect(circle).toEqual(findDependencyCircle(items))
  expect(sharedIds(items)).toEqual(simplyShared(items))
  expect(blankItems(items)).toEqual(items.filter(({ text }) => text.trim() === ''))
  expect(unexplainedItems(items)).toEqual(
    items.filter(({ status, reason }) => status === 'blocked' && (reason ?? '').trim() === ''),
  )
  for (const status of statuses) {
    const all = items.filter((item) => item.status === status)
    expect(itemsIn(items, status)).toEqual(all)
    expect(countIn(items, status)).toBe(all.length)
    expect(someAreIn(items, status)).toBe(all.length > 0)
    expect(allAreIn(items, status)).toBe(all.length === items.length)
    expect(firstIn(items, status, 2)).toEqual(all.slice(0, 2))
  }
  for (const id of ids) {
    expect(firstWithId(items, id)).toBe(items.find((item) => item.id === id))
    expect(lastWithId(items, id)).toBe(items.findLast((item) => item.id === id))
    expect(partsOf(items, id)).toEqual(items.filter(({ parent }) => parent === id))
  }
  expect(itemsWithIds(items, ['2', '4'])).toEqual(items.filter(({ id }) => id === '2' || id === '4'))
  for (const [place, item] of items.entries()) {
    expect(placeOfKey(items, item.key)).toBe(place)
    expect(itemOfKey(items, item.key)).toBe(item)
  }
  expect([placeOfKey(items, 'none'), itemOfKey(items, 'none')]).toEqual([-1, undefined])
}

function simplyShared(items: readonly TodoItem[]): readonly string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) twice.add(id)
    seen.add(id)
  }
  return [...twice]
}

/** The changes one after the other, on copies. */
function simplyApplied(before: readonly TodoItem[], event: TodoEvent): readonly TodoItem[] {
  if (event.type !== 'todos.updated') return before
  let items: TodoItem[] = before.map((item) => ({ ...item }))
  const moment = { turn: event.turn, seq: event.seq, at: event.at.getTime() }
  for (const change of event.data.changes) {
    if (change.type === 'goal-set') continue
    const place = items.findIndex(({ key }) => key === change.key)
    const item = items[place]
    if (change.type === 'added') {
      const { key, id, text, status, position } = change
      const empty = {
        activeForm: null,
        priority: null,
        owner: null,
        notes: null,
        estimate: null,
        metadata: null,
      }
      const closed = isOpen({ ...before[0], status } as TodoItem) ? null : moment
      const times = { added: moment, started: status === 'in_progress' ? moment : null, closed }
      const parts = { key, id, text, status, reason: null, parent: null, dependencies: [], ...empty }
      items.splice(position, 0, {
        ...parts,
        ...times,
        blocked: status === 'blocked' ? moment : null,
        actor: null,
      })
    } else if (item === undefined) throw new Error('no such item')
    else if (change.type === 'removed') items = items.filter((each) => each !== item)
    else if (change.type === 'moved') items.splice(change.to, 0, ...items.splice(place, 1))
    else if (change.type === 'reworded') items[place] = { ...item, text: change.to }
    else if (change.type === 'field-set') items[place] = { ...item, [change.field]: change.to }
    else {
      const { to: status, reason } = change
      const open = status !== 'completed' && status !== 'cancelled'
      const started = status === 'in_progress' ? (item.started ?? moment) : item.started
      const closed = open ? null : item.status === status ? item.closed : moment
      const blocked = status === 'blocked' && item.status !== 'blocked' ? moment : item.blocked
      items[place] = { ...item, status, reason, started, closed, blocked }
    }
  }
  return event.data.numbered ? items.map((item, index) => ({ ...item, id: String(index + 1) })) : items
}

function updating(state: SessionState, wishes: readonly Wish[], numbered: boolean): TodoEvent {
  let keys = state.keysUsed
  let items: { readonly key: string; readonly item: TodoItem | null }[] = state.items.map((item) => ({
    key: item.key,
    item,
  }))
  const changes: Change[] = []
  for (const { kind, at, id, status, text, dependencies } of wishes) {
    const index = items.length === 0 ? 0 : at % items.length
    const found = items[index]
    if (kind === 'add' || kind === 'insert') {
      keys += 1
      const position = kind === 'add' ? items.length : index
      changes.push({ type: 'added', key: `k${keys}`, id, text, status, position })
      items = [...items.slice(0, position), { key: `k${keys}`, item: null }, ...items.slice(position)]
      continue
    }
    if (found === undefined) continue
    const { key } = found
    if (kind === 'remove') {
      items = items.filter((each) => each !== found)
      changes.push({ type: 'removed', key, id, text, status })
    } else if (kind === 'move') {
      const others = items.filter((each) => each !== found)
      const to = at % (others.length + 1)
      items = [...others.slice(0, to), found, ...others.slice(to)]
      changes.push({ type: 'moved', key, from: index, to })
    } else if (kind === 'status') {
      const from = found.item?.status ?? 'pending'
      changes.push({ type: 'status-set', key, from, to: status, reason: text === 'a' ? 'why' : null })
    } else if (kind === 'text') changes.push({ type: 'reworded', key, from: '', to: text })
    else {
      const to = kind === 'dependencies' ? [...dependencies] : id
      changes.push({ type: 'field-set', key, field: kind, from: null, to })
    }
  }
  const seq = state.seq + 1
  const data = {
    call: `c${seq}`,
    tool: 't',
    input: null,
    changes,
    numbered,
    query: false,
    flags: [],
    reply: '',
  }
  return {
    id: `e${seq}`,
    session: 's',
    seq,
    turn: 0,
    at: new Date(seq),
    type: 'todos.updated',
    version: 1,
    data,
  }
}

function opened(): TodoEvent {
  const inForce = rules.map((id) => ({ id, version: 1, mode: 'flag' as const, options: {}, lowered: false }))
  const data = { profile: 'p', settings: {}, rules: inForce, goal: null, source: null, parent: null }
  const at = new Date(0)
  return { id: 'e1', session: 's', seq: 1, turn: 0, at, type: 'session.opened', version: 1, data }
}

it('an update of one item asks and notes as much in a list of thousands as in one of a hundred', () => {
  expect(workOfOneUpdate(3000)).toEqual(workOfOneUpdate(100))
})

/** How often tables are asked and written while one item is started, one is added and one is removed. */
function workOfOneUpdate(length: number): readonly number[] {
  const reducer = createReducer()
  const many = Array.from({ length }, (_, index): Wish => ({ ...plainWish, at: index, id: `${index}` }))
  const first = reducer.reduce(initialState, opened())
  const state = reducer.reduce(first, updating(first, many, false))
  const wishes: readonly Wish[] = [
    { ...plainWish, kind: 'remove', at: length / 2 },
    { ...plainWish, kind: 'status', at: length / 4, status: 'in_progress' },
    { ...plainWish, kind: 'dependencies', at: length / 5, dependencies: ['7'] },
    { ...plainWish, id: 'new' },
  ]
  const event = updating(state, wishes, false)
  const asked = vi.spyOn(Map.prototype, 'get')
  const noted = vi.spyOn(Map.prototype, 'set')
  const added = vi.spyOn(Set.prototype, 'add')
  const next = reducer.reduce(state, event)
  const work = [asked, noted, added].map((calls) => calls.mock.calls.length)
  for (const calls of [asked, noted, added]) calls.mockRestore()
  expect(next.items).toHaveLength(length)
  expect(next.items.filter(({ status }) => status === 'in_progress')).toHaveLength(1)
  return work
}

const plainWish: Wish = { kind: 'add', at: 0, id: '1', status: 'completed', text: 'a', dependencies: [] }
