// One update of an 8-item list by a todo tool, in memory, beside a list kept with Immer that checks the same.
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { transientStore } from '../../transient-store.mjs'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { ofCore } from '../subjects.mjs'
import { listAt } from '../todo-events.mjs'

export const liveUpdate = {
  name: 'live-update',
  async figures({ quick, rounds }) {
    await mustAnswerAlike()
    const lengths = quick ? [100, 1_000] : [1_000, 50_000]
    const [few, many] = lengths
    const sessions = {
      neither: await sessionOf(few, { store: transientStore(), redaction: false }),
      both: await sessionOf(few, {}),
      long: await sessionOf(many, {}),
    }
    const updates = quick ? 80 : 400
    const list = immerList()
    const contenders = Object.fromEntries(
      Object.entries(sessions).map(([name, session]) => [name, () => updated(session, updates)]),
    )
    const immer = () => {
      for (let done = 0; done < updates * 10; done += 1) list.call({ items: listAt(1, done % 8) })
      return updates * 10
    }
    const times = await compare(
      { ...contenders, immer },
      { rounds: Math.max(rounds, quick ? 3 : 21), warm: 4, collects: false },
    )
    const speed = (id, what, goal, name) =>
      figure({
        id: `live-update/${id}`,
        what,
        goal,
        value: ratio(times, 'immer', name),
        ours: took(times, name),
        other: `Immer ${took(times, 'immer')}`,
        by: 'CPU',
      })
    return [
      speed('bare', 'a live update without store and redaction: speed ÷ bare Immer', '≥ 0.9 ×', 'neither'),
      speed('whole', 'a live update with both: speed ÷ bare Immer', '≥ 0.45 ×', 'both'),
      figure({
        id: 'live-update/long',
        what: `a live update in a session of ${many} events ÷ of ${few}`,
        goal: '≤ 1.2 ×',
        value: ratio(times, 'long', 'both'),
        ours: took(times, 'long'),
        other: took(times, 'both'),
        by: 'CPU',
      }),
    ]
  },
}

/** A session in which there was work until it had so many events, and somebody listens. */
async function sessionOf(events, options) {
  const session = await openLedger({ store: memoryStore(), ...options }).session('live', {
    profile: profiles.todoManager,
  })
  let heard = 0
  session.on('event', () => {
    heard += 1
  })
  await session.startRun({ trigger: 'user', text: 'Move the module.' })
  for (let calls = 0; session.state.seq < events; ) {
    const turn = await session.startTurn()
    await turn.callTodoTool('todo', { items: listAt(0, calls % 8) }, { call: `begin-${calls}` })
    for (let step = 0; step < 8; step += 1) {
      calls += 1
      const input = { command: `npm test -- part-${calls}` }
      await turn.recordTool({ call: `work-${calls}`, name: 'Bash', input, ok: true, output: '12 passed\n' })
    }
    await turn.end()
  }
  if (heard === 0) throw new Error('nobody was told')
  return session
}

async function updated(session, count) {
  for (let done = 0; done < count; done += 8) {
    const turn = await session.startTurn()
    for (let step = 0; step < 8; step += 1) {
      const reply = await turn.callTodoTool(
        'todo',
        { items: listAt(1, step) },
        { call: `update-${session.state.seq}` },
      )
      if (!reply.ok) throw new Error(reply.text)
    }
    await turn.end()
  }
  return count
}

/** The other: input checked, items found by id, a draft, the rules, the text of a reply, one who listens. */
function immerList() {
  const { Immer } = ofCore('immer')
  const immer = new Immer({ autoFreeze: true })
  let state = immer.produce({ items: [], seq: 0, updates: 0, last: null, keysUsed: 0 }, () => undefined)
  let heard = 0
  const listeners = [
    () => {
      heard += 1
    },
  ]
  const refused = (text) => ({ ok: false, text: `Error: ${text}` })
  return {
    get items() {
      return state.items
    },
    call({ items: given }) {
      if (!Array.isArray(given)) return refused('items must be a list')
      if (given.length > 20) return refused('Max 20 todos allowed')
      for (const { id, text, status } of given) {
        if (typeof text !== 'string' || text.trim() === '') return refused(`Item ${id}: text required`)
        if (!['pending', 'in_progress', 'completed'].includes(status))
          return refused(`Item ${id}: invalid status`)
      }
      const before = state
      const place = new Map(before.items.map(({ id }, index) => [id, index]))
      const moment = { seq: before.seq + 1, at: Date.now() }
      const next = immer.produce(before, (draft) => {
        draft.seq = moment.seq
        draft.updates += 1
        draft.last = moment
        const ids = new Set(given.map(({ id }) => id))
        if (before.items.some(({ id }) => !ids.has(id)))
          draft.items = draft.items.filter(({ id }) => ids.has(id))
        for (const { id, text, status } of given) {
          const index = place.get(id)
          if (index === undefined) {
            draft.keysUsed += 1
            draft.items.push({
              key: `${draft.keysUsed}`,
              id,
              text,
              status,
              added: moment,
              started: null,
              closed: null,
            })
            continue
          }
          const was = before.items[index]
          if (was.text !== text) draft.items[index].text = text
          if (was.status === status) continue
          const item = draft.items[index]
          item.status = status
          if (status === 'in_progress' && was.started === null) item.started = moment
          item.closed = status === 'completed' ? moment : null
        }
      })
      if (next.items.filter(({ status }) => status === 'in_progress').length > 1)
        return refused('Only one task can be in_progress at a time')
      state = next
      const text = shown(next.items)
      for (const listener of listeners) listener({ state, given, heard })
      return { ok: true, text }
    },
  }
}

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' }
function shown(items) {
  const lines = items.map(({ id, text, status }) => `${marks[status]} #${id}: ${text}`)
  return `${lines.join('\n')}\n\n(${items.filter(({ status }) => status === 'completed').length}/${items.length} completed)`
}

async function mustAnswerAlike() {
  const session = await sessionOf(10, {})
  const turn = await session.startTurn()
  const list = immerList()
  const calls = [
    ...Array.from({ length: 9 }, (_, done) => listAt(0, done)),
    [{ id: '1', text: ' ', status: 'pending' }],
    listAt(1, 0).map((item) => ({ ...item, status: 'in_progress' })),
    listAt(1, 0, 21),
  ]
  const [ours, others] = [[], []]
  for (const [index, items] of calls.entries()) {
    const reply = await turn.callTodoTool('todo', { items }, { call: `alike-${index}` })
    const plain = (all) => all.map(({ id, text, status }) => ({ id, text, status }))
    ours.push([reply.ok, reply.ok || reply.text.split('\n')[0], plain(session.state.items)])
    const other = list.call({ items })
    others.push([other.ok, other.ok || other.text.split('\n')[0], plain(list.items)])
  }
  mustBeEqual('live update', { ours, Immer: others })
}
