// A stored session of any length: turns of an update and three other calls.
import { readStateAt } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { session, todoEvents } from './todo-events.mjs'

/** @returns {Promise<{ turns: number }>} */
export async function writeLedger(path, events) {
  const store = sqliteStore(path, { durability: 'relaxed' })
  const [first, second] = await turnsOfTodos()
  let batch = []
  let seq = 0
  let turn = 0
  const add = (type, data, id = `event-${seq + 1}`) => {
    seq += 1
    batch.push({
      id,
      session,
      seq,
      turn,
      at: new Date(Date.UTC(2026, 0, 5) + seq * 500),
      type,
      version: 1,
      data,
    })
  }
  const flush = async () => {
    await store.append(session, batch, { expectedSeq: seq - batch.length })
    batch = []
  }
  for (const { type, data } of first.begin) add(type, data)
  while (seq < events) {
    turn += 1
    add('turn.started', { delivers: [] })
    const { data } = turn <= 8 ? first.updates[turn - 1] : second.updates[(turn - 1) % 8]
    add('todos.updated', { ...data, call: `call-${turn}` }, `${session}/call-${turn}`)
    for (let step = 0; step < 3; step += 1) {
      const call = `work-${turn}-${step}`
      add(
        'tool.called',
        { call, name: 'Bash', input: { command: `npm test -- part-${step}` } },
        `${session}>${call}`,
      )
      const output = '✓ writes what it was given\n'.repeat(4)
      add('tool.returned', { call, ok: true, output, effect: 'execute', verify: true }, `${session}<${call}`)
    }
    add('turn.ended', { interrupted: false })
    if (batch.length > 2_000) await flush()
  }
  await flush()
  // The first reading to the end keeps the snapshots that a live session keeps on its way.
  await readStateAt({ store, session }, 'end')
  await store.close()
  return { turns: turn }
}

/** The updates of the first turn, which make the list, and of the second, which can be repeated. */
async function turnsOfTodos() {
  const events = await todoEvents(16)
  return [1, 2].map((turn) => ({
    begin: events.filter((event) => event.turn === 0),
    updates: events.filter((event) => event.turn === turn && event.type === 'todos.updated'),
  }))
}
