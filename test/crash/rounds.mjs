/** Rounds of: let a writer work on a ledger, kill it at a random moment, reopen the ledger and hold it to what was told. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { checkLedger, retry } from './check-ledger.mjs'
import { copyLedgerFiles, removeLedger, trulyClosed } from './files.mjs'
import { Model } from './model.mjs'
import { Random } from './random.mjs'

/**
 * @typedef {import('./check-ledger.mjs').Problem} Problem
 * @typedef {import('./told.mjs').Line} Line
 * @typedef {import('./writer.mjs').WriterPlan} WriterPlan
 *
 * @typedef {'starting' | 'creating' | 'reopening' | 'append' | 'checkpoint' | 'between' | 'closing' | 'closed'} Moment
 *
 * @typedef {object} Round what one round showed
 * @property {Moment} moment what the writer was doing when it was killed
 * @property {number} acknowledged events acknowledged in it
 * @property {number} cut appends begun and not acknowledged
 * @property {number} kept of them, those that the ledger holds, whole
 * @property {readonly Problem[]} problems
 *
 * @typedef {object} KillPlan
 * @property {'opening' | 'ack' | 'checkpoint' | 'closing'} after the kind of line after which to kill
 * @property {number} count how many such lines to wait for
 * @property {number} delay how long after it, in milliseconds
 *
 * @typedef {object} RoundsOptions
 * @property {number} seed
 * @property {number} rounds
 * @property {number} roundsALedger
 * @property {import('./told.mjs').Fault} [fault]
 * @property {(round: Round, number: number) => void} [seen]
 */

const writer = fileURLToPath(new URL('./writer.mjs', import.meta.url))

/** Plays rounds one after the other; a new ledger every so many. @param {RoundsOptions} options @returns {Promise<Round[]>} */
export async function playRounds({ seed, rounds, roundsALedger, fault = 'none', seen }) {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-crash-'))
  /** @type {Round[]} */
  const played = []
  try {
    for (let life = 0; played.length < rounds; life += 1) {
      const ledger = new KilledLedger(folder, new Random(seed * 100_003 + life), fault)
      for (let number = 0; number < roundsALedger && played.length < rounds; number += 1) {
        const round = await ledger.play()
        played.push(round)
        seen?.(round, played.length)
        // What is wrong once stays wrong.
        if (round.problems.length > 0) break
      }
      ledger.remove()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return played
}

/** One ledger, written to by one process after the other, each of them killed. */
class KilledLedger {
  #random
  #fault
  #file
  #model
  #wasOpened = false
  #writers = 0

  /** @param {string} folder @param {Random} random @param {import('./told.mjs').Fault} fault */
  constructor(folder, random, fault) {
    this.#random = random
    this.#fault = fault
    this.#file = join(folder, `ledger-${random.below(2 ** 31)}.db`)
    this.#model = new Model()
  }

  /** One round. @returns {Promise<Round>} */
  async play() {
    const before = this.#model.acknowledged
    const existed = existsSync(this.#file)
    const lines = await this.#killedWriter(this.#killPlan())
    const opened = lines.some(({ is }) => is === 'opened')
    const cut = [...this.#model.inFlight.values()]
    const { problems, kept } = await this.#reopen(cut)
    const moment = momentOf(lines, cut.length, existed ? 'reopening' : 'creating')
    this.#wasOpened ||= opened
    return { moment, acknowledged: this.#model.acknowledged - before, cut: cut.length, kept, problems }
  }

  /** Frees the disk. */
  remove() {
    removeLedger(this.#file)
  }

  /** @returns {KillPlan} */
  #killPlan() {
    const random = this.#random
    // Opening makes the file until it was done once, and recovers it later.
    if (random.chance(this.#wasOpened ? 0.15 : 0.7)) {
      return { after: 'opening', count: 1, delay: random.next() * 8 }
    }
    const after = random.pick(
      /** @type {const} */ (['ack', 'ack', 'ack', 'checkpoint', 'checkpoint', 'closing']),
    )
    const delay = random.next() * (after === 'ack' ? 4 : 1)
    return { after, count: after === 'ack' ? 1 + random.below(120) : 1 + random.below(8), delay }
  }

  /** Lets a writer work until it is killed; gives the lines that it wrote. @param {KillPlan} plan */
  async #killedWriter({ after, count, delay }) {
    const random = this.#random
    this.#writers += 1
    const name = `writer ${this.#writers}`
    /** @type {WriterPlan} */
    const plan = {
      file: this.#file,
      seed: random.below(2 ** 31),
      autocheckpoint: random.pick([null, 1, 4, 20, 1000]),
      checkpoints: after === 'checkpoint' ? 0.3 : random.pick([0, 0, 0.1]),
      steps: after === 'closing' ? 1 + random.below(40) : null,
      closes: true,
      durability: 'full',
      fault: this.#fault,
    }
    const child = spawn(process.execPath, [writer, JSON.stringify(plan)], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const pipe = child.stdio[3]
    if (!pipe || !('setEncoding' in pipe)) throw new Error('The writer has no pipe.')
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 15_000)
    /** @type {Line[]} */
    const lines = []
    let left = after === 'closing' ? 1 : count
    for await (const text of createInterface({ input: pipe })) {
      /** @type {Line} */
      const line = JSON.parse(text)
      lines.push(line)
      this.#model.take(name, line)
      if (line.is !== after) continue
      left -= 1
      if (left === 0) await killAfter(child, delay)
    }
    await ended
    clearTimeout(tooLong)
    return lines
  }

  /**
   * Reopens the ledger, or now and then a copy so that the next writer has to recover the file itself.
   * @param {readonly import('./model.mjs').Attempt[]} cut
   */
  async #reopen(cut) {
    const isCopy = this.#random.chance(0.5) && existsSync(this.#file)
    const file = isCopy ? `${this.#file}.copy` : this.#file
    if (isCopy) copyLedgerFiles(this.#file, file)
    const model = isCopy ? this.#model.copy() : this.#model
    /** @type {Problem[]} */
    const problems = []
    let kept = 0
    try {
      const store = sqliteStore(file)
      const checked = await checkLedger(model, store)
      problems.push(...checked.problems)
      for (const { session, expectedSeq } of cut)
        if ((checked.stored.get(session)?.length ?? 0) > expectedSeq) kept += 1
      model.settle(checked.stored)
      const { acknowledged } = model
      if (problems.length === 0)
        problems.push(...(await retry(model, store, cut, () => this.#random.chance(0.5))))
      // What is appended here is not counted among what the killed writers were told.
      model.acknowledged = acknowledged
      await store.close()
      await trulyClosed(file)
    } catch (error) {
      problems.push({
        kind: 'unreadable',
        message: error instanceof Error ? String(error.stack) : String(error),
      })
    }
    if (isCopy) removeLedger(file)
    return { problems, kept }
  }
}

/**
 * Kills. The last part of the wait keeps the processor busy: a timer is too coarse for it.
 * @param {import('node:child_process').ChildProcess} child @param {number} delay in milliseconds
 */
async function killAfter(child, delay) {
  const until = performance.now() + delay
  if (delay > 5) await wait(delay - 2)
  while (performance.now() < until);
  child.kill('SIGKILL')
}

/** @param {readonly Line[]} lines @param {number} cut @param {Moment} opening @returns {Moment} */
function momentOf(lines, cut, opening) {
  /** @param {Line['is']} kind */
  const last = (kind) => lines.findLastIndex(({ is }) => is === kind)
  if (last('closed') !== -1) return 'closed'
  if (last('closing') !== -1) return 'closing'
  if (last('opening') === -1) return 'starting'
  if (last('opened') === -1) return opening
  if (last('checkpoint') > last('checkpointed')) return 'checkpoint'
  return cut > 0 ? 'append' : 'between'
}
