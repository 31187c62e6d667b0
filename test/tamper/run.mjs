/**
 * Flips every byte of the file of a small ledger, one at a time, and verifies it each time. Each flip must be found,
 * and placed at the first event that reads otherwise; or it must have changed nothing that is read.
 *
 *   npm run trial -- tamper                  every byte once, one bit of it
 *   npm run trial -- tamper --all-bits    every bit
 *   npm run trial -- tamper --every 101   every 101st byte
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { judgeChanges, tallyOf } from './judge-changes.mjs'
import { makeLedger } from './small-ledger.mjs'

const { values } = parseArgs({
  options: { 'all-bits': { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
})

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-tamper-'))
try {
  const file = join(folder, 'ledger.db')
  await makeLedger(file)
  const whole = readFileSync(file)
  const flips = []
  for (let offset = 0; offset < whole.length; offset += Number(values.every)) {
    const bits = values['all-bits'] ? [0, 1, 2, 3, 4, 5, 6, 7] : [offset % 8]
    for (const bit of bits) flips.push([offset, whole[offset] ^ (1 << bit)])
  }
  console.log(`${flips.length} flips in the ${whole.length} bytes of a small ledger`)
  const started = Date.now()
  const judged = await judgeChanges(whole, flips)
  for (const [outcome, count] of Object.entries(tallyOf(judged)))
    console.log(`${String(count).padStart(8)}  ${outcome}`)
  console.log(`in ${Math.round((Date.now() - started) / 1000)} s`)
  const bad = judged.filter(({ isBad }) => isBad)
  for (const { offset, byte, outcome, detail } of bad.slice(0, 50))
    console.log(`byte ${offset} set to ${byte}: ${outcome}: ${detail}`)
  console.log(
    bad.length === 0
      ? 'Every flip was found and placed, or changed nothing that is read.'
      : `${bad.length} FAILED`,
  )
  process.exitCode = bad.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
