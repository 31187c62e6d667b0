// npm run trial -- formats: every format, hurt in every way, over other random inputs each time.
//   --seed 42                over the inputs of an earlier run
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const run = (words, env = {}) =>
  spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...childEnvironment(), ...env },
    stdio: 'inherit',
  }).status ?? 1

if (!setUp()) process.exitCode = 3
else {
  process.stderr.write(`seed ${values.seed}\n`)
  const words = [program('vitest', 'vitest'), 'run', '--testTimeout=600000', here('formats.test.ts')]
  process.exitCode = run(words, { TEST_SEED: values.seed, TODO_LEDGER_TESTS: 'long' })
}
