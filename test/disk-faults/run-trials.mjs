/**
 * The process whose disk fails: works on a new ledger for each place of `places`, or opens ledgers at every place where there
 * are none. Its argument is JSON, with the ledgers' folder and the file that the shim looks at, too; it prints a line of JSON,
 * `Trial` or `Opening`, for each.
 */

import { copyFileSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteIntegrity, sqliteStore } from '@todo-ledger/core/sqlite'
import { removeLedger, trulyClosed } from '../crash/files.mjs'
import { outcomeOf, work } from './trial.mjs'

/**
 * @typedef {import('./trial.mjs').Outcome & { readonly place: import('./faults.mjs').Place, readonly calls: number }} Trial
 *
 * @typedef {'new' | 'there' | 'read' | 'check'} Kind
 * @typedef {object} Opening
 * @property {Kind} ledger
 * @property {string} outcome a code, or `opened`
 * @property {string} header the bytes of the file that say whether it keeps a write-ahead log
 */

/** @type {{ folder: string, plan: string, places?: readonly import('./faults.mjs').Place[] }} */
const { folder, plan, places } = JSON.parse(process.argv[2] ?? '')
const file = openSync(plan, 'r+')
const print = (/** @type {object} */ line) => void process.stdout.write(`${JSON.stringify(line)}\n`)

/** Does something while the disk fails at a place. @template Result @param {readonly number[]} place @param {() => Result} run */
async function failing(place, run) {
  const set = (/** @type {readonly number[]} */ numbers) =>
    void writeSync(file, Buffer.from(Int32Array.from(numbers).buffer), 0, 20, 0)
  set([...place, 0])
  const result = await run()
  const numbers = Buffer.alloc(20)
  readSync(file, numbers, 0, 20, 0)
  set([0, 0, 0, 0, 0])
  return { result, calls: numbers.readInt32LE(16) }
}

for (const [index, place] of (places ?? []).entries()) {
  const { call, position, fault, duration } = place
  const ledger = join(folder, `ledger-${index}.db`)
  const { result, calls } = await failing([call, position, fault, duration], () => work(ledger))
  print({ place, calls, ...(await outcomeOf(ledger, result)) })
  removeLedger(ledger)
}

if (places === undefined) {
  const sound = join(folder, 'sound.db')
  const ledger = openLedger({ store: sqliteStore(sound) })
  await ledger.session('s1', { profile: profiles.todoManager })
  await ledger.close()
  await trulyClosed(sound)
  for (const kind of /** @type {const} */ (['new', 'there', 'read', 'check']))
    for (const call of [1, 2, 3, 4])
      for (const duration of [1, 2])
        for (let position = 1; await tryOpening(sound, kind, [call, position, 1, duration]); position += 1);
}

/**
 * @param {string} sound @param {Kind} kind @param {readonly number[]} place
 * @returns {Promise<boolean>} false where there are not so many calls
 */
async function tryOpening(sound, kind, place) {
  const path = join(folder, `${kind}-${place.join('-')}.db`)
  if (kind !== 'new') copyFileSync(sound, path)
  const { result, calls } = await failing(place, () => open(path, kind))
  await trulyClosed(path)
  const header = result === 'opened' ? readFileSync(path).subarray(18, 20).join() : ''
  removeLedger(path)
  if (calls < (place[1] ?? 0)) return false
  print({ ledger: kind, outcome: result, header })
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
