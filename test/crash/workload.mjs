/** Several agents at once over one store: lists that are replaced, lists changed item by item, and large appends. */

import { profiles } from '@todo-ledger/core'
import { stateText } from './check-ledger.mjs'

/**
 * @typedef {import('@todo-ledger/core').TodoEvent} TodoEvent
 * @typedef {import('@todo-ledger/core').Session} Session
 * @typedef {import('@todo-ledger/core').Ledger} Ledger
 * @typedef {import('@todo-ledger/core').EventStore} EventStore
 * @typedef {import('./random.mjs').Random} Random
 *
 * @typedef {object} Workplace
 * @property {Ledger} ledger over the store
 * @property {EventStore} store
 * @property {Random} random
 * @property {(line: import('./told.mjs').Line) => void} tell
 * @property {() => Date} clock
 * @property {() => boolean} goesOn asked before each step of each agent
 * @property {() => void} between called between steps; it may checkpoint
 */

/** Lets all agents work until they may not go on. @param {Workplace} place */
export async function work(place) {
  const agents = [replaceLists, changeItems, appendBatches]
  await Promise.all(
    agents.flatMap((agent) => [1, 2].map((number) => agent(place, `${agent.name}-${number}`))),
  )
}

/** @param {Workplace} place @param {string} name */
async function replaceLists(place, name) {
  const { ledger, random, goesOn } = place
  const session = await ledger.session(name, { profile: profiles.todoManager })
  while (goesOn()) {
    if (!session.state.run.open) await session.startRun({ trigger: 'user', text: sentence(random) })
    const turn = await session.startTurn()
    const calls = random.below(4)
    for (let number = 1; number <= calls && goesOn(); number += 1) {
      const call = `t${turn.number}c${number}`
      if (random.chance(0.5)) await turn.callTodoTool('todo', { items: list(random) }, { call })
      else await otherTool(random, turn, call)
      step(place, session)
    }
    // Two calls that are not waited for may share an append.
    if (random.chance(0.3)) {
      await Promise.all(
        ['a', 'b'].map((part) =>
          turn.callTodoTool('todo', { items: list(random) }, { call: `t${turn.number}${part}` }),
        ),
      )
    }
    await turn.end()
    if (random.chance(0.3)) await session.endRun({ text: sentence(random) })
    step(place, session)
  }
}

/** @param {Workplace} place @param {string} name */
async function changeItems(place, name) {
  const { ledger, random, goesOn } = place
  const session = await ledger.session(name, { profile: profiles.wakeLoop.with({ maxWakeCycles: 3 }) })
  while (goesOn()) {
    const [waiting] = session.pending().filter(({ kind }) => kind === 'continuation')
    if (waiting !== undefined) await session.startRun({ trigger: 'wake', text: waiting.text })
    else if (!session.state.run.open) await session.startRun({ trigger: 'user', text: sentence(random) })
    const turn = await session.startTurn()
    const call = `t${turn.number}c1`
    const open = session.state.items.find(({ status }) => status !== 'completed')
    if (open === undefined) await turn.callTodoTool('todo_write', { items: texts(random) }, { call })
    else {
      const done = random.chance(0.7) ? { status: 'done' } : { status: 'blocked', reason: sentence(random) }
      await turn.callTodoTool('todo_update', { id: open.id, ...done }, { call })
    }
    if (random.chance(0.5)) await otherTool(random, turn, `t${turn.number}c2`)
    await turn.end()
    if (random.chance(0.5)) await session.endRun({ text: sentence(random) })
    step(place, session)
  }
}

/** @param {Workplace} place @param {string} name */
async function appendBatches({ ledger, store, random, clock, goesOn, between }, name) {
  let lastSeq = (await ledger.session(name, { profile: profiles.recommended })).state.seq
  while (goesOn()) {
    const events = Array.from({ length: 2 + random.below(14) }, (_, index) => {
      const seq = lastSeq + index + 1
      /** @type {TodoEvent} */
      const event = {
        id: `${name}#${seq}`,
        session: name,
        seq,
        turn: 0,
        at: clock(),
        type: 'message.recorded',
        version: 1,
        // Some are longer than a page of the file.
        data: { role: 'assistant', text: sentence(random).repeat(random.chance(0.1) ? 300 : 1) },
      }
      return event
    })
    const result = await store.append(name, events, { expectedSeq: lastSeq })
    lastSeq = result.lastSeq
    between()
  }
}

/** @param {Random} random @param {import('@todo-ledger/core').Turn} turn @param {string} call */
async function otherTool(random, turn, call) {
  const tool = { call, name: 'bash', input: { command: sentence(random) } }
  const result = { ok: random.chance(0.8), output: sentence(random).repeat(1 + random.below(20)) }
  if (random.chance(0.5)) return turn.recordTool({ ...tool, ...result })
  await turn.recordCall(tool)
  await turn.recordResult({ call, ...result })
}

/** @param {Workplace} place @param {Session} session */
function step({ tell, between }, session) {
  tell({ is: 'state', session: session.id, seq: session.state.seq, state: stateText(session.state) })
  between()
}

/** A whole list; now and then one that the rules refuse. @param {Random} random */
function list(random) {
  return texts(random).map((text, index) => ({
    id: String(index + 1),
    text,
    status: random.pick(['pending', 'pending', 'completed', 'completed', 'in_progress']),
  }))
}

/** @param {Random} random */
function texts(random) {
  return Array.from({ length: 1 + random.below(5) }, (_, index) => `${index + 1}. ${sentence(random)}`)
}

const words = /** @type {const} */ (['Read', 'the', 'form', 'write', 'tests', 'für', '日本語', 'ship', 'it'])

/** @param {Random} random */
function sentence(random) {
  return Array.from({ length: 3 + random.below(6) }, () => random.pick(words)).join(' ')
}
