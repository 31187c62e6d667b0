// The fold of a log written by hand. It checks what the reducer checks: that an event follows the one before, and after an
// update the rules max-items and single-in-progress. `told` is what all agree on.

const mostItems = 20

export const nothing = () => ({
  items: [],
  phase: 'empty',
  seq: 0,
  at: 0,
  run: { number: 0, turns: 0, work: 0 },
  turn: { number: 0, open: false, todoCalls: 0, updates: 0, writers: [], before: null },
  lastUpdate: null,
  updates: 0,
  keysUsed: 0,
  broken: 0,
})

/** What a state is compared by. `broken` is a number in ours, `disagreements` a list in the reducer's. */
export function told({ items, phase, seq, at, run, turn, lastUpdate, updates, keysUsed, ...rest }) {
  const { number, turns, work } = run
  const { number: turnNumber, open, todoCalls, updates: inTurn, writers, before } = turn
  return JSON.parse(
    JSON.stringify({
      items: items.map(({ key, id, text, status, added, started, closed }) => ({
        key,
        id,
        text,
        status,
        added,
        started,
        closed,
      })),
      run: { number, turns, work },
      turn: {
        turnNumber,
        open,
        todoCalls,
        inTurn,
        writers,
        before: before?.items.map(({ key, status }) => [key, status]) ?? null,
      },
      rest: { phase, seq, at, lastUpdate, updates, keysUsed },
      broken: rest.broken ?? rest.disagreements.length,
    }),
  )
}

function judged(items) {
  let [active, pending] = [0, 0]
  for (let index = 0; index < items.length; index += 1) {
    const { status } = items[index]
    if (status === 'in_progress') active += 1
    else if (status === 'pending') pending += 1
  }
  const isBroken = active > 1 || items.length > mostItems
  if (items.length === 0) return { phase: 'empty', isBroken }
  return { phase: active > 0 ? 'executing' : pending === items.length ? 'planning' : 'reviewing', isBroken }
}

function itemOf({ key, id, text, status }, moment) {
  const started = status === 'in_progress' ? moment : null
  const closed = status === 'completed' || status === 'cancelled' ? moment : null
  const none = { reason: null, parent: null, activeForm: null, priority: null, owner: null, notes: null }
  return {
    key,
    id,
    text,
    status,
    ...none,
    dependencies: [],
    estimate: null,
    metadata: null,
    added: moment,
    started,
    closed,
    blocked: null,
  }
}

function setStatus(item, status, moment) {
  if (status === 'in_progress' && item.started === null) item.started = moment
  const closes = status === 'completed' || status === 'cancelled'
  item.closed = closes ? (item.status === status ? item.closed : moment) : null
  item.status = status
}

/** @param base of which `state` is a draft: to look for an item in the draft itself would make drafts of all */
function apply(state, event, base = state) {
  const find = (key) => state.items[base.items.findIndex((item) => item.key === key)]
  const at = event.at.getTime()
  const { type, data } = event
  state.seq = event.seq
  state.at = at
  if (type === 'run.started') {
    state.run.number += 1
    state.run.turns = 0
    state.run.work = 0
  } else if (type === 'turn.started') {
    state.turn = { number: event.turn, open: true, todoCalls: 0, updates: 0, writers: [], before: null }
    state.run.turns += 1
  } else if (type === 'turn.ended') state.turn.open = false
  else if (type === 'todos.updated') {
    const moment = { turn: event.turn, seq: event.seq, at }
    const { turn } = state
    if (turn.before === null)
      turn.before = { items: base === state ? state.items.map((item) => ({ ...item })) : base.items }
    for (const change of data.changes) {
      if (change.type === 'status-set') setStatus(find(change.key), change.to, moment)
      else if (change.type === 'reworded') find(change.key).text = change.to
      else if (change.type === 'added') {
        state.items.splice(change.position, 0, itemOf(change, moment))
        state.keysUsed += 1
      } else throw new Error(`this fold knows no change ${change.type}`)
    }
    turn.todoCalls += 1
    turn.updates += 1
    turn.writers.push(data.tool)
    state.updates += 1
    if (data.changes.length > 0) state.run.work += 1
    state.lastUpdate = moment
  } else if (type !== 'session.opened') throw new Error(`this fold knows no ${type}`)
}

function mustFollow(seq, event) {
  if (event.seq !== seq + 1) throw new Error(`event ${event.seq} does not follow ${seq}`)
}

/** A loop over one private object, frozen at its end. */
export function bareFold(events) {
  const state = nothing()
  for (const event of events) {
    mustFollow(state.seq, event)
    apply(state, event)
    if (event.type !== 'todos.updated') continue
    const { phase, isBroken } = judged(state.items)
    state.phase = phase
    if (isBroken) state.broken += 1
  }
  return frozen(state)
}

/** Applies an event to a draft of `base`. */
export function draftFold(draft, event, base) {
  mustFollow(base.seq, event)
  apply(draft, event, base)
}

/** What is judged once the draft is finished, on plain data. */
export function judgedAfter(state, event) {
  if (event.type !== 'todos.updated') return state
  const { phase, isBroken } = judged(state.items)
  if (phase === state.phase && !isBroken) return state
  return Object.freeze({ ...state, phase, broken: state.broken + (isBroken ? 1 : 0) })
}

function frozen(value) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
