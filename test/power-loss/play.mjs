/** One recorded run of writers, and every loss of power in it that there is time for. */

import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { checkLedger } from '../crash/check-ledger.mjs'
import { Model } from '../crash/model.mjs'
import { Random } from '../crash/random.mjs'
import { retryAppend } from '../crash/retry.mjs'
import { toldStore } from '../crash/told-store.mjs'
import { Disk } from './disk.mjs'
import { readLog } from './read-log.mjs'

/**
 * @typedef {import('../crash/check-ledger.mjs').Problem} Problem
 * @typedef {import('./read-log.mjs').Operation} Operation
 *
 * @typedef {object} Settings
 * @property {string} shim the compiled write-log.c
 * @property {number} seed
 * @property {'full' | 'relaxed'} durability
 * @property {import('../crash/broken-stores.mjs').Fault} fault
 * @property {number} random how many states with random losses to try at each point, beside none and all lost
 * @property {number} share of the points to try, from 0 to 1
 *
 * @typedef {object} Played what a run showed
 * @property {number} operations done to the ledger's files
 * @property {number} syncs of them
 * @property {number} checkpoints asked for, beside the automatic ones
 * @property {number} acknowledged events in the whole run
 * @property {number} states of the disk that were opened
 * @property {number} torn of them, those with a write that is there in part
 * @property {number} missing of them, those that lack something that was written
 * @property {number} checked acknowledged events looked for, over all states
 * @property {number} lostStates states in which an acknowledged event is missing
 * @property {number} lostEvents acknowledged events missing, over all states
 * @property {readonly Problem[]} problems other than lost events
 */

const writer = fileURLToPath(new URL('../crash/writer.mjs', import.meta.url))
const ledgerName = 'ledger.db'

/** @param {Settings} settings @returns {Promise<Played>} */
export async function play(settings) {
  // Here nothing is really synced, and nothing needs to be.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'todo-ledger-power-loss-'))
  try {
    const random = new Random(settings.seed)
    const { model, files, operations } = await recordRun(folder, settings, random)
    return await new Losses(folder, settings, random, model).try(new Disk(files), operations)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Lets three writers work one after the other, and logs what they do.
 * @param {string} folder @param {Settings} settings @param {Random} random
 */
async function recordRun(folder, { shim, durability, fault }, random) {
  const place = join(folder, 'watched')
  const file = join(place, ledgerName)
  const log = join(folder, 'log')
  mkdirSync(place)
  // Some runs begin with a ledger of the first schema: bringing it up to date must not lose anything either.
  const model = new Model()
  const files = new Map()
  for (let number = 1; number <= 3; number += 1) {
    /** @type {import('../crash/writer.mjs').WriterPlan} */
    const plan = {
      file,
      seed: random.below(2 ** 31),
      autocheckpoint: random.pick([null, 4, 12, 40]),
      checkpoints: random.pick([0, 0.1, 0.3]),
      steps: 4 + random.below(8),
      closes: random.chance(0.5),
      durability,
      fault,
    }
    const told = openSync('/dev/null', 'w')
    const { status } = spawnSync(process.execPath, [writer, JSON.stringify(plan)], {
      stdio: ['ignore', 'ignore', 'inherit', told],
      env: { ...process.env, LD_PRELOAD: shim, WRITE_LOG: log, WRITE_LOG_FOLDER: place, WRITE_LOG_TOLD: '3' },
    })
    closeSync(told)
    if (status !== 0) throw new Error(`The writer ended with ${status}.`)
  }
  return { model, files, operations: readLog(readFileSync(log), place, [...files.keys()]) }
}

/** The losses of power of one run. */
class Losses {
  #folder
  #settings
  #random
  #model
  #writers = 0
  /** How much was told: the same disk is tried again only where more must be on it. */
  #told = 0
  #tried = new Set()
  #states = 0
  #torn = 0
  #missing = 0
  #checked = 0
  #lostStates = 0
  #lostEvents = 0
  /** @type {Problem[]} */
  #problems = []

  /** @param {string} folder @param {Settings} settings @param {Random} random @param {Model} model */
  constructor(folder, settings, random, model) {
    this.#folder = folder
    this.#settings = settings
    this.#random = random
    this.#model = model
  }

  /** @param {Disk} disk @param {readonly Operation[]} operations @returns {Promise<Played>} */
  async try(disk, operations) {
    for (const operation of operations) {
      if (operation.is === 'started') this.#writers += 1
      else if (operation.is === 'told') {
        this.#told += 1
        this.#model.take(`writer ${this.#writers}`, operation.line)
      } else {
        await this.#lose(disk)
        disk.apply(operation)
      }
    }
    await this.#lose(disk)
    /** @param {Operation['is']} kind */
    const count = (kind) => operations.filter(({ is }) => is === kind).length
    const told = count('told')
    return {
      operations: operations.length - told - count('started'),
      syncs: count('sync'),
      checkpoints: operations.filter((each) => each.is === 'told' && each.line.is === 'checkpoint').length,
      acknowledged: this.#model.acknowledged,
      states: this.#states,
      torn: this.#torn,
      missing: this.#missing,
      checked: this.#checked,
      lostStates: this.#lostStates,
      lostEvents: this.#lostEvents,
      problems: this.#problems,
    }
  }

  /** Loses the power now, in several ways. @param {Disk} disk */
  async #lose(disk) {
    if (!this.#random.chance(this.#settings.share)) return
    const some = Array.from({ length: this.#settings.random }, () => /** @type {const} */ ('some'))
    for (const kept of /** @type {const} */ (['none', 'all', ...some])) {
      const state = disk.afterPowerLoss(kept, this.#random)
      const name = `${this.#told} ${state.digest}`
      if (this.#tried.has(name)) continue
      this.#tried.add(name)
      this.#states += 1
      if (state.torn) this.#torn += 1
      if (!state.whole) this.#missing += 1
      await this.#open(state)
    }
  }

  /** Opens a ledger as it is after the loss. @param {import('./disk.mjs').DiskState} state */
  async #open({ files }) {
    const place = join(this.#folder, String(this.#states))
    mkdirSync(place)
    for (const [name, content] of files) writeFileSync(join(place, name), content)
    // Shared memory of before is of no worth, and must not be trusted.
    if (this.#random.chance(0.2)) writeFileSync(join(place, `${ledgerName}-shm`), Buffer.alloc(32_768, 0xa5))
    try {
      const model = this.#model.copy()
      const cut = [...model.inFlight.values()]
      for (const events of model.settled.values()) this.#checked += events.length
      const { durability } = this.#settings
      const store = sqliteStore(join(place, ledgerName), { durability })
      const { problems } = await checkLedger(model, store, this.#random.chance(0.1))
      if (problems.length === 0 && this.#random.chance(0.25)) {
        problems.push(...(await retryAll(model, store, cut)))
      }
      await store.close()
      const lost = problems.filter(({ kind }) => kind === 'lost')
      if (lost.length > 0) this.#lostStates += 1
      for (const { events = 0 } of lost) this.#lostEvents += events
      this.#problems.push(...problems.filter(({ kind }) => kind !== 'lost'))
    } catch (error) {
      const message = error instanceof Error ? String(error.stack) : String(error)
      this.#problems.push({ kind: 'unreadable', message })
    }
    rmSync(place, { recursive: true })
  }
}

/**
 * The host asks again for what was cut: the ledger must still take it, once.
 * @param {Model} model @param {import('@todo-ledger/core/store').EventStore} sqlite
 * @param {readonly import('../crash/model.mjs').Attempt[]} cut
 */
async function retryAll(model, sqlite, cut) {
  const problems = []
  const store = toldStore(sqlite, (line) => model.take('asker', line))
  for (const attempt of cut) problems.push(...(await retryAppend(store, attempt)))
  if (cut.length > 0) problems.push(...(await checkLedger(model, sqlite, false)).problems)
  return problems
}
