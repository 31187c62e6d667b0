// npm run trial -- simulation: random histories against a plain model, on all cores.
//
//     npm run trial -- simulation --histories 100000       so many histories
//     npm run trial -- simulation --seed 4711              others
//     npm run trial -- simulation --seed 4711 --path 12:3  one history, as a failure names it
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { childEnvironment, program, root } from '../../tools/set-up.mjs'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
  },
})
const { path } = values
const processes = path === undefined ? availableParallelism() : 1

/** @param {number} number */
function run(number) {
  const words = [program('vitest', 'vitest'), 'run', 'test/simulation']
  const env = {
    ...childEnvironment(),
    TEST_SEED: String(Number(values.seed) + number),
    SIMULATION_HISTORIES: String(Math.ceil(Number(values.histories) / processes)),
    ...(path === undefined ? {} : { SIMULATION_PATH: path }),
  }
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 3)))
}

const codes = await Promise.all(Array.from({ length: processes }, (_, number) => run(number)))
process.exitCode = Math.max(...codes)
