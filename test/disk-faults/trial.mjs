/** One ledger, worked on while its disk fails once or for ever, and what it must hold afterwards. */

import { LedgerError, openLedger, profiles } from '@todo-ledger/core'
import { openDatabase, sqliteIntegrity, sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { sampleEvents } from '@todo-ledger/core/testing'
import { trulyClosed } from '../crash/files.mjs'
import { withAppend } from '../crash/told.mjs'

/**
 * @typedef {import('@todo-ledger/core').TodoEvent} TodoEvent
 * @typedef {import('@todo-ledger/core/store').EventStore} EventStore
 *
 * @typedef {object} Outcome what a trial showed
 * @property {number} acknowledged events
 * @property {number} errors that the store gave
 * @property {readonly string[]} problems what must not be
 */

const secret = 'hunter2-is-no-secret-any-more'

/** The host's own database could not be opened or set. */
class HostsOwn extends Error {}

/** What was acknowledged, and what else the host was told. */
class Told {
  /** The hashes of the acknowledged events, by session and seq: they stay when contents are taken out. @type {Map<string, string>} */
  hashes = new Map()
  /** The seq up to which contents were taken out, by session. @type {Map<string, number>} */
  redacted = new Map()
  errors = 0
  /** @type {string[]} */
  problems = []

  /** Does something that the disk may refuse; once more where it did. @param {() => Promise<void> | void} step */
  async try(step) {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      try {
        await step()
        return
      } catch (error) {
        this.errors += 1
        const isOurs = error instanceof LedgerError || error instanceof HostsOwn
        if (!isOurs) this.problems.push(`no error of ours: ${error}`)
      }
    }
  }

  /** @param {readonly TodoEvent[]} events */
  acknowledge(events) {
    for (const { session, seq, hash } of events) this.hashes.set(`${session} ${seq}`, String(hash))
  }
}

/** Works on a new ledger, through whatever the disk does. @param {string} file */
export async function work(file) {
  const told = new Told()
  // A checkpoint every few pages, so that the log is read back while the ledger is open; then one of the usual kind.
  await told.try(() => session(told, file, 6))
  await told.try(() => session(told, file, null))
  // The ledger itself stays open where it was looked through for what its disk refuses.
  await trulyClosed(`${file}-wal`)
  return told
}

/** @param {Told} told @param {string} file @param {number | null} autocheckpoint */
async function session(told, file, autocheckpoint) {
  const given = autocheckpoint === null ? null : openGiven(file, autocheckpoint)
  try {
    const sqlite = sqliteStore(given === null ? file : { database: given })
    const store = withAppend(sqlite, async (...asked) => {
      const result = await sqlite.append(...asked)
      told.acknowledge(result.events)
      return result
    })
    try {
      await steps(told, store)
    } finally {
      await store.close()
    }
  } finally {
    given?.close()
  }
}

/** @param {string} file @param {number} autocheckpoint */
function openGiven(file, autocheckpoint) {
  try {
    const given = openDatabase(file)
    given.exec(`PRAGMA wal_autocheckpoint = ${autocheckpoint}`)
    return given
  } catch (error) {
    throw new HostsOwn(String(error))
  }
}

/** @param {Told} told @param {EventStore} store */
async function steps(told, store) {
  let time = 0
  let ids = 0
  const clock = () => {
    time += 1000
    return new Date(Date.UTC(2026, 0, 5) + time)
  }
  const ledger = openLedger({
    store,
    clock,
    snapshotInterval: 4,
    ids: () => {
      ids += 1
      return `id-${ids}-${told.hashes.size}`
    },
  })
  for (const name of ['list', 'leaks', 'forgotten']) {
    await told.try(async () => {
      const open = await ledger.session(name, { profile: profiles.todoManager })
      if (!open.state.run.open) await open.startRun({ trigger: 'user', text: `Say ${secret}` })
      for (let turns = 0; turns < 2; turns += 1) {
        const turn = await open.startTurn()
        const call = `t${turn.number}`
        await turn.callTodoTool('todo', { items: items(turn.number) }, { call })
        await turn.recordTool({
          call: `${call}b`,
          name: 'bash',
          input: { command: 'ls' },
          ok: true,
          output: secret.repeat(9),
        })
        await turn.end()
      }
    })
  }
  await told.try(() => batch(store))
  await told.try(async () => {
    const { seq } = await ledger.redact('leaks', { secret })
    if (seq !== null) told.redacted.set('leaks', seq)
  })
  await told.try(async () => {
    const { seq } = await ledger.forget('forgotten')
    if (seq !== null) told.redacted.set('forgotten', seq)
  })
  await told.try(() => batch(store))
}

/** Twelve events at once, some longer than a page of the file. @param {EventStore} store */
async function batch(store) {
  const lastSeq = (await store.sessions('batch'))[0]?.lastSeq ?? 0
  const events = sampleEvents(lastSeq + 1, lastSeq + 12, 'batch').map((event) =>
    event.type === 'tool.called' && event.seq % 4 === 0
      ? { ...event, data: { ...event.data, input: `text ${event.seq} `.repeat(900) } }
      : event,
  )
  await store.append('batch', events, { expectedSeq: lastSeq })
}

/** @param {number} number */
function items(number) {
  return Array.from({ length: 3 }, (_, index) => ({
    id: String(index + 1),
    text: `${index + 1}. step ${number}`,
    status: index < number ? 'completed' : 'pending',
  }))
}

/** Holds a ledger to what was told of it, on a disk that works again. @param {string} file @param {Told} told @returns {Promise<Outcome>} */
export async function outcomeOf(file, told) {
  const problems = [...told.problems]
  try {
    const store = sqliteStore(file)
    const found = new Map()
    for await (const { record } of store.readAll()) {
      if (!('unreadable' in record)) found.set(`${record.session} ${record.seq}`, record.hash)
    }
    const lost = [...told.hashes].filter(([place, hash]) => found.get(place) !== hash)
    if (lost.length > 0)
      problems.push(`${lost.length} of ${told.hashes.size} acknowledged events are lost, ${lost[0]} first`)
    const { firstBad } = await verifyChain(store)
    if (firstBad !== null) problems.push(`the chain: ${firstBad.message}`)
    for (const [name, to] of told.redacted) {
      for await (const event of store.read(name, { to })) {
        if (JSON.stringify(event).includes(secret)) problems.push(`${name} ${event.seq} holds the secret`)
      }
    }
    await batch(store)
    await store.close()
    problems.push(...sqliteIntegrity(file).map((problem) => `the file: ${problem}`))
  } catch (error) {
    problems.push(`afterwards: ${error instanceof Error ? error.stack : error}`)
  }
  return { acknowledged: told.hashes.size, errors: told.errors, problems }
}
