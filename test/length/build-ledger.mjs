// Builds a ledger with one long session, as a live host would have written it: a Session decides every event. The
// events are stored a thousand at a time, without snapshots.
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { transientStore } from '../transient-store.mjs'

/** The id of the session. */
export const sessionId = 'long'

const itemsOfTask = 8
const firstTime = Date.UTC(2026, 0, 5, 10)

/** @param {string} path @param {number} events about how many; the last turn is finished */
export async function buildLedger(path, events) {
  const store = sqliteStore(path)
  let batch = []
  let stored = 0
  const flush = async () => {
    if (batch.length === 0) return
    await store.append(sessionId, batch, { expectedSeq: stored })
    stored += batch.length
    batch = []
  }
  let now = firstTime
  let ids = 0
  const ledger = openLedger({
    store: {
      ...transientStore(),
      append(_session, given, { expectedSeq }) {
        batch.push(...given)
        return Promise.resolve({ lastSeq: expectedSeq + given.length, events: given })
      },
    },
    clock: () => {
      // The clock jumps back by a minute now and then, as clocks do.
      now += ids % 5000 === 4999 ? -60_000 : 700
      return new Date(now)
    },
    ids: () => {
      ids += 1
      return `event-${ids}`
    },
    snapshotInterval: false,
  })
  const session = await ledger.session(sessionId, { profile: profiles.todoManager })
  for (let task = 1; session.state.seq < events; task += 1) {
    await session.startRun({
      trigger: 'user',
      text: `Task ${task}: move module ${task} to the new interface`,
    })
    for (let done = 0; done <= itemsOfTask; done += 1) await workOn(session, task, done)
    await session.endRun({ text: `Task ${task} is done.` })
    if (batch.length >= 1000) await flush()
  }
  await flush()
  await store.close()
  return { events: session.state.seq, turns: session.state.turn.number }
}

/** One turn: the list is written, and something is done. */
async function workOn(session, task, done) {
  const turn = await session.startTurn()
  const call = `c${session.state.seq}`
  const items = Array.from({ length: itemsOfTask }, (_, index) => ({
    id: String(index + 1),
    text: `Task ${task}, step ${index + 1}: rewrite part ${index + 1} and run its tests`,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }))
  await turn.callTodoTool('todo', { items }, { call })
  for (let step = 0; step < 3; step += 1) {
    const input = { command: `npm test -- part-${done}-${step}` }
    await turn.recordTool({
      call: `${call}-${step}`,
      name: 'Bash',
      input,
      ok: true,
      output: '12 passed\n'.repeat(8),
    })
  }
  await turn.end()
}
