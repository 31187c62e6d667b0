/** Holds a reopened ledger against the model of what was acknowledged, and asks again for what was cut. */

import { createHash } from 'node:crypto'
import { createReducer, decodeEvent, openLedger } from '@todo-ledger/core'
import { textOf, toldStore } from './told.mjs'

/**
 * @typedef {import('@todo-ledger/core').TodoEvent} TodoEvent
 * @typedef {import('@todo-ledger/core').EventStore} EventStore
 * @typedef {import('./model.mjs').Model} Model
 * @typedef {import('./model.mjs').Attempt} Attempt
 * @typedef {'lost' | 'partial' | 'foreign' | 'twice' | 'state' | 'chain' | 'unreadable' | 'surprise'} ProblemKind
 * @typedef {{ readonly kind: ProblemKind, readonly message: string, readonly events?: number }} Problem
 */

/** All kinds, as a table names what was found. */
export const problemKinds = /** @type {const} */ ({
  lost: 'sessions that lost acknowledged events',
  partial: 'appends stored in part',
  foreign: 'events that nobody appended',
  twice: 'stored twice after a retry',
  state: 'states that differ',
  chain: 'gaps, and breaks of the hash chains',
  unreadable: 'ledgers that could not be opened or read',
  surprise: 'other surprises',
})

const reducer = createReducer()

/** A session's state as a text. @param {import('@todo-ledger/core').SessionState} state */
export function stateText(state) {
  const sorted = (/** @type {string} */ _key, /** @type {unknown} */ value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return sha256(JSON.stringify(state, sorted))
}

/**
 * What is wrong with a ledger; nothing where it holds every acknowledged event and each other append whole or not.
 * @param {Model} model @param {EventStore} store
 * @returns {Promise<{ readonly problems: Problem[], readonly stored: Map<string, string[]> }>}
 */
export async function checkLedger(model, store) {
  /** @type {Problem[]} */
  const problems = model.surprises.map((message) => ({ kind: 'surprise', message }))
  /** @type {Map<string, string[]>} */
  const stored = new Map()
  const names = new Set([...model.settled.keys(), ...(await store.sessions()).map(({ session }) => session)])
  let count = 0
  for (const name of names) {
    const events = []
    for await (const event of store.read(name)) events.push(event)
    count += events.length
    const texts = events.map(textOf)
    stored.set(name, texts)
    problems.push(...sessionProblems(model, name, texts))
    // Where events are missing, the state says nothing more.
    if (problems.length === 0) problems.push(...stateProblems(model, name, events))
  }
  for (const message of await chainProblems(store, count)) problems.push({ kind: 'chain', message })
  return { problems, stored }
}

/** @param {Model} model @param {string} name @param {readonly string[]} texts @returns {Problem[]} */
function sessionProblems(model, name, texts) {
  const settled = model.eventsOf(name)
  const lost = settled.filter((text, index) => texts[index] !== text)
  if (lost.length > 0) {
    const message = `session ${name}: of ${settled.length} acknowledged events ${lost.length} are lost: ${lost[0]?.slice(0, 300)}`
    return [{ kind: 'lost', message, events: lost.length }]
  }
  const rest = texts.slice(settled.length)
  const tried = [...model.inFlight.values()].filter(({ session }) => session === name)
  if (rest.length === 0 || tried.some(({ events }) => events.join() === rest.join())) return []
  const isPart = tried.some(({ events }) => rest.every((text) => events.includes(text)))
  const message = `session ${name}: ${rest.length} events after the acknowledged ${settled.length}`
  return [{ kind: isPart ? 'partial' : 'foreign', message }]
}

/**
 * Replays a session: it comes to each state that a live session told, and to the list that the last call wrote.
 * @param {Model} model @param {string} name @param {readonly TodoEvent[]} events @returns {Problem[]}
 */
function stateProblems(model, name, events) {
  const differs = (/** @type {string} */ how) =>
    /** @type {Problem[]} */ ([{ kind: 'state', message: `session ${name}: ${how}` }])
  const replay = reducer.replay()
  for (const event of events) {
    replay.apply(event)
    const told = model.states.get(`${name} ${event.seq}`)
    if (told !== undefined && told !== stateText(replay.state))
      return differs(`another state at ${event.seq}`)
  }
  const { items, disagreements } = replay.state
  if (disagreements.length > 0) return differs('a rule disagrees')
  const last = events.findLast(({ type }) => type === 'todos.updated')
  if (last?.type !== 'todos.updated' || last.data.tool !== 'todo') return []
  // What a tool that replaces the whole list must have left behind: no reducer is needed to say so.
  const listed = items.map(({ id, text, status }) => ({ id, text, status }))
  const isSame = JSON.stringify({ items: listed }) === JSON.stringify(last.data.input)
  return isSame ? [] : differs('not the list that the last accepted call wrote')
}

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * What is wrong with the positions and the hash chains of a ledger, with nothing but SHA-256: what the store computes is
 * computed anew here.
 * @param {EventStore} store @param {number} count how many events its sessions hold
 */
async function chainProblems(store, count) {
  const problems = []
  /** @type {Map<string, string>} */
  const hashes = new Map()
  let link = sha256(`todo-ledger/ledger/1\n${store.ledger()}`)
  let position = 0
  for await (const { record } of store.readAll()) {
    position += 1
    if ('unreadable' in record) return [`position ${position} cannot be read: ${record.unreadable}`]
    const { session, seq, id, type, version, turn, at, source, actor, data, salt, digest } = record
    const start = sha256(`todo-ledger/session/1\n${store.ledger()}\n${JSON.stringify(session)}`)
    // Of whoever is named the hash is of its second version.
    const who = actor === null ? [] : [actor]
    const envelope = JSON.stringify([session, seq, id, type, version, turn, at, source, ...who])
    const previous = hashes.get(session) ?? start
    const hash = sha256(`todo-ledger/event/${1 + who.length}\n${previous}\n${envelope}\n${digest}`)
    link = sha256(`todo-ledger/link/1\n${link}\n${position}\n${record.hash}`)
    const isWhole = sha256(`todo-ledger/data/1\n${salt}\n${data}`) === digest && hash === record.hash
    if (record.position !== position || !isWhole || link !== record.link)
      problems.push(`position ${position}: digest, hash or link`)
    hashes.set(session, record.hash)
  }
  if (position !== count) problems.push(`${position} records, and ${count} events in the sessions`)
  return problems
}

/**
 * A host that lost an answer asks again, twice and blindly: each append that was cut must end up stored once. Then the
 * ledger is held to the model once more.
 * @param {Model} model @param {EventStore} sqlite @param {readonly Attempt[]} cut
 * @param {(attempt: Attempt) => boolean} asHost whether to make an append's todo calls in its place
 */
export async function retry(model, sqlite, cut, asHost = () => false) {
  /** @type {Problem[]} */
  const problems = []
  const store = toldStore(sqlite, (line) => model.take('asker', line))
  for (const attempt of cut) {
    const { session, expectedSeq } = attempt
    const events = attempt.events.map((text) => decodeEvent(text))
    const calls = events.flatMap((event) =>
      event.type === 'todos.updated' || event.type === 'todos.rejected' ? event : [],
    )
    const again = asHost(attempt) && calls.length > 0 ? calls : events
    if (again === calls) problems.push(...(await callAgain(store, session, calls)))
    else
      for (let time = 1; time <= 2; time += 1) {
        const { lastSeq, events: given } = await store.append(session, events, { expectedSeq })
        if (lastSeq !== expectedSeq + events.length || given.map(textOf).join() !== attempt.events.join())
          problems.push({
            kind: 'twice',
            message: `session ${session}: an append repeated gave something else`,
          })
      }
    const ids = new Set(again.map(({ id }) => id))
    let found = 0
    for await (const { id } of store.read(session)) if (ids.has(id)) found += 1
    if (found !== ids.size)
      problems.push({
        kind: 'twice',
        message: `session ${session}: ${ids.size} asked again, ${found} stored`,
      })
  }
  if (cut.length > 0) problems.push(...(await checkLedger(model, sqlite)).problems)
  return problems
}

/**
 * @param {EventStore} store @param {string} name
 * @param {readonly import('@todo-ledger/core').EventOf<'todos.updated' | 'todos.rejected'>[]} calls
 * @returns {Promise<Problem[]>}
 */
async function callAgain(store, name, calls) {
  const clock = () => new Date(Date.UTC(2026, 1, 1))
  const session = await openLedger({ store, clock, turnLeases: false }).session(name)
  if (!session.state.run.open) await session.startRun({ trigger: 'user', text: 'Go on.' })
  const turn = await session.startTurn()
  for (const { data } of calls) {
    const { tool, input, call } = data
    const answers = [
      await turn.callTodoTool(tool, input, { call }),
      await turn.callTodoTool(tool, input, { call }),
    ]
    if (answers[0]?.text !== answers[1]?.text)
      return [{ kind: 'twice', message: `session ${name}: call ${call} repeated got another answer` }]
  }
  await turn.end()
  return []
}
