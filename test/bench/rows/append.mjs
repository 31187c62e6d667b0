// 200 events appended and folded again, in memory, beside stores of events. Their folds gather the events and fold them
// as the bare loop does, so that it is the stores that are compared.
import { createReducer, memoryStore, readStateAt } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure, notInstalled } from '../figures.mjs'
import { bareFold, told } from '../folds.mjs'
import { peer } from '../peers.mjs'
import { session, todoEvents } from '../todo-events.mjs'

const streams = 20

export const append = {
  name: 'append',
  async figures({ rounds, peers }) {
    const events = (await todoEvents(200)).slice(0, 200)
    const reducer = createReducer()
    const ways = {
      async ours() {
        const store = memoryStore()
        await store.append(session, events, { expectedSeq: 0 })
        return (await readStateAt({ store, session, reducer }, 'end')).state
      },
      ...emmett(events, peers),
      ...castore(events, peers),
    }
    const states = {}
    for (const [name, way] of Object.entries(ways)) states[name] = told(await way())
    mustBeEqual('append', states)
    const contenders = Object.entries(ways).map(([name, way]) => {
      const often = async () => {
        for (let stream = 0; stream < streams; stream += 1) await way()
        return streams * events.length
      }
      return [name, often]
    })
    const times = await compare(Object.fromEntries(contenders), { rounds, warm: 4, collects: false })
    const rows = [
      { name: 'emmett', id: 'append/emmett', goal: '≥ 10 ×' },
      { name: 'castore', id: 'append/castore', goal: '≥ 15 ×' },
    ]
    return rows.flatMap(({ name, ...rest }) => {
      const row = { ...rest, what: `append 200 and aggregate, in memory: times faster than ${name}` }
      if (times[name] === undefined) return notInstalled(name, [row])
      const [ours, other] = ['ours', name].map((each) => `${took(times, each)} an event`)
      return figure({ ...row, value: ratio(times, name, 'ours'), ours, other: `${name} ${other}`, by: 'CPU' })
    })
  },
}

function gathered(all, event) {
  all.push(event)
  return all
}

function emmett(events, peers) {
  const library = peer('@event-driven-io/emmett', peers)
  if (library === null) return {}
  return {
    async emmett() {
      const store = library.getInMemoryEventStore()
      await store.appendToStream(session, events)
      const { state } = await store.aggregateStream(session, { evolve: gathered, initialState: () => [] })
      return bareFold(state)
    },
  }
}

function castore(events, peers) {
  const library = peer('@castore/core', peers)
  const adapters = peer('@castore/event-storage-adapter-in-memory', peers)
  if (library === null || adapters === null) return {}
  const { EventStore, EventType } = library
  const eventTypes = [...new Set(events.map(({ type }) => type))].map((type) => new EventType({ type }))
  const reducer = (state, { aggregateId, version, payload }) => ({
    aggregateId,
    version,
    events: gathered(state?.events ?? [], payload),
  })
  return {
    async castore() {
      const eventStorageAdapter = new adapters.InMemoryEventStorageAdapter()
      const store = new EventStore({ eventStoreId: 'bench', eventTypes, eventStorageAdapter, reducer })
      for (const [index, payload] of events.entries()) {
        const { type, at } = payload
        await store.pushEvent({
          aggregateId: session,
          version: index + 1,
          type,
          payload,
          timestamp: at.toISOString(),
        })
      }
      return bareFold((await store.getAggregate(session)).aggregate.events)
    },
  }
}
