// npm run test:random: all tests over other random inputs than npm test has. A number repeats a run:
// npm run test:random -- 42
import { spawnSync } from 'node:child_process'
import { childEnvironment, program, root, setUp } from './set-up.mjs'

const seed = process.argv[2] ?? String(Date.now() % 2 ** 31)

if (setUp()) {
  process.stderr.write(`seed ${seed}\n`)
  const { status } = spawnSync(process.execPath, [program('vitest', 'vitest'), 'run'], {
    cwd: root,
    env: { ...childEnvironment(), TEST_SEED: seed },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else process.exitCode = 3
