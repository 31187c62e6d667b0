// npm run bench: what todo-ledger promises about speed, each figure beside its limit or its peer in one run.
//   --rows NAME,…     only these
//   --quick           a tenth of the sizes, three rounds: whether it works, not how fast it is
//   --peers FOLDER    also beside the peers that are installed there, by npm install (peers.mjs says which)
//   --json FILE       also write the figures as JSON
//   --readme          put the figures of all rows into docs/background/speed.md and README.md
//   --scratch FOLDER  where files are written (up to 500 MB)
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setUp } from '../../tools/set-up.mjs'
import { rows } from './rows/index.mjs'
import { goalsTable, readmeTable, tableOf, withTable } from './table.mjs'

const pages = [
  { file: new URL('../../README.md', import.meta.url), table: readmeTable },
  { file: new URL('../../docs/background/speed.md', import.meta.url), table: goalsTable },
]
const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    scratch: { type: 'string' },
    peers: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
})

if (!setUp()) process.exitCode = 3
else await bench()

async function bench() {
  const names = values.rows?.split(',') ?? rows.map(({ name }) => name)
  const unknown = names.filter((name) => !rows.some((row) => row.name === name))
  if (unknown.length > 0) {
    say(`There is no row ${unknown.join(', ')}. There are ${rows.map(({ name }) => name).join(', ')}.`)
    process.exitCode = 2
    return
  }
  if (values.readme && names.length < rows.length) {
    say('The pages tell the figures of all rows: give --readme without --rows.')
    process.exitCode = 2
    return
  }
  const figures = []
  const failed = []
  for (const name of names) {
    const begun = performance.now()
    const { status, output, errors } = await measured(name)
    if (status === 0) figures.push(...JSON.parse(output))
    else failed.push(`${name} failed:\n${errors.trim()}`)
    process.stderr.write(`${name} (${((performance.now() - begun) / 1000).toFixed(0)} s)\n`)
  }
  const { model = '' } = cpus()[0] ?? {}
  const machine = `${cpus().length} × ${model.trim() || arch()}, ${platform()}`
  const result = { node: process.versions.node, machine, load: loadavg()[0], figures }
  say(`${tableOf(figures)}\n\nload of the machine: ${result.load.toFixed(1)}`)
  for (const text of failed) say(text)
  if (failed.length > 0) process.exitCode = 1
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`)
  if (values.readme) keep(result)
}

/** A row alone, in a process of its own. */
function measured(name) {
  const { quick, scratch, peers } = values
  const words = ['--expose-gc', fileURLToPath(new URL('measure-row.mjs', import.meta.url)), name]
  const child = spawn(process.execPath, [...words, JSON.stringify({ quick, scratch, peers })], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const told = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    told.output += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    told.errors += piece
  })
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, ...told }))
  })
}

function keep(result) {
  for (const { file, table } of pages)
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), table(result)))
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
