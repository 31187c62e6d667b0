// How much of the heap one of many takes: node --expose-gc measure-heap.mjs WHAT COUNT [FILE]. Prints JSON.
import { decodeEvent, encodeEvent, memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { ofCore } from './subjects.mjs'
import { listAt, session, todoEvents } from './todo-events.mjs'

const [what, amount, path = ''] = process.argv.slice(2)
const count = Number(amount)

const measured = {
  'sessions on the disk': () => openedSessions(sqliteStore(path, { durability: 'relaxed' })),
  async states() {
    const { Immer } = ofCore('immer')
    const immer = new Immer({ autoFreeze: true })
    return each(async (index) => {
      const added = { turn: 1, seq: 4, at: index }
      const none = { reason: null, parent: null, activeForm: null, priority: null, owner: null, notes: null }
      const more = {
        dependencies: [],
        estimate: null,
        metadata: null,
        added,
        started: null,
        closed: null,
        blocked: null,
      }
      const items = listAt(index, 2).map((item, place) => ({
        key: `k${place + 1}`,
        ...item,
        ...none,
        ...more,
      }))
      return immer.produce({ session: `session-${index}`, items: [], seq: 0, at: 0 }, (draft) => {
        draft.items = items
      })
    })
  },
  async events() {
    const texts = (await todoEvents(count)).map((event) => encodeEvent(event))
    const json = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
    const store = memoryStore()
    const before = heap()
    // Each from its text: no two share anything.
    for (let from = 0; from < texts.length; from += 1_000) {
      const events = texts.slice(from, from + 1_000).map((text) => decodeEvent(text))
      await store.append(session, events, { expectedSeq: from })
    }
    const taken = heap() - before
    if ((await store.sessions())[0]?.lastSeq !== texts.length) throw new Error('nothing is kept')
    return { each: taken / texts.length, json }
  },
}

function openedSessions(store) {
  const ledger = openLedger({ store })
  return each(async (index) => {
    const opened = await ledger.session(`session-${index}`, { profile: profiles.todoManager })
    await opened.startRun({ trigger: 'user', text: `Task ${index}` })
    const turn = await opened.startTurn()
    await turn.callTodoTool('todo', { items: listAt(index, 2) }, { call: 'call-1' })
    await turn.end()
    return opened
  })
}

async function each(make) {
  const kept = [await make(0)]
  const before = heap()
  for (let index = 1; index <= count; index += 1) kept.push(await make(index))
  const taken = heap() - before
  if (kept.length !== count + 1) throw new Error('some are lost')
  return { each: taken / count }
}

function heap() {
  for (let time = 0; time < 4; time += 1) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.stdout.write(`${JSON.stringify(await measured[what]())}\n`)
