// npm run trial -- load: a server under load on each store: what it does in a second, what others wait beside audits, and what
// is kept where it is killed and connections are cut. What load.long.test.ts says, at length.
//   --table 10         measures alone, for so many seconds each, and kills nothing
//   --store sqlite     this store alone: memory, sqlite, postgres
//   --seconds 180      for so long on each store
//   --sessions 1000 --clients 50
//   --heap 60          the most that V8 keeps in the server, in MB
import { spawnSync } from 'node:child_process'
import { parseArgs } from '../../tools/script-options.mjs'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

const number = { type: 'string' }
const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    table: number,
    seconds: number,
    sessions: number,
    clients: number,
    heap: number,
  },
})
const { store, ...numbers } = values
const plan = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)]))

if (setUp()) {
  const words = [program('vitest', 'vitest'), 'run', 'test/load', '--testTimeout', '900000', '--retry', '0']
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    env: {
      ...childEnvironment(),
      TODO_LEDGER_TESTS: 'long',
      TODO_LEDGER_LOAD: JSON.stringify({ ...plan, ...(store === undefined ? {} : { store }) }),
      TODO_LEDGER_POSTGRES: 'required',
    },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 3
} else process.exitCode = 3
