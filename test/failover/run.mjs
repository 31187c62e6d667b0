// npm run trial -- failover: the primary of three PostgreSQL servers is killed under load, and a standby takes its place. Needs PostgreSQL; not part of the other runs.
import { spawnSync } from 'node:child_process'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

if (setUp()) {
  const { status } = spawnSync(process.execPath, [program('vitest', 'vitest'), 'run', 'test/failover'], {
    cwd: root,
    env: { ...childEnvironment(), TODO_LEDGER_FAILOVER: 'run', TODO_LEDGER_POSTGRES: 'required' },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 3
} else process.exitCode = 3
