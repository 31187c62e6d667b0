/** A host that lost an answer asks again: each append and each todo call that a crash cut must end up stored once. */

import { decodeEvent, openLedger } from '@todo-ledger/core'
import { textOf } from './told-store.mjs'

/**
 * @typedef {import('@todo-ledger/core').EventStore} EventStore
 * @typedef {import('./check-ledger.mjs').Problem} Problem
 */

/**
 * Repeats an append that was cut, as the store's own caller would: twice, blindly.
 * @param {EventStore} store @param {import('./model.mjs').Attempt} attempt
 * @returns {Promise<Problem[]>}
 */
export async function retryAppend(store, { session, expectedSeq, events }) {
  const again = events.map((text) => decodeEvent(text))
  for (let time = 1; time <= 2; time += 1) {
    const { lastSeq, events: given } = await store.append(session, again, { expectedSeq })
    if (lastSeq !== expectedSeq + events.length || given.map(textOf).join() !== events.join()) {
      return [{ kind: 'twice', message: `session ${session}: an append repeated gave something else` }]
    }
  }
  return timesStored(store, session, new Set(again.map(({ id }) => id)))
}

/**
 * Makes the todo calls of an append that was cut again, as a host that resumes the session would; an append without
 * todo calls is repeated as it is.
 * @param {EventStore} store @param {import('./model.mjs').Attempt} attempt @param {() => Date} clock
 * @returns {Promise<Problem[]>}
 */
export async function retryCalls(store, attempt, clock) {
  const { session: name, events } = attempt
  const cut = events
    .map((text) => decodeEvent(text))
    .filter((event) => event.type === 'todos.updated' || event.type === 'todos.rejected')
  if (cut.length === 0) return retryAppend(store, attempt)
  const session = await openLedger({ store, clock, turnLeases: false }).session(name)
  if (!session.state.run.open) await session.startRun({ trigger: 'user', text: 'Go on.' })
  const turn = await session.startTurn()
  for (const { data } of cut) {
    const { tool, input, call } = data
    const first = await turn.callTodoTool(tool, input, { call })
    const second = await turn.callTodoTool(tool, input, { call })
    if (first.text !== second.text) {
      return [{ kind: 'twice', message: `session ${name}: call ${call} repeated got another answer` }]
    }
  }
  await turn.end()
  return timesStored(store, name, new Set(cut.map(({ id }) => id)))
}

/** @param {EventStore} store @param {string} session @param {ReadonlySet<string>} ids @returns {Promise<Problem[]>} */
async function timesStored(store, session, ids) {
  let found = 0
  for await (const { id } of store.read(session)) if (ids.has(id)) found += 1
  if (found === ids.size) return []
  return [
    { kind: 'twice', message: `session ${session}: ${ids.size} events asked for again, ${found} stored` },
  ]
}
