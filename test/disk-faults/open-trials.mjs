/**
 * Opens ledgers while their disk fails: a new one, one that is there, one to be read, and one to be checked. Its argument is JSON with the
 * ledgers' folder and the file that the shim looks at; it prints a line of JSON, `Opening`, for each trial.
 */

import { copyFileSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteIntegrity, sqliteStore } from '@todo-ledger/core/sqlite'
import { trulyClosed } from '../crash/truly-closed.mjs'
import { removeLedger } from './trial.mjs'

/**
 * @typedef {'new' | 'there' | 'read' | 'check'} Kind
 *
 * @typedef {object} Opening
 * @property {Kind} ledger
 * @property {number} call
 * @property {number} position
 * @property {string} outcome a code, or `opened`
 * @property {string} header the bytes of the file that say whether it keeps a write-ahead log
 */

/** @type {{ folder: string, plan: string }} */
const { folder, plan } = JSON.parse(process.argv[2] ?? '')
const file = openSync(plan, 'r+')

/** @param {readonly number[]} numbers */
const set = (...numbers) => void writeSync(file, Buffer.from(Int32Array.from(numbers).buffer), 0, 20, 0)

const sound = join(folder, 'sound.db')
const ledger = openLedger({ store: sqliteStore(sound) })
await ledger.session('s1', { profile: profiles.todoManager })
await ledger.close()
await trulyClosed(sound)

for (const kind of /** @type {const} */ (['new', 'there', 'read', 'check'])) {
  for (const call of [1, 2, 3, 4]) {
    for (const duration of [1, 2]) {
      for (let position = 1; await tryOpening(kind, call, duration, position); position += 1);
    }
  }
}

/**
 * @param {Kind} kind @param {number} call @param {number} duration @param {number} position
 * @returns {Promise<boolean>} false where there are not so many calls
 */
async function tryOpening(kind, call, duration, position) {
  const path = join(folder, `${kind}-${call}-${duration}-${position}.db`)
  if (kind !== 'new') copyFileSync(sound, path)
  set(call, position, 1, duration, 0)
  const outcome = open(path, kind)
  const numbers = Buffer.alloc(20)
  readSync(file, numbers, 0, 20, 0)
  set(0, 0, 0, 0, 0)
  await trulyClosed(path)
  const header = outcome === 'opened' ? readFileSync(path).subarray(18, 20).join() : ''
  removeLedger(path)
  if (numbers.readInt32LE(16) < position) return false
  process.stdout.write(`${JSON.stringify({ ledger: kind, call, position, outcome, header })}\n`)
  return true
}

/** @param {string} path @param {Kind} kind */
function open(path, kind) {
  try {
    if (kind === 'check') return sqliteIntegrity(path).length > 0 ? 'damaged-file' : 'opened'
    void sqliteStore(path, { readOnly: kind === 'read' }).close()
    return 'opened'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
