/**
 * The process whose disk fails: one trial after the other, each on a new ledger. Its argument is JSON, `Trials`; it
 * prints a line of JSON, `Trial`, for each.
 */

import { openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { outcomeOf, removeLedger, work } from './trial.mjs'

/**
 * @typedef {object} Trials
 * @property {string} folder the ledgers' own
 * @property {string} plan the file that the shim looks at
 * @property {readonly import('./faults.mjs').Place[]} places where to fail, one trial each
 *
 * @typedef {import('./trial.mjs').Outcome & { readonly place: import('./faults.mjs').Place, readonly calls: number }} Trial
 */

/** @type {Trials} */
const { folder, plan, places } = JSON.parse(process.argv[2] ?? '')
const file = openSync(plan, 'r+')

/** @param {readonly number[]} numbers */
const set = (...numbers) => void writeSync(file, Buffer.from(Int32Array.from(numbers).buffer), 0, 20, 0)

for (const [index, place] of places.entries()) {
  const ledger = join(folder, `ledger-${index}.db`)
  set(place.call, place.position, place.fault, place.duration, 0)
  const told = await work(ledger)
  const numbers = Buffer.alloc(20)
  readSync(file, numbers, 0, 20, 0)
  set(0, 0, 0, 0, 0)
  const outcome = await outcomeOf(ledger, told)
  removeLedger(ledger)
  process.stdout.write(`${JSON.stringify({ place, calls: numbers.readInt32LE(16), ...outcome })}\n`)
}
