// npm run test:formats -- --memory MEGABYTES: how much memory the program takes for inputs of that size, which are
// piped into it. Fails where that is more than 300 MB.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { bombs, inputs } from './huge-inputs.mjs'

const most = 300
const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const programs = {
  read: [path('read-input.mjs')],
  audit: [path('../../packages/replay-cli/bin/todo-replay.js'), 'audit', '-', '--json'],
}
const teller = new URL('tell-memory.mjs', import.meta.url).href

/** Pipes an input into the program. */
async function measure(how, { piece, end = '' }, bytes) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', teller, ...programs[how]], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let told = ''
  let answer = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told = (told + text).slice(-2000)
  })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    answer = (answer + text).slice(-400)
  })
  child.stdin.on('error', () => undefined) // the program need not read it to its end
  const closed = once(child, 'close')
  let given = 0
  for (let number = 0; given < bytes && child.stdin.writable; ) {
    let chunk = ''
    while (chunk.length < 256 * 1024 && given + chunk.length < bytes) {
      chunk += piece(number)
      number += 1
    }
    given += chunk.length
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), closed])
  }
  child.stdin.end(end)
  const [code] = await closed
  const memory = Number(/most memory: (\d+) MB/.exec(told)?.[1] ?? Number.NaN)
  return { memory, seconds: (performance.now() - started) / 1000, code, told: told.trim(), answer, given }
}

/** Measures them all. @returns false where one took too much, or ended as no input should make it end */
export async function measureMemory(how, megabytes, name = '') {
  let isGood = true
  for (const [each, input] of Object.entries({ ...inputs, ...bombs })) {
    if (!each.includes(name)) continue
    const { memory, seconds, code, told, given } = await measure(how, input, megabytes * 1e6)
    const isWell = memory <= most && [0, 1, 2].includes(code)
    isGood &&= isWell
    const trouble = told.split('\n').filter((line) => line !== '' && !line.startsWith('most memory'))
    process.stdout.write(
      `${isWell ? 'ok  ' : 'BAD '} ${each.padEnd(36)} ${String(memory).padStart(5)} MB  ${seconds.toFixed(0).padStart(4)} s  exit ${code}  of ${Math.round(given / 1e6)} MB  ${(trouble.at(-1) ?? '').slice(0, 120)}\n`,
    )
  }
  return isGood
}
