// npm run test:kit: the kit's tests over other random sessions than npm test has. A number repeats a run: npm run test:kit -- 42
import { spawnSync } from 'node:child_process'
import { childEnvironment, program, root, setUp } from './set-up.mjs'

const seed = process.argv[2] ?? String(Date.now() % 2 ** 31)

if (setUp()) {
  process.stderr.write(`seed ${seed}\n`)
  const files = ['packages/core/test/kit-', 'test/kit-']
  const { status } = spawnSync(process.execPath, [program('vitest', 'vitest'), 'run', ...files], {
    cwd: root,
    env: { ...childEnvironment(), KIT_SEED: seed },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else process.exitCode = 3
