// One measurement in a process of its own, so that its memory is its own. Prints JSON.
// node measure.mjs <what> <ledger> [<argument>]
import { openLedger, readStateAt } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { subscribe } from '@todo-ledger/core/store'
import { buildLedger, sessionId } from './build-ledger.mjs'
import { countingStore } from './counting-store.mjs'

const [what, path, argument = ''] = process.argv.slice(2)

/** Each opens the ledger by itself: that is part of what is measured. */
const measurements = {
  build: () => buildLedger(path, Number(argument)),
  'state without': () => state({ turn: Number(argument) }, { readOnly: true }, false),
  'state with': () => state({ turn: Number(argument) }, { readOnly: true }),
  'state by time': () => state({ at: new Date(argument) }, { readOnly: true }),
  'first long read': () => state('end', {}),
  'open without': () => openSession(false),
  'open with': () => openSession(undefined),
  'subscribe after': () => follow(Number(argument)),
  snapshots: () => listSnapshots(),
}

const result = await measured(measurements[what])
process.stdout.write(`${JSON.stringify(result)}\n`)

async function measured(run) {
  const idle = process.resourceUsage().maxRSS
  const begin = performance.now()
  const told = await run()
  const milliseconds = performance.now() - begin
  const megabytes = Math.max(0, process.resourceUsage().maxRSS - idle) / 1024
  return { milliseconds, megabytes, ...told }
}

async function state(point, options, snapshotInterval) {
  const { store, read } = countingStore(sqliteStore(path, options))
  const found = await readStateAt({ store, session: sessionId, snapshotInterval }, point)
  await store.close()
  const { seq, turn, items, at } = found.state
  return {
    events: read.events,
    from: found.from,
    seq,
    turn: turn.number,
    at,
    list: JSON.stringify(items).length,
  }
}

async function openSession(snapshotInterval) {
  const { store, read } = countingStore(sqliteStore(path))
  const ledger = openLedger({ store, ...(snapshotInterval === undefined ? {} : { snapshotInterval }) })
  const { state } = await ledger.session(sessionId)
  await ledger.close()
  return { events: read.events, seq: state.seq }
}

async function follow(after) {
  const store = sqliteStore(path, { readOnly: true })
  const positions = []
  for await (const { position } of subscribe(store, { after })) {
    positions.push(position)
    if (positions.length === 100) break
  }
  await store.close()
  return { events: positions.length, first: positions[0], last: positions.at(-1) }
}

async function listSnapshots() {
  const store = sqliteStore(path, { readOnly: true })
  let snapshots = 0
  let characters = 0
  for await (const { value } of store.side.entries('snapshot')) {
    snapshots += 1
    characters += value.length
  }
  await store.close()
  return { snapshots, characters }
}
