/**
 * What there is in a folder of recordings, and how fast each format is read: files, turns, todo updates, completions,
 * skipped pieces, and milliseconds of processor time a megabyte, of reading alone (the file's steps) and with the list
 * kept up (driven through a session); the best of some rounds. What can't be read is named below.
 * Run: npm run bench:formats -- FOLDER [--rounds 3]
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoryStore, openLedger } from '@todo-ledger/core'
import { importRecording, openRecording, RecordingError } from '@todo-ledger/recordings'
import { parseArgs } from '../tools/script-options.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
})
const rounds = Math.max(1, Number(values.rounds) || 1)
const [folder] = positionals
if (folder === undefined) {
  console.error('Name a folder of recordings: npm run bench:formats -- FOLDER')
  process.exit(2)
}

/** What was read of one format, added up. */
const nothing = () => ({
  files: 0,
  sessions: 0,
  turns: 0,
  updates: 0,
  completions: 0,
  skipped: 0,
  megabytes: 0,
  readMs: 0,
  driveMs: 0,
})
/** @type {Map<string, ReturnType<typeof nothing>>} */
const formats = new Map()
/** @type {string[]} */
const unreadable = []
let otherJson = 0

const files = statSync(folder).isFile()
  ? [folder]
  : readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && /\.(?:jsonl?|traj|db|gz|zst)$/i.test(path))
      .sort()
for (const file of files) {
  try {
    await measure(file)
  } catch (error) {
    if (error instanceof RecordingError && error.code === 'unknown-format' && file.endsWith('.json')) {
      otherJson += 1
    } else {
      unreadable.push(error instanceof Error ? error.message : String(error))
    }
  }
}

const rows = [...formats].sort(([one], [other]) => (one < other ? -1 : 1))
const total = nothing()
for (const [, row] of rows) {
  for (const key of /** @type {(keyof typeof total)[]} */ (Object.keys(total))) total[key] += row[key]
}
console.log(
  '| format | files | sessions | turns | updates | completions | skipped | MB | read, ms/MB | with the list, ms/MB |',
)
console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |')
for (const [format, row] of rows.length > 1 ? [...rows, /** @type {const} */ (['all', total])] : rows) {
  const { megabytes } = row
  const speed = (/** @type {number} */ ms) => (megabytes === 0 ? '' : (ms / megabytes).toFixed(1))
  const cells = [row.files, row.sessions, row.turns, row.updates, row.completions, row.skipped]
  console.log(
    `| ${[format, ...cells, megabytes.toFixed(1), speed(row.readMs), speed(row.driveMs)].join(' | ')} |`,
  )
}
for (const line of unreadable) console.error(`not read: ${line}`)
if (otherJson > 0) console.error(`${otherJson} .json files left out, no recordings`)

/** @param {string} file */
async function measure(file) {
  const readMs = await best(async () => {
    const { steps } = await openRecording(file)
    for await (const _ of steps) {
      // Only the time counts.
    }
  })
  const counts = { sessions: 0, turns: 0, updates: 0, completions: 0, skipped: 0 }
  let format = ''
  const driveMs = await best(async () => {
    for (const key of /** @type {(keyof typeof counts)[]} */ (Object.keys(counts))) counts[key] = 0
    const recording = await openRecording(file, { onSkipped: () => (counts.skipped += 1) })
    format = recording.format
    const { imported } = await importRecording(recording.steps, openLedger({ store: memoryStore() }), {
      format,
      file,
      onSession: (session) => session.on('event', ({ event }) => count(event, counts)),
    })
    counts.sessions = imported.length
  })
  const row = formats.get(format) ?? nothing()
  formats.set(format, row)
  row.files += 1
  for (const key of /** @type {(keyof typeof counts)[]} */ (Object.keys(counts))) row[key] += counts[key]
  row.megabytes += statSync(file).size / 1_000_000
  row.readMs += readMs
  row.driveMs += driveMs
}

/**
 * @param {import('@todo-ledger/core').TodoEvent} event
 * @param {{ turns: number, updates: number, completions: number }} counts
 */
function count(event, counts) {
  if (event.type === 'turn.started') counts.turns += 1
  if (event.type !== 'todos.updated' || event.data.query) return
  counts.updates += 1
  counts.completions += event.data.changes.filter(
    (change) =>
      (change.type === 'status-set' && change.to === 'completed') ||
      (change.type === 'added' && change.status === 'completed'),
  ).length
}

/**
 * The least processor time of some rounds, in milliseconds: other programs on the machine do not count.
 * @param {() => Promise<void>} work
 */
async function best(work) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const from = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(from)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
