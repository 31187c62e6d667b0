// npm run test:long: every test, with ten times as many random inputs, and those that start the program or a browser
// many times. Arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { childEnvironment, program, root, setUp } from './set-up.mjs'

if (setUp()) {
  const { status } = spawnSync(
    process.execPath,
    [program('vitest', 'vitest'), 'run', ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...childEnvironment(), TODO_LEDGER_TESTS: 'long' },
      stdio: 'inherit',
    },
  )
  process.exitCode = status ?? 3
} else process.exitCode = 3
