/** Judges changes of a ledger's file, each alone, in processes that a change may end or keep busy for ever. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {readonly [offset: number, byte: number]} Change a byte that is set
 *
 * @typedef {object} Judged
 * @property {number} offset
 * @property {number} byte
 * @property {string} outcome
 * @property {boolean} [isBad] true where the change was not found, or did what none may
 * @property {string} [detail]
 */

const judge = fileURLToPath(new URL('./judge.mjs', import.meta.url))
/** As many are judged by one process: the driver gives back the memory of a closed database late. */
const batch = 500
/** What takes so long never ends: judging one takes a few hundredths of a second. */
const longest = 120_000

/**
 * @param {Uint8Array} whole the file @param {readonly Change[]} changes @param {number} workers
 * @returns {Promise<Judged[]>}
 */
export async function judgeChanges(whole, changes, workers = 2) {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-tamper-'))
  try {
    const shares = Array.from({ length: workers }, (_, worker) =>
      changes.filter((_change, index) => index % workers === worker),
    )
    const judged = await Promise.all(
      shares.map((share, worker) => judgeShare(share, join(folder, `worker-${worker}.db`), whole)),
    )
    return judged.flat()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Where a process ends, or does not, another goes on after the change.
 * @param {readonly Change[]} share @param {string} copy @param {Uint8Array} whole
 */
async function judgeShare(share, copy, whole) {
  /** @type {Judged[]} */
  const all = []
  while (all.length < share.length) {
    writeFileSync(copy, whole)
    const some = share.slice(all.length, all.length + batch)
    const expected = all.length + some.length
    const child = fork(judge, [copy], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), longest)
    child.on('message', (/** @type {Judged} */ one) => {
      all.push(one)
      timer.refresh()
    })
    child.send(some)
    const [status, signal] = await once(child, 'exit')
    clearTimeout(timer)
    const [offset, byte] = share[all.length] ?? [0, 0]
    if (all.length < expected) {
      const outcome = signal === 'SIGKILL' ? 'IT NEVER ENDED' : 'THE PROCESS ENDED'
      all.push({ offset, byte, outcome, isBad: true, detail: String(signal ?? status) })
    }
  }
  return all
}

/** How often each outcome was seen. @param {readonly Judged[]} judged @returns {Record<string, number>} */
export function tallyOf(judged) {
  const tally = new Map()
  for (const { outcome } of judged) tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
  return Object.fromEntries([...tally].sort())
}

/**
 * Every byte of the header of every page, set to wrong values. Source: sqlite.org/fileformat2.html#b_tree_pages
 * @param {Uint8Array} whole
 * @returns {Change[]}
 */
export function headerChanges(whole) {
  const bytes = Buffer.from(whole)
  const size = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16)
  /** @type {Change[]} */
  const changes = []
  for (let page = 0; page < bytes.length / size; page += 1) {
    // The first page begins with the file's own header.
    const start = page * size + (page === 0 ? 100 : 0)
    // One that only goes on with a long value has no header.
    if (bytes[start] === 0) continue
    const length = bytes[start] === 2 || bytes[start] === 5 ? 12 : 8
    for (let offset = start; offset < start + length; offset += 1) {
      const right = bytes[offset] ?? 0
      const bits = [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => right ^ (1 << bit))
      const wrong = new Set([0, 1, 2, 5, 10, 13, 29, 100, 200, 255, right + 1, right - 1, ...bits])
      for (const byte of wrong) if (byte !== right && byte >= 0 && byte <= 255) changes.push([offset, byte])
    }
  }
  return changes
}
