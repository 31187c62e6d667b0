/** Where a disk can fail, and how: the words of fault.c. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileShim } from '../native-shim.mjs'

/**
 * @typedef {object} Place
 * @property {number} call one of `calls`
 * @property {number} position which of these calls, from 1
 * @property {number} fault one of `faults`; 0: none
 * @property {number} duration one of `durations`
 *
 * @typedef {import('./run-trials.mjs').Trial} Trial
 */

/** The calls. */
export const calls = /** @type {const} */ ({ read: 1, write: 2, sync: 3, truncate: 4 })

/** The faults. `half`: half of a write is done, and the rest has no room; `lie`: nothing is done, and it is said to be. */
export const faults = /** @type {const} */ ({ EIO: 1, ENOSPC: 2, half: 3, lie: 4 })

/** For how long. */
export const durations = /** @type {const} */ ({ once: 1, 'for ever': 2 })

/** What can happen to a call; a lie is no fault that a store could be held to, but a control. */
export const rows = Object.keys(calls).flatMap((call) =>
  Object.keys(durations).flatMap((duration) =>
    (call === 'read' ? ['EIO'] : call === 'write' ? ['EIO', 'ENOSPC', 'half'] : ['EIO', 'ENOSPC']).map(
      (fault) => ({
        call: /** @type {keyof typeof calls} */ (call),
        fault: /** @type {keyof typeof faults} */ (fault),
        duration: /** @type {keyof typeof durations} */ (duration),
      }),
    ),
  ),
)

/** A disk that fails on demand: a folder, and the shim between it and whoever works there. */
export class FailingDisk {
  // Nothing need really be synced.
  #folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'todo-ledger-disk-faults-'))
  #runs = 0

  /** Why there can be none here; null where there can. */
  missing = compileShim(new URL('./fault.c', import.meta.url), this.#shim)

  get #shim() {
    return join(this.#folder, 'fault.so')
  }

  /** How often the work does each call when nothing fails. */
  async counts() {
    const places = Object.values(calls).map((call) => ({ call, position: 0, fault: 0, duration: 0 }))
    const trials = await this.try(places)
    return Object.fromEntries(trials.map(({ place, calls }) => [place.call, calls]))
  }

  /**
   * Tries places, one ledger each, in two processes.
   * @param {readonly Place[]} places @returns {Promise<Trial[]>}
   */
  async try(places) {
    const halves = [0, 1].map((half) => places.filter((_, index) => index % 2 === half))
    return (await Promise.all(halves.map((half) => this.#run(half)))).flat()
  }

  /** Frees the disk. */
  remove() {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** What becomes of opening a ledger, wherever the disk fails. @returns {Promise<import('./run-trials.mjs').Opening[]>} */
  async open() {
    const { lines, end } = await this.#start({})
    if (end !== 0) throw new Error(`The process that opens ledgers ended with ${end}.`)
    return lines
  }

  /** @param {readonly Place[]} places @returns {Promise<Trial[]>} */
  async #run(places) {
    const { lines, end } = await this.#start({ places })
    /** @type {Trial[]} */
    const trials = lines
    const lost = places[trials.length]
    if (end === 0 || lost === undefined) return trials
    // A driver may end the process; what comes after is tried in another one.
    const problems = [`the process ended with ${end}`]
    const rest = await this.#run(places.slice(trials.length + 1))
    return [...trials, { place: lost, calls: 0, acknowledged: 0, errors: 0, problems }, ...rest]
  }

  /** Runs the trials on the disk; gives the JSON that they printed. @param {object} options */
  async #start(options) {
    this.#runs += 1
    const folder = join(this.#folder, String(this.#runs))
    const plan = `${folder}.plan`
    mkdirSync(folder)
    writeFileSync(plan, Buffer.alloc(20))
    const program = fileURLToPath(new URL('./run-trials.mjs', import.meta.url))
    const child = spawn(process.execPath, [program, JSON.stringify({ folder, plan, ...options })], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LD_PRELOAD: this.#shim, FAULT_PLAN: plan, FAULT_FOLDER: `${folder}/` },
    })
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
    const lines = []
    for await (const line of createInterface(child.stdout)) lines.push(JSON.parse(line))
    return { lines, end: await ended }
  }
}
