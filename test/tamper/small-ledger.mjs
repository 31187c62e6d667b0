/** A small ledger with something of everything: sessions, contents erased and replaced, snapshots kept and removed. */

import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'

/** @typedef {import('@todo-ledger/core/store').EventContents} EventContents */

/**
 * Makes it, the same in every run, as a file with no journal beside it.
 * @param {string} file
 * @param {number} turns of each session before anything is redacted; with ten its tables have more than one level
 */
export async function makeLedger(file, turns = 1) {
  let drawn = 0
  const random = (/** @type {number} */ size) =>
    Uint8Array.from({ length: size }, () => {
      drawn = (drawn * 73 + 41) % 65_537
      return drawn % 256
    })
  let time = Date.UTC(2026, 0, 5, 10)
  const clock = () => {
    time += 1000
    return new Date(time)
  }
  const settings = { clock, snapshotInterval: 4, redaction: /** @type {const} */ (false) }
  const profile = profiles.todoManager
  const first = openLedger({ store: sqliteStore(file, { random }), ...settings })
  for (const id of ['build-42', 'é/ünï']) {
    const session = await first.session(id, { profile })
    await session.startRun({ trigger: 'user', text: 'Add a login page; the password is hunter2' })
    for (let number = 1; number <= turns; number += 1) {
      const turn = await session.startTurn()
      await turn.callTodoTool('todo', { items: [{ text: `Design form ${number}`, status: 'in_progress' }] })
      await turn.recordTool({
        call: `c${number}`,
        name: 'write_file',
        input: { path: 'login.html' },
        ok: true,
      })
      await turn.end()
    }
  }
  await first.close()

  const store = sqliteStore(file, { random })
  const at = new Date(time)
  for (const { session, lastSeq } of await store.sessions()) {
    const redaction =
      session === 'build-42'
        ? { erase: true }
        : { replace: (/** @type {EventContents} */ data) => masked(data) }
    await store.redact(session, { id: 'r1', at, reason: 'a test', ...redaction }, { expectedSeq: lastSeq })
  }
  const second = openLedger({ store, ...settings })
  const session = await second.session('é/ünï', { profile })
  await session.startRun({ trigger: 'user', text: 'And a logout page' })
  const turn = await session.startTurn()
  await turn.end()
  await second.close()
}

/** @param {EventContents} data */
function masked(data) {
  return typeof data['text'] === 'string' ? { ...data, text: '[redacted:test]' } : data
}
