/**
 * What durable appends cost, in ratios within one run: one session alone, many sessions at once (group commit), batches
 * of 100, `relaxed`, and the same bytes written and synced to a plain file. Every way stores the same events, which is
 * checked. Run: npm run bench:store -- [--events 2000] [--rounds 5] [--folder FOLDER]
 */

import { createHash } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { parseArgs } from '../tools/script-options.mjs'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const count = Number(values.events)
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(values.folder, 'todo-ledger-benchmark-'))

/** The contents of event number `index`: what an agent's tool call is like. */
const contentsOf = (/** @type {number} */ index) => ({
  call: `call-${index}`,
  name: 'bash',
  input: { command: `npm test -- --shard ${index}`, note: 'x'.repeat(index % 400) },
})

/** @param {string} session @param {number} seq @param {number} index */
function eventOf(session, seq, index) {
  const at = new Date(Date.UTC(2026, 0, 5) + index)
  const data = contentsOf(index)
  return /** @type {const} */ ({
    id: `e${index}`,
    session,
    seq,
    turn: 1,
    at,
    type: 'tool.called',
    version: 1,
    data,
  })
}

const indexes = Array.from({ length: count }, (_, index) => index)
const digestOf = (/** @type {readonly string[]} */ lines) =>
  createHash('sha256').update(lines.join('\n')).digest('hex')
const expected = digestOf(indexes.map((index) => JSON.stringify(contentsOf(index))))

/**
 * Appends in as many sessions as are asked for, each event after the one before in its session was acknowledged.
 * @param {{ sessions: number, batch: number, durability?: 'full' | 'relaxed' }} way
 */
function appending({ sessions, batch, durability = 'full' }) {
  return async (/** @type {string} */ path) => {
    const store = sqliteStore(path, { durability })
    const streams = Array.from({ length: sessions }, (_, stream) => {
      const session = `session-${stream}`
      return indexes
        .filter((index) => index % sessions === stream)
        .map((index, place) => eventOf(session, place + 1, index))
    })
    const begun = performance.now()
    await Promise.all(
      streams.map(async (events) => {
        for (let from = 0; from < events.length; from += batch) {
          const next = events.slice(from, from + batch)
          await store.append(next[0]?.session ?? '', next, { expectedSeq: from })
        }
      }),
    )
    const took = performance.now() - begun
    const stored = new Map()
    const last = new Map()
    for await (const { event } of store.readAll()) {
      if (event.seq !== (last.get(event.session) ?? 0) + 1) throw new Error(`${event.session} has a gap.`)
      last.set(event.session, event.seq)
      stored.set(Number(event.id.slice(1)), JSON.stringify(event.data))
    }
    await store.close()
    check(indexes.map((index) => stored.get(index)))
    return took
  }
}

/** The same events as lines of a plain file, each synced. */
async function plainFile(/** @type {string} */ path) {
  const lines = indexes.map((index) => `${encodeEvent(eventOf('session-0', index + 1, index))}\n`)
  const begun = performance.now()
  const file = openSync(path, 'a')
  for (const line of lines) {
    writeSync(file, line)
    fdatasyncSync(file)
  }
  closeSync(file)
  const took = performance.now() - begun
  const stored = readFileSync(path, 'utf8').trimEnd().split('\n')
  check(stored.map((line) => JSON.stringify(JSON.parse(line).data)))
  return took
}

function check(/** @type {readonly string[]} */ lines) {
  if (digestOf(lines) !== expected) throw new Error('What was stored is not what was given.')
}

const ways = [
  { name: 'one session, one event an append', run: appending({ sessions: 1, batch: 1 }) },
  { name: '8 sessions at once', run: appending({ sessions: 8, batch: 1 }) },
  { name: '32 sessions at once', run: appending({ sessions: 32, batch: 1 }) },
  { name: 'one session, 100 events an append', run: appending({ sessions: 1, batch: 100 }) },
  {
    name: 'one session, relaxed',
    run: appending({ sessions: 1, batch: 1, durability: 'relaxed' }),
  },
  { name: 'plain file, write and fdatasync', run: plainFile },
]

/** @type {Map<string, number[]>} */
const times = new Map(ways.map(({ name }) => [name, []]))
const sizes = new Map()
try {
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with another way, so that none always runs on a warm or a tired disk.
    for (let step = 0; step < ways.length; step += 1) {
      const way = ways[(round + step) % ways.length]
      if (way === undefined) continue
      const path = join(folder, `${round}-${step}`)
      times.get(way.name)?.push(await way.run(path))
      sizes.set(way.name, statSync(path).size)
      for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const median = (/** @type {readonly number[]} */ list) =>
  list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? Number.NaN
const base = times.get(ways[0]?.name ?? '') ?? []

console.log(`${count} events, ${rounds} rounds, median and range of the ratios within a round; ${folder}`)
for (const { name } of ways) {
  const own = times.get(name) ?? []
  const ratios = own.map((took, round) => (base[round] ?? Number.NaN) / took)
  const perSecond = Math.round(count / (median(own) / 1000))
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const bytes = Math.round(sizes.get(name) / count)
  console.log(
    `${name.padEnd(36)} ${String(perSecond).padStart(7)} events/s   ${median(ratios).toFixed(2).padStart(6)} times (${range}), ${bytes} bytes an event`,
  )
}
