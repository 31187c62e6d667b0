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
import { checkLedger, retry } from '../crash/check-ledger.mjs'
import { Model } from '../crash/model.mjs'
import { Random } from '../crash/random.mjs'
import { Disk } from './disk.mjs'
import { readLog } from './read-log.mjs'

/**
 * @typedef {import('../crash/check-ledger.mjs').Problem} Problem
 *
 * @typedef {object} Settings
 * @property {string} shim the compiled write-log.c
 * @property {number} seed
 * @property {'full' | 'relaxed'} durability
 * @property {import('../crash/told.mjs').Fault} fault
 * @property {number} random how many states with random losses to try at each point, beside none and all lost
 * @property {number} share of the points to try, from 0 to 1
 */

const writer = fileURLToPath(new URL('../crash/writer.mjs', import.meta.url))
const ledgerName = 'ledger.db'

/** Plays a run, and adds what it showed to the counts. @param {Settings} settings @param {Counts} counts */
export async function play(settings, counts) {
  // Here nothing is really synced, and nothing needs to be.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'todo-ledger-power-loss-'))
  try {
    const random = new Random(settings.seed)
    const operations = recordRun(folder, settings, random)
    const disk = new Disk()
    const model = new Model()
    const tried = new Set()
    let writers = 0
    let told = 0
    const lose = async () => {
      if (!random.chance(settings.share)) return
      for (const kept of /** @type {const} */ (['none', 'all', ...Array(settings.random).fill('some')])) {
        const state = disk.afterPowerLoss(kept, random)
        // The same disk is tried again only where more must be on it.
        if (tried.has(`${told} ${state.digest}`)) continue
        tried.add(`${told} ${state.digest}`)
        counts['disks opened after a loss of power'] += 1
        if (state.torn) counts['  of them with torn writes'] += 1
        if (!state.whole) counts['  of them lacking unsynced writes'] += 1
        await openLost(join(folder, String(tried.size)), state.files, model.copy(), {
          settings,
          random,
          counts,
        })
      }
    }
    for (const operation of operations) {
      if (operation.is === 'started') writers += 1
      else if (operation.is === 'told') {
        told += 1
        model.take(`writer ${writers}`, operation.line)
        if (operation.line.is === 'checkpoint') counts['checkpoints asked for'] += 1
      } else {
        await lose()
        disk.apply(operation)
        counts['operations logged'] += 1
        if (operation.is === 'sync') counts['  of them syncs'] += 1
      }
    }
    await lose()
    counts['events acknowledged'] += model.acknowledged
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What runs showed, in the words of the table. @typedef {ReturnType<typeof newCounts>} Counts */
export function newCounts() {
  return {
    'operations logged': 0,
    '  of them syncs': 0,
    'checkpoints asked for': 0,
    'events acknowledged': 0,
    'disks opened after a loss of power': 0,
    '  of them lacking unsynced writes': 0,
    '  of them with torn writes': 0,
    /** @type {Problem[]} */
    problems: [],
  }
}

/** Lets three writers work one after the other, and logs what they do. @param {string} folder @param {Settings} settings @param {Random} random */
function recordRun(folder, { shim, durability, fault }, random) {
  const place = join(folder, 'watched')
  const log = join(folder, 'log')
  mkdirSync(place)
  for (let number = 1; number <= 3; number += 1) {
    /** @type {import('../crash/writer.mjs').WriterPlan} */
    const plan = {
      file: join(place, ledgerName),
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
  return readLog(readFileSync(log), place)
}

/**
 * Opens a ledger as it is after a loss, and holds it to the model; now and then the host asks again for what was cut.
 * @param {string} place @param {ReadonlyMap<string, Buffer>} files @param {Model} model
 * @param {{ settings: Settings, random: Random, counts: Counts }} run
 */
async function openLost(place, files, model, { settings: { durability }, random, counts }) {
  mkdirSync(place)
  for (const [name, content] of files) writeFileSync(join(place, name), content)
  // Shared memory of before is of no worth, and must not be trusted.
  if (random.chance(0.2)) writeFileSync(join(place, `${ledgerName}-shm`), Buffer.alloc(32_768, 0xa5))
  try {
    const cut = [...model.inFlight.values()]
    const store = sqliteStore(join(place, ledgerName), { durability })
    const { problems } = await checkLedger(model, store)
    if (problems.length === 0 && random.chance(0.25)) problems.push(...(await retry(model, store, cut)))
    await store.close()
    counts.problems.push(...problems)
  } catch (error) {
    const message = error instanceof Error ? String(error.stack) : String(error)
    counts.problems.push({ kind: 'unreadable', message })
  }
  rmSync(place, { recursive: true })
}
