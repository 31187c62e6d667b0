// The process that crashes: appends to a ledger and writes what was acknowledged, line by line, to descriptor 3.
// Its one argument is a WriterPlan as JSON.

import { writeSync } from 'node:fs'
import { openLedger } from '@todo-ledger/core'
import { openDatabase, sqliteStore } from '@todo-ledger/core/sqlite'
import { Random } from './random.mjs'
import { broken, toldStore } from './told.mjs'
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
 * @property {import('./told.mjs').Fault} fault
 */

/** @type {WriterPlan} */
const plan = JSON.parse(process.argv[2] ?? '')
const random = new Random(plan.seed)

/** @param {import('./told.mjs').Line} line */
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
      try {
        second
          .prepare(`PRAGMA wal_checkpoint(${random.pick(['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'])})`)
          .get()
      } catch {
        // A writer in between: a checkpoint that cannot be made now is made later.
      }
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
