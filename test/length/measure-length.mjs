// npm run bench:length: one session of a million events in a SQLite ledger, and what it costs to know its state at a
// turn, to open it, and to follow it, with snapshots and without. Another length: npm run bench:length -- 100000
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const length = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-length-'))
const path = join(folder, 'long.db')
const cli = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))

try {
  measureAll()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measureAll() {
  const built = measure('build', length)
  const bytes = statSync(path).size
  say(`one session: ${number(built.events)} events, ${number(built.turns)} turns, built in ${seconds(built)}`)
  say(`file: ${megabytes(bytes)}, ${Math.round(bytes / built.events)} bytes an event\n`)

  const turns = [0.001, 0.25, 0.5, 0.75, 1].map((part) => Math.max(1, Math.floor(built.turns * part)))
  const without = turns.map((turn) => measure('state without', turn))
  const openedWithout = measure('open without')
  const shownWithout = timed('show', '--at', String(turns[2]))
  const listedWithout = timed('sessions')

  const firstRead = measure('first long read')
  const { snapshots, characters } = measure('snapshots')
  const grown = statSync(path).size
  say(
    `the first read to the end makes ${number(snapshots)} snapshots: ${seconds(firstRead)}, ${firstRead.megabytes.toFixed(0)} MB of memory`,
  )
  say(
    `they take ${megabytes(grown - bytes)} (${percent((grown - bytes) / bytes)} of the file), ${Math.round(characters / snapshots)} characters each\n`,
  )

  const rows = [['what', 'events read', 'without', 'time', 'without', 'ratio', 'memory', 'without']]
  turns.forEach((turn, index) => {
    const plain = without[index]
    const one = measure('state with', turn)
    if (one.seq !== plain.seq || one.list !== plain.list) throw new Error(`Turn ${turn} is told in two ways.`)
    rows.push(row(`state at turn ${number(turn)}`, one, plain))
  })
  const middle = without[2]
  const byTime = measure('state by time', new Date(middle.at).toISOString())
  rows.push(row(`state at the time of turn ${number(turns[2])}`, byTime, middle))
  rows.push(row('opening the session', measure('open with'), openedWithout))
  rows.push(
    row(`todo-replay show --at ${number(turns[2])}`, timed('show', '--at', String(turns[2])), shownWithout),
  )
  rows.push(row('todo-replay sessions', timed('sessions'), listedWithout))
  const late = measure('subscribe after', built.events - 100)
  const early = measure('subscribe after', 0)
  rows.push(row('100 events of a subscription from the end (without: from the start)', late, early))
  table(rows)
}

function measure(what, argument = '') {
  const file = fileURLToPath(new URL('measure.mjs', import.meta.url))
  return JSON.parse(run([file, what, path, String(argument)]))
}

/** The whole program, its start included; its memory is not told. */
function timed(command, ...options) {
  const begin = performance.now()
  run([cli, command, path, ...options, '--json'])
  return { milliseconds: performance.now() - begin }
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

function row(what, one, plain) {
  const count = ({ events }) => (events === undefined ? '' : number(events))
  const memory = ({ megabytes }) => (megabytes === undefined ? '' : `${megabytes.toFixed(0)} MB`)
  const ratio = `${(plain.milliseconds / one.milliseconds).toFixed(1)} x`
  return [what, count(one), count(plain), seconds(one), seconds(plain), ratio, memory(one), memory(plain)]
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)))
  for (const cells of rows) {
    const padded = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
    )
    say(padded.join('  '))
  }
}

function seconds({ milliseconds }) {
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}

function number(value) {
  return value.toLocaleString('en-US')
}

function percent(part) {
  return `${(part * 100).toFixed(1)} %`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
