// 200 events appended and folded again, in memory. The peer gathers the events and folds them as the bare loop does, so that
// it is the stores that are compared.
import { createReducer, memoryStore, readStateAt } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { bareFold, told } from '../folds.mjs'
import { peer } from '../peers.mjs'
import { session, todoEvents } from '../todo-events.mjs'

const streams = 20

export const append = {
  name: 'append',
  async figures({ rounds, peers }) {
    const row = {
      id: 'append/emmett',
      what: 'append 200 and aggregate, in memory: times faster than emmett',
      goal: '≥ 3 ×',
    }
    const library = peer('@event-driven-io/emmett', peers)
    if (library === null) return [figure({ ...row, value: null })]
    const events = (await todoEvents(200)).slice(0, 200)
    const reducer = createReducer()
    const ours = async () => {
      const store = memoryStore()
      await store.append(session, events, { expectedSeq: 0 })
      return (await readStateAt({ store, session, reducer }, 'end')).state
    }
    const evolve = (all, event) => {
      all.push(event)
      return all
    }
    const emmett = async () => {
      const store = library.getInMemoryEventStore()
      await store.appendToStream(session, events)
      const { state } = await store.aggregateStream(session, { evolve, initialState: () => [] })
      return bareFold(state)
    }
    mustBeEqual('append', { ours: told(await ours()), emmett: told(await emmett()) })
    const often = (way) => async () => {
      for (let stream = 0; stream < streams; stream += 1) await way()
      return streams * events.length
    }
    const how = { rounds, warm: 4, collects: false }
    const times = await compare({ ours: often(ours), emmett: often(emmett) }, how)
    return [
      figure({
        ...row,
        value: ratio(times, 'emmett', 'ours'),
        ours: `${took(times, 'ours')} an event`,
        other: `emmett ${took(times, 'emmett')} an event`,
        by: 'CPU',
      }),
    ]
  },
}
