/** Judges changes of a copy of a ledger, for judge-changes.mjs. It may be ended by one; nothing else is. */

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { createReducer, encodeEvent, LedgerError } from '@todo-ledger/core'
import { sqliteIntegrity, sqliteStore } from '@todo-ledger/core/sqlite'
import { findEvent, SnapshotChecker, verifyChain } from '@todo-ledger/core/store'

const [, , file] = process.argv
const original = await everythingRead()

process.on('message', async (changes) => {
  for (const [offset, byte] of changes) {
    const right = set(offset, byte)
    let verdict
    try {
      verdict = await judge()
    } catch (error) {
      verdict = { outcome: 'A FAULT', isBad: true, detail: error.stack }
    }
    set(offset, right)
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    process.send({ offset, byte, ...verdict })
  }
  process.disconnect()
})

/** Sets a byte of the file, and gives what stood there. */
function set(offset, value) {
  const handle = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, offset)
  const [before] = byte
  byte[0] = value
  writeSync(handle, byte, 0, 1, offset)
  closeSync(handle)
  return before
}

async function judge() {
  let problems
  let found
  let now
  try {
    problems = sqliteIntegrity(file)
    const store = sqliteStore(file, { readOnly: true })
    try {
      found = await verifyChain(store)
    } finally {
      await store.close()
    }
    now = await everythingRead()
  } catch (error) {
    if (error instanceof LedgerError) return { outcome: `refused: ${error.code}` }
    throw error
  }
  const changed = original.records.findIndex((record, index) => record !== now.records[index])
  const firstChanged =
    changed !== -1 ? changed : now.records.length > original.records.length ? original.records.length : -1
  if (found.firstBad !== null) {
    const { position, problem, message } = found.firstBad
    if (position === firstChanged + 1) return { outcome: `found at its event: ${problem}` }
    // What was taken out stands and falls with the event that says so, which comes later.
    const isRedacted = /"salt":(null|"r)/.test(original.records[position - 1] ?? '')
    if (isRedacted && position <= firstChanged)
      return { outcome: 'found at the event that a damaged redaction names' }
    // No event was touched: the id that all of them rest on was.
    if (firstChanged === -1 && position === 1 && ledgerOf(now) !== ledgerOf(original))
      return { outcome: "found: the ledger's id" }
    return {
      outcome: 'MISPLACED',
      isBad: true,
      detail: `at ${position}, not ${firstChanged + 1}: ${problem}: ${message}`,
    }
  }
  // A broken tree of pages hides rows, as a cut does; the file's own check says so, and `verify` with it.
  if (firstChanged !== -1 && problems.length === 0)
    return { outcome: 'MISSED', isBad: true, detail: `event ${firstChanged + 1} reads otherwise` }
  if (problems.length > 0)
    return { outcome: `found in the file: the events are ${firstChanged === -1 ? 'whole' : 'hidden'}` }
  // `verify` replays every session, and tells what can't be read.
  if (now.errors.length > 0) return { outcome: `found in the replay: ${now.errors[0]}` }
  if (now.badSnapshots > 0) return { outcome: 'found in a snapshot' }
  const isNew = now.snapshots.some((snapshot) => !original.snapshots.includes(snapshot))
  if (now.rest !== original.rest || isNew) {
    const at = [...now.rest].findIndex((character, index) => character !== original.rest[index])
    const detail = `${original.rest.slice(at - 40, at + 40)} became ${now.rest.slice(at - 40, at + 40)}`
    return { outcome: 'MISSED', isBad: true, detail: isNew ? 'a snapshot' : detail }
  }
  return now.snapshots.length < original.snapshots.length
    ? { outcome: 'a snapshot is not found any more, and made anew' }
    : { outcome: 'nothing that is read changed' }
}

/** All that can be read of the ledger, in every way in which it is read. */
async function everythingRead() {
  const store = sqliteStore(file, { readOnly: true })
  const rest = { ledger: store.ledger(), sessions: null, events: [], found: [], all: [] }
  const snapshots = []
  const errors = []
  const records = []
  let badSnapshots = 0
  try {
    for await (const { record } of store.readAll()) records.push(JSON.stringify(record))
    await tried(errors, async () => {
      for await (const { position, event } of store.readAll()) rest.all.push([position, encodeEvent(event)])
    })
    await tried(errors, async () => {
      rest.sessions = await store.sessions()
      for (const { session } of rest.sessions) {
        const reducer = createReducer()
        const replay = reducer.replay()
        const checker = new SnapshotChecker(store, session, reducer)
        for await (const event of store.read(session)) {
          rest.events.push(encodeEvent(event), event.hash, event.redacted)
          rest.found.push((await findEvent(store, session, event.id))?.seq)
          replay.apply(event)
          await checker.observe(event, replay.state)
        }
        await checker.finish()
        badSnapshots += checker.bad.length
      }
      for (const kind of ['snapshot', 'session-list/1'])
        for await (const entry of store.side.entries(kind)) snapshots.push(JSON.stringify(entry))
    })
  } finally {
    await store.close()
  }
  return { records, errors, badSnapshots, snapshots, rest: JSON.stringify(rest) }
}

function ledgerOf({ rest }) {
  return JSON.parse(rest).ledger
}

/** An error is read, too. */
async function tried(into, read) {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    into.push(error.code)
  }
}
