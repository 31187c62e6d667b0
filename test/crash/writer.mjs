// The process that crashes: appends to a ledger and writes what was acknowledged, line by line, to descriptor 3.
// Its one argument is a WriterPlan as JSON.

import { writeSync } from 'node:fs'
import { openLedger } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { broken } from './broken-stores.mjs'
import { Random } from './random.mjs'
import { checkpoint, checkpointModes, openDatabase } from './sqlite-databases.mjs'
import { toldStore } from './told-store.mjs'
import { work } from './workload.mjs'

/**
 * @typedef {object} WriterPlan
 * @property {string} file the ledger
 * @property {number} seed
 * @property {number | null} autocheckpoint pages of the write-ahead log after which SQLite checkpoints by itself; null:
 *   the store opens the file by itself
 * @property {number} checkpoints share of the steps after which a second connection checkpoints
 * @property {number | null} steps how many steps to take before the store is closed; null: until killed
 * @property {boolean} closes false: ends after its steps without closing the store
 * @property {'full' | 'relaxed'} durability
 * @property {import('./broken-stores.mjs').Fault} fault
 */

/** @type {WriterPlan} */
const plan = JSON.parse(process.argv[2] ?? '')
const random = new Random(plan.seed)

/** @param {import('./told-store.mjs').Line} line */
const tell = (line) => void writeSync(3, `${JSON.stringify(line)}\n`)

let steps = 0
let time = Date.UTC(2026, 0, 5, 10) + plan.seed
const clock = () => {
  time += 1000
  return new Date(time)
}

try {
  tell({ is: 'opening' })
  const given = plan.autocheckpoint === null ? null : openDatabase(plan.file)
  given?.exec(`PRAGMA wal_autocheckpoint = ${plan.autocheckpoint}`)
  const sqlite = sqliteStore(given === null ? plan.file : { database: given }, {
    durability: plan.durability,
  })
  const second = plan.checkpoints > 0 ? openDatabase(plan.file) : null
  tell({ is: 'opened' })
  const store = toldStore(broken(sqlite, plan.fault), tell)
  const ledger = openLedger({ store, clock })
  await work({
    ledger,
    store,
    random,
    tell,
    clock,
    goesOn: () => plan.steps === null || steps < plan.steps,
    between() {
      steps += 1
      if (second === null || !random.chance(plan.checkpoints)) return
      tell({ is: 'checkpoint' })
      checkpoint(second, random.pick(checkpointModes))
      tell({ is: 'checkpointed' })
    },
  })
  if (!plan.closes) process.exit(0)
  tell({ is: 'closing' })
  second?.close()
  await ledger.close()
  given?.close()
  tell({ is: 'closed' })
} catch (error) {
  tell({ is: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
