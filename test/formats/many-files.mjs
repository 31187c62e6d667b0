// node test/formats/many-files.mjs N [--keep]: a folder of N files, one of a hundred of them a recorded session and the
// others JSON of other kinds; how long each command takes over it, and how much memory. Fails where that is more than
// 300 MB, or where a session is missing. A million files take some 4 GB of disk and half an hour.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const most = 300
const every = 100
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const count = Number(positionals[0] ?? 10_000)
const program = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))
const teller = new URL('tell-memory.mjs', import.meta.url).href

const item = (status) => ({ items: [{ id: '1', text: 'Build the part', status }] })
const session = (number) =>
  [
    { recording: 'todo-ledger/1', session: `s${number}`, profile: 'todo-manager' },
    { input: 'Go' },
    { turn: 1, calls: [{ id: 'c1', name: 'todo', input: item('in_progress') }] },
    { turn: 2, calls: [{ id: 'c2', name: 'bash', input: { command: 'make' }, ok: true, output: 'made' }] },
    { turn: 3, calls: [{ id: 'c3', name: 'todo', input: item('completed') }] },
    { turn: 4, text: 'Done.' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

function make(folder) {
  for (let number = 0; number < count; number += 1) {
    const isSession = number % every === 0
    const name = `file-${String(number).padStart(8, '0')}.${isSession ? 'jsonl' : 'json'}`
    const file = openSync(join(folder, name), 'w')
    writeSync(file, isSession ? session(number) : `{"number":${number}}`)
    closeSync(file)
  }
  writeFileSync(join(folder, 'readme.txt'), 'Not a recording.')
}

async function run(words) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', teller, program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  let lines = 0
  let end = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told = (told + text).slice(-4000)
  })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    lines += text.split('\n').length - 1
    end = (end + text).slice(-300)
  })
  const [code] = await new Promise((resolve) => child.on('close', (...all) => resolve(all)))
  const memory = Number(/most memory: (\d+) MB/.exec(told)?.[1] ?? Number.NaN)
  return { code, memory, seconds: (performance.now() - started) / 1000, lines, end: end.trim(), told }
}

const folder = mkdtempSync(join(tmpdir(), 'many-files-'))
let isGood = true
try {
  const begun = performance.now()
  make(folder)
  process.stdout.write(`made ${count} files in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
  const sessions = Math.ceil(count / every)
  const last = `s${(sessions - 1) * every}`
  const commands = [
    ['sessions', folder],
    ['sessions', folder, '--json'],
    ['audit', folder],
    ['audit', folder, '--json'],
    ['stats', folder],
    ['show', folder, '--session', last, '--at', '3'],
    ['report', folder, '--session', last, '--out', join(folder, 'page.html')],
  ]
  for (const words of commands) {
    if (!words[0].includes(values.only)) continue
    const { code, memory, seconds, lines, end, told } = await run(words)
    const skipped = /(\S+) \.json files left out/.exec(told)?.[1] ?? ''
    const isWell = code <= 1 && memory <= most
    isGood &&= isWell
    const shown = words
      .filter((word) => word !== folder)
      .join(' ')
      .replace(`${folder}/`, '')
    process.stdout.write(
      `${isWell ? 'ok  ' : 'BAD '} ${shown.padEnd(36)} ${String(memory).padStart(5)} MB ${seconds.toFixed(0).padStart(5)} s  exit ${code}  ${lines} lines, ${skipped} left out  ${isWell ? '' : `${end} ${told.slice(-300)}`}\n`,
    )
  }
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
