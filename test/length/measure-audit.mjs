// npm run bench:audit-length: how the cost of an audit grows with the length of the session. Each shape of session is
// read and judged at several lengths, in turn and in one process, by the time that the processor worked; where the cost
// is linear a turn costs the same at every length. Other lengths: npm run bench:audit-length -- 1000 5000
import { evidence, SessionAuditor } from '@todo-ledger/audit'
import { openLedger, transientStore } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'
import { longSession, shapes } from './long-session.mjs'

const given = process.argv.slice(2).map(Number)
const lengths = given.length > 0 ? given : [1_000, 2_000, 4_000, 8_000]
const rounds = 2

const rows = [['shape', 'turns', 'completions', 'reading', 'judging', 'a turn', 'against the shortest']]
await audited('usual', 500)
for (const shape of Object.keys(shapes)) {
  let shortest = 0
  for (const turns of lengths) {
    const runs = []
    for (let round = 0; round < rounds; round += 1) runs.push(await audited(shape, turns))
    const best = (part) => Math.min(...runs.map((run) => run[part]))
    const aTurn = (best('reading') + best('judging')) / turns
    shortest ||= aTurn
    const { completions } = runs[0]
    const ratio = `${(aTurn / shortest).toFixed(2)} x`
    rows.push([
      shape,
      `${turns}`,
      `${completions}`,
      ms(best('reading')),
      ms(best('judging')),
      ms(aTurn),
      ratio,
    ])
  }
}
const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)))
for (const cells of rows) {
  const [shape, ...numbers] = cells
  const padded = numbers.map((cell, column) => cell.padStart(widths[column + 1]))
  process.stdout.write(`${[shape.padEnd(widths[0]), ...padded].join('  ')}\n`)
}
process.stdout.write(
  `\n${Object.entries(shapes)
    .map(([name, means]) => `${name}: ${means}`)
    .join('\n')}\n`,
)

/** Milliseconds of the processor for reading a session with the auditor listening, and for judging it. */
async function audited(shape, turns) {
  const text = Array.from(longSession(shape, turns), (line) => `${JSON.stringify(line)}\n`)
  const auditor = new SessionAuditor()
  const begin = worked()
  const recording = await openRecording({ name: shape, bytes: pieces(text) })
  await importRecording(recording.steps, openLedger({ evidence: evidence(), store: transientStore() }), {
    format: recording.format,
    file: recording.file,
    onSession: (session) => session.on('event', ({ event, state }) => auditor.observe(event, state)),
  })
  const read = worked()
  const { completions } = auditor.finish()
  return { completions: completions.length, reading: read - begin, judging: worked() - read }
}

async function* pieces(lines) {
  for (let from = 0; from < lines.length; from += 100)
    yield Buffer.from(lines.slice(from, from + 100).join(''))
}

function worked() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function ms(value) {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
}
