// npm run bench:growth: how the cost of a list grows with the list. Each shape of list is read, replayed and audited at
// several lengths, by the time that the processor worked; where the cost is linear an item of input costs the same at
// every length. Other lengths: npm run bench:growth -- 500 1000
import { evidence, SessionAuditor } from '@todo-ledger/audit'
import { createReducer, openLedger } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'
import { transientStore } from '../transient-store.mjs'
import { growing } from './growing-lists.mjs'

const given = process.argv.slice(2).map(Number)

await measured('tasks', 100)
for (const [shape, { means, lengths, inputOf }] of Object.entries(growing)) {
  process.stdout.write(`\n${shape}: ${means}\n`)
  let shortest
  for (const length of given.length > 0 ? given : lengths) {
    const took = await measured(shape, length)
    const perItem = took.map((milliseconds) => (1000 * milliseconds) / inputOf(length))
    shortest ??= perItem
    const cells = ['reading', 'replay', 'auditor'].map((what, part) => {
      const ratio = (perItem[part] / shortest[part]).toFixed(2)
      return `${what} ${perItem[part].toFixed(1)} µs an item (${ratio} x)`.padEnd(34)
    })
    process.stdout.write(`${String(length).padStart(7)}  ${cells.join('  ')}\n`)
  }
}

/** Milliseconds of the processor for reading a recording, for replaying its events, and for an auditor that listens. */
async function measured(shape, length) {
  const text = Array.from(growing[shape].lines(length), (line) => `${JSON.stringify(line)}\n`)
  const events = []
  const store = {
    ...transientStore(),
    append(_session, added, { expectedSeq }) {
      events.push(...added)
      return Promise.resolve({ lastSeq: expectedSeq + added.length, events: added })
    },
  }
  const begin = worked()
  const { steps, format, file } = await openRecording({ name: shape, bytes: pieces(text) })
  await importRecording(steps, openLedger({ evidence: evidence(), store }), { format, file })
  const read = worked()
  const replay = createReducer().replay()
  for (const event of events) replay.apply(event)
  const replayed = worked()
  const auditor = new SessionAuditor()
  const followed = createReducer().replay()
  for (const event of events) {
    followed.apply(event)
    auditor.observe(event, followed.state)
  }
  return [read - begin, replayed - read, worked() - replayed]
}

async function* pieces(lines) {
  for (let from = 0; from < lines.length; from += 100)
    yield Buffer.from(lines.slice(from, from + 100).join(''))
}

function worked() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
