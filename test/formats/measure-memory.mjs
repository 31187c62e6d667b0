// npm run test:formats -- --memory MEGABYTES: how much memory the program takes for inputs of that size: files that are
// piped into it, and a folder of 3,000 sessions. Fails where that is more than 300 MB.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { bombs, inputs, sessionPiece } from './huge-inputs.mjs'

const most = 300
const sessionsOfFolder = 3000
const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const todoReplay = path('../../packages/replay-cli/bin/todo-replay.js')
const programs = { read: [path('read-input.mjs')], audit: [todoReplay, 'audit', '-', '--json'] }
const teller = new URL('tell-memory.mjs', import.meta.url).href

/** Runs the program. @param give gives it its input */
async function measure(words, env, give) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', teller, ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told = (told + text).slice(-2000)
  })
  child.stdout.resume()
  child.stdin.on('error', () => undefined) // the program need not read it to its end
  const closed = once(child, 'close')
  const given = await give(child.stdin, closed)
  const [code] = await closed
  const memory = Number(/most memory: (\d+) MB/.exec(told)?.[1] ?? Number.NaN)
  return { memory, seconds: (performance.now() - started) / 1000, code, told: told.trim(), given }
}

/** Pipes an input into the program. */
const piped =
  ({ piece, end = '' }, bytes) =>
  async (stdin, closed) => {
    let given = 0
    for (let number = 0; given < bytes && stdin.writable; ) {
      let chunk = ''
      while (chunk.length < 256 * 1024 && given + chunk.length < bytes) {
        chunk += piece(number)
        number += 1
      }
      given += chunk.length
      if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain'), closed])
    }
    stdin.end(end)
    return given
  }

/** Says what was measured. @returns whether it is well */
function tell(name, { memory, seconds, code, told, given }) {
  const isWell = memory <= most && [0, 1, 2].includes(code)
  const trouble = told.split('\n').filter((line) => line !== '' && !line.startsWith('most memory'))
  process.stdout.write(
    `${isWell ? 'ok  ' : 'BAD '} ${name.padEnd(40)} ${String(memory).padStart(5)} MB  ${seconds.toFixed(0).padStart(4)} s  exit ${code}  of ${Math.round(given / 1e6)} MB  ${(trouble.at(-1) ?? '').slice(0, 120)}\n`,
  )
  return isWell
}

/** Measures them all. @returns false where one took too much, or ended as no input should make it end */
export async function measureMemory(how, megabytes, name = '') {
  let isGood = true
  for (const [each, input] of Object.entries({ ...inputs, ...bombs })) {
    if (!each.includes(name)) continue
    const measured = await measure(programs[how], {}, piped(input, megabytes * 1e6))
    isGood = tell(`${how}: ${each}`, measured) && isGood
  }
  return isGood
}

/** Measures the commands that read a folder of many sessions. */
export async function measureFolder(megabytes, name = '') {
  const commands = [
    'audit',
    'audit --json',
    'audit --format sarif',
    'stats --json',
    'sessions',
    'sessions again',
  ]
  const wanted = commands.filter((command) => `a folder, ${command}`.includes(name))
  if (wanted.length === 0) return true
  const home = mkdtempSync(join(tmpdir(), 'many-sessions-'))
  const folder = join(home, '.claude', 'projects', '-w')
  mkdirSync(folder, { recursive: true })
  let isGood = true
  try {
    let given = 0
    for (let session = 0; session < sessionsOfFolder; session += 1) {
      const piece = sessionPiece(session)
      let text = ''
      for (let number = 0; text.length < (megabytes * 1e6) / sessionsOfFolder; number += 1)
        text += piece(number)
      writeFileSync(join(folder, `s${session}.jsonl`), text)
      given += text.length
    }
    const nothing = (stdin) => {
      stdin.end()
      return given
    }
    const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache') }
    for (const command of wanted) {
      const [first, ...options] = command.split(' ')
      const words = first === 'sessions' ? [first, '--json'] : [first, folder, ...options]
      const measured = await measure([todoReplay, ...words], env, nothing)
      isGood = tell(`a folder, ${command}`, measured) && isGood
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  return isGood
}
