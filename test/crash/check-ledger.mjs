/** Holds a reopened ledger against the model of what was acknowledged. */

import { createReducer } from '@todo-ledger/core'
import { chainProblems } from './check-chain.mjs'
import { digestOfState } from './state-digest.mjs'
import { textOf } from './told-store.mjs'
import { sessionNames } from './workload.mjs'

/**
 * @typedef {import('@todo-ledger/core').TodoEvent} TodoEvent
 * @typedef {import('./model.mjs').Model} Model
 * @typedef {'lost' | 'partial' | 'gap' | 'foreign' | 'twice' | 'state' | 'chain' | 'unreadable' | 'surprise'} ProblemKind
 * @typedef {{ readonly kind: ProblemKind, readonly message: string, readonly events?: number }} Problem
 * @typedef {import('@todo-ledger/core/store').EventStore} EventStore
 */

const reducer = createReducer()

/**
 * What is wrong with a ledger; nothing where it holds every acknowledged event and each other append whole or not.
 * @param {Model} model
 * @param {EventStore} store
 * @param {boolean} readsAll whether to read the events a second time, in the order of all sessions
 * @returns {Promise<{ readonly problems: Problem[], readonly stored: Map<string, TodoEvent[]> }>}
 */
export async function checkLedger(model, store, readsAll = true) {
  /** @type {Problem[]} */
  const problems = model.surprises.map((message) => ({ kind: 'surprise', message }))
  /** @type {Map<string, TodoEvent[]>} */
  const stored = new Map()
  const names = new Set([...model.settled.keys(), ...(await store.sessions()).map(({ session }) => session)])
  let count = 0
  for (const name of names) {
    const events = []
    for await (const event of store.read(name)) events.push(event)
    stored.set(name, events)
    count += events.length
    problems.push(...sessionProblems(model, name, events))
  }
  for (const message of await chainProblems(store.ledger(), recordsOf(store), count)) {
    problems.push({ kind: 'chain', message })
  }
  if (readsAll) problems.push(...(await orderProblems(store, count)))
  return { problems, stored }
}

/** @param {Model} model @param {string} name @param {readonly TodoEvent[]} events @returns {Problem[]} */
function sessionProblems(model, name, events) {
  /** @type {Problem[]} */
  const problems = []
  const texts = events.map(textOf)
  const gap = events.findIndex(({ seq }, index) => seq !== index + 1)
  if (gap !== -1) problems.push({ kind: 'gap', message: `session ${name}: no event ${gap + 1}` })
  if (new Set(events.map(({ id }) => id)).size !== events.length) {
    problems.push({ kind: 'twice', message: `session ${name} holds an id twice` })
  }
  const settled = model.eventsOf(name)
  const lost = settled.filter((text, index) => texts[index] !== text).length
  if (lost > 0) {
    const first = settled.findIndex((text, index) => texts[index] !== text)
    const found = `${settled[first]?.slice(0, 300)} must stand there, and ${texts[first]?.slice(0, 300)} stands there`
    const message = `session ${name}: of ${settled.length} acknowledged events ${lost} are lost, from ${first + 1} on: ${found}`
    problems.push({ kind: 'lost', message, events: lost })
  }
  const rest = texts.slice(settled.length)
  if (rest.length > 0 && !model.attemptsOf(name).some(({ events: tried }) => tried.join() === rest.join())) {
    const part = model
      .attemptsOf(name)
      .some(({ events: tried }) => rest.every((text) => tried.includes(text)))
    const message = `session ${name}: ${rest.length} events after the acknowledged ${settled.length}`
    problems.push({ kind: part ? 'partial' : 'foreign', message })
  }
  // Where events are missing, the state says nothing more.
  return problems.length > 0 ? problems : stateProblems(model, name, events)
}

/**
 * Replays a session: at each seq that a live session told, and with the list that the last update wrote.
 * @param {Model} model @param {string} name @param {readonly TodoEvent[]} events @returns {Problem[]}
 */
function stateProblems(model, name, events) {
  const replay = reducer.replay()
  try {
    for (const event of events) {
      replay.apply(event)
      const told = model.digests.get(`${name} ${event.seq}`)
      if (told !== undefined && told !== digestOfState(replay.state)) {
        return [{ kind: 'state', message: `session ${name}: another state at seq ${event.seq}` }]
      }
    }
  } catch (error) {
    return [{ kind: 'state', message: `session ${name}: ${String(error)}` }]
  }
  const { items, disagreements } = replay.state
  if (disagreements.length > 0) return [{ kind: 'state', message: `session ${name}: a rule disagrees` }]
  const isWholeList = sessionNames.list.some((list) => list === name)
  const listed = items.map(({ id, text, status }) => ({ id, text, status }))
  if (!isWholeList || JSON.stringify(listed) === JSON.stringify(lastList(events))) return []
  return [{ kind: 'state', message: `session ${name}: not the list that the last accepted call wrote` }]
}

/**
 * What a tool that replaces the whole list must have left behind: no reducer is needed to say so.
 * @param {readonly TodoEvent[]} events
 */
function lastList(events) {
  const last = events.findLast(({ type }) => type === 'todos.updated')
  if (last?.type !== 'todos.updated') return []
  const { input } = last.data
  return typeof input === 'object' && input !== null && 'items' in input ? input.items : null
}

/**
 * The order over all sessions.
 * @param {EventStore} store @param {number} count @returns {Promise<Problem[]>}
 */
async function orderProblems(store, count) {
  /** @type {Problem[]} */
  const problems = []
  let seen = 0
  for await (const { position } of store.readAll()) {
    seen += 1
    if (position !== seen)
      problems.push({ kind: 'gap', message: `position ${position} stands where ${seen} must` })
  }
  if (seen === count) return problems
  return [
    ...problems,
    { kind: 'gap', message: `${seen} events in the order of all, ${count} in the sessions` },
  ]
}

/** @param {EventStore} store */
async function* recordsOf(store) {
  for await (const { record } of store.readAll()) yield record
}
