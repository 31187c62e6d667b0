/**
 * Lets the disk of a ledger fail at every call that SQLite does to it: reads, writes, syncs, cuts; with EIO, ENOSPC and
 * half a write; once and for ever. The ledger has snapshots, redactions and a session that is forgotten, and is
 * checkpointed while it is open and when it is closed.
 *
 *     node test/disk-faults/run.mjs [--every 1]
 *
 * `--every 10`: a tenth of the places. Needs Linux, a C compiler (cc, or what CC names) and a build. Exit 1 when
 * anything acknowledged is lost or anything is left damaged; or when a control loses nothing: a disk that says that it
 * has read or written and has not. Then this proves nothing.
 */

import { parseArgs } from 'node:util'
import { calls, durations, FailingDisk, faults, rows } from './faults.mjs'

const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } })
const every = Number(values.every)
if (!(Number.isInteger(every) && every > 0)) {
  process.stderr.write('usage: node test/disk-faults/run.mjs [--every 1]\n')
  process.exit(2)
}

const disk = new FailingDisk()
try {
  if (disk.missing === null) process.exitCode = await tryAll()
  else {
    process.stderr.write(`DISK FAULTS WERE NOT TESTED: ${disk.missing}\n`)
    process.exitCode = 1
  }
} finally {
  disk.remove()
}

async function tryAll() {
  const counts = await disk.counts()
  const controls = /** @type {const} */ (['read', 'write']).map((call) => ({
    call,
    fault: 'lie',
    duration: 'once',
  }))
  let isWhole = true
  let controlsLose = true
  for (const row of [...rows, ...controls]) {
    const { call, fault, duration } = /** @type {(typeof rows)[number]} */ (row)
    const count = counts[calls[call]] ?? 0
    const places = Array.from({ length: Math.ceil(count / every) }, (_, index) => ({
      call: calls[call],
      position: 1 + index * every,
      fault: faults[fault],
      duration: durations[duration],
    }))
    const trials = await disk.try(places)
    const bad = trials.filter(({ problems }) => problems.length > 0)
    process.stdout.write(
      `${`${call}, ${fault} ${duration}`.padEnd(26)} ${String(trials.length).padStart(5)} trials  ${String(bad.length).padStart(4)} failed\n`,
    )
    if (fault === 'lie') controlsLose &&= bad.length > 0
    else {
      isWhole &&= bad.length === 0
      for (const { place, problems } of bad.slice(0, 3)) {
        process.stderr.write(`  at ${place.position}: ${problems.join('; ').slice(0, 600)}\n`)
      }
    }
  }
  if (!controlsLose) process.stderr.write('A control did not fail as it must: this proves nothing.\n')
  return isWhole && controlsLose ? 0 : 1
}
