// npm run trial -- load: a server under load on each store: what another waits beside audits, and what is kept where it is
// killed and connections are cut. What load.long.test.ts says, at length.
//   --seconds 180      for so long on each store
//   --table 10         only what a server does in a second, beside a bare loop of Hono and the store: so long for each figure
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, table: { type: 'string' } },
})

if (setUp()) {
  const words = [program('vitest', 'vitest'), 'run', 'test/load', '--testTimeout', '900000', '--retry', '0']
  if (values.table !== undefined) words.push('-t', 'bare loop', '--disable-console-intercept')
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    env: {
      ...childEnvironment(),
      TODO_LEDGER_TESTS: 'long',
      ...(values.table === undefined
        ? { TODO_LEDGER_LOAD: values.seconds }
        : { TODO_LEDGER_LOAD_TABLE: values.table }),
      TODO_LEDGER_POSTGRES: 'required',
    },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 3
} else process.exitCode = 3
