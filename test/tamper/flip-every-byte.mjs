/**
 * Flips every byte of the file of a small ledger, one at a time, and verifies it each time. Each flip must be found,
 * and placed at the first event that reads otherwise; or it must have changed nothing that is read.
 *
 *   npm run test:tamper                  every byte once, one bit of it
 *   npm run test:tamper -- --all-bits    every bit
 *   npm run test:tamper -- --every 101   every 101st byte
 */

import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeLedger } from './small-ledger.mjs'

const { values } = parseArgs({
  options: { 'all-bits': { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
})
const judge = fileURLToPath(new URL('./judge-flips.mjs', import.meta.url))
const workers = 2
/** As many flips are judged by one process. */
const batch = 500

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-tamper-'))
try {
  const file = join(folder, 'ledger.db')
  await makeLedger(file)
  const whole = readFileSync(file)
  const flips = []
  for (let offset = 0; offset < whole.length; offset += Number(values.every)) {
    const bits = values['all-bits'] ? [0, 1, 2, 3, 4, 5, 6, 7] : [offset % 8]
    for (const bit of bits) flips.push([offset, bit])
  }
  console.log(`${flips.length} flips in the ${whole.length} bytes of a small ledger`)
  const started = Date.now()
  const shares = Array.from({ length: workers }, (_, worker) =>
    flips.filter((_, index) => index % workers === worker),
  )
  const tallies = await Promise.all(shares.map((share, worker) => runShare(share, worker, whole)))
  const outcomes = tallies.flat()
  const tally = new Map()
  for (const { outcome } of outcomes) tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
  for (const [outcome, count] of [...tally].sort()) console.log(`${String(count).padStart(8)}  ${outcome}`)
  console.log(`in ${Math.round((Date.now() - started) / 1000)} s`)
  const bad = outcomes.filter(({ isBad }) => isBad)
  for (const { offset, bit, outcome, detail } of bad.slice(0, 50))
    console.log(`byte ${offset}, bit ${bit}: ${outcome}: ${detail}`)
  console.log(
    bad.length === 0
      ? 'Every flip was found and placed, or changed nothing that is read.'
      : `${bad.length} FAILED`,
  )
  process.exitCode = bad.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Judges flips in a process of its own; where that ends, which it must not, another goes on after the flip. */
async function runShare(share, worker, whole) {
  const outcomes = []
  const copy = join(folder, `worker-${worker}.db`)
  while (outcomes.length < share.length) {
    writeFileSync(copy, whole)
    // The driver gives back the memory of a closed database late.
    const some = share.slice(outcomes.length, outcomes.length + batch)
    const expected = outcomes.length + some.length
    const code = await new Promise((resolve) => {
      const child = fork(judge, [copy], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      child.on('message', (outcome) => outcomes.push(outcome))
      child.on('exit', (status, signal) => resolve(signal ?? status))
      child.send(some)
    })
    if (outcomes.length < expected) {
      const [offset, bit] = share[outcomes.length]
      outcomes.push({ offset, bit, outcome: 'THE PROCESS ENDED', isBad: true, detail: String(code) })
    }
  }
  return outcomes
}
