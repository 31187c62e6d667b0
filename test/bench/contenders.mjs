// Runs contenders side by side: every one in each round, another one first each time.
import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { spreadOf, time } from './figures.mjs'

/**
 * @typedef {{ wall: number[], cpu: number[] }} Times milliseconds of each round, for one of what was done
 */

/**
 * Takes the times of functions. Each says how often it did what is measured, where that is not once.
 * @param {Readonly<Record<string, () => unknown>>} contenders
 * @param {{ rounds?: number, warm?: number, collects?: boolean }} options `collects`: a full collection before each.
 *   V8 throws away what it compiled for objects that are gone then, so that a slice of some milliseconds would measure
 *   the compiler: false there
 * @returns {Promise<Record<string, Times>>}
 */
export async function compare(contenders, { rounds = 9, warm = 2, collects = true } = {}) {
  return takeTurns(Object.keys(contenders), { rounds, warm }, async (name) => {
    if (collects) globalThis.gc?.()
    const cpu = process.cpuUsage()
    const begun = performance.now()
    const done = await contenders[name]()
    const wall = performance.now() - begun
    const { user, system } = process.cpuUsage(cpu)
    const count = typeof done === 'number' ? done : 1
    return { wall: wall / count, cpu: (user + system) / 1000 / count }
  })
}

/**
 * Takes the times of whole processes, their threads' and children's work with it.
 * @param {Readonly<Record<string, readonly string[]>>} contenders the words of each, after `node`
 * @param {{ rounds?: number, warm?: number, before?: Readonly<Record<string, () => void>> }} options `before`: what is
 *   done before a process starts
 */
export async function compareProcesses(contenders, { rounds = 9, warm = 1, before = {} } = {}) {
  return takeTurns(Object.keys(contenders), { rounds, warm }, async (name) => {
    before[name]?.()
    const { wall, cpu, status } = runProcess(contenders[name])
    if (status !== 0) throw new Error(`${name} ended with ${status}`)
    return { wall, cpu }
  })
}

/** A process of Node.js: milliseconds, by the shell's clock. */
export function runProcess(words, env = {}) {
  const script = `TIMEFORMAT='%R %U %S'; time "$@" >/dev/null 2>/dev/null`
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return { wall: wall * 1000, cpu: (user + system) * 1000, status }
}

async function takeTurns(names, { rounds, warm }, take) {
  const times = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]))
  for (let round = -warm; round < rounds; round += 1) {
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(step + round + warm) % names.length]
      const { wall, cpu } = await take(name)
      if (round < 0) continue
      times[name].wall.push(wall)
      times[name].cpu.push(cpu)
    }
  }
  return times
}

/** What one took, divided by what another took in the same round. */
export function ratio(times, over, under, by = 'cpu') {
  return spreadOf(times[over][by].map((value, round) => value / times[under][by][round]))
}

/** What one took, as people read it. */
export function took(times, name, by = 'cpu', unit = '') {
  return `${time(spreadOf(times[name][by]).median)}${unit}`
}

/** Equal work is compared or none. @param {Readonly<Record<string, unknown>>} results */
export function mustBeEqual(what, results) {
  const [[first, expected], ...others] = Object.entries(results)
  for (const [name, result] of others) {
    if (isDeepStrictEqual(result, expected)) continue
    const shown = [result, expected].map((each) => JSON.stringify(each)?.slice(0, 1000))
    throw new Error(`${what}: ${name} is not what ${first} is:\n${shown.join('\n')}`)
  }
}
