// npm run trial -- agents: the real agents, each installed from npm, play sessions with a scripted model on loopback; then
// todo-replay must read what they recorded. Beyond the installation nothing of it reaches a network: the programs run
// in a network namespace of their own that has loopback alone.
//   --only claude-code    this agent alone
//   --version 2.1.330     this version alone
//   --keep                leave the folders with what they recorded
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setUp } from '../../tools/set-up.mjs'
import { agents } from './agents.mjs'
import { install } from './install.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    version: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

/** The words that start a program without a network but loopback, or null where the system can't. */
function sealed() {
  const script = 'ip link set lo up && exec "$@"'
  const ways = [
    ['unshare', '--net'],
    ['unshare', '--map-root-user', '--net'],
  ].map((way) => [...way, 'sh', '-c', script, 'sh'])
  return ways.find(([program, ...rest]) => spawnSync(program, [...rest, 'true']).status === 0) ?? null
}

const chosen = agents
  .filter(({ name }) => values.only === undefined || name === values.only)
  .flatMap(({ name, editions }) => editions.map((edition) => ({ name, edition })))
  .filter(({ edition }) => values.version === undefined || edition.version === values.version)
const seal = sealed()

if (!setUp()) process.exitCode = 3
else if (chosen.length === 0) {
  process.stderr.write(`There is no such agent. There are: ${agents.map(({ name }) => name).join(', ')}.\n`)
  process.exitCode = 2
} else if (seal === null) {
  process.stderr.write(
    'NOTHING WAS TRIED: the agents are run only where `unshare --net` and `ip` can close the network.\n',
  )
  process.exitCode = 2
} else {
  const failures = []
  for (const { name, edition } of chosen) {
    const title = `${name} ${edition.version}`
    process.stdout.write(`\n${title}\n`)
    const folder = install(edition)
    if (folder === null) {
      process.stderr.write(`  CAN'T BE HAD: npm did not install ${edition.package}@${edition.version}\n`)
      failures.push(title)
      continue
    }
    const file = fileURLToPath(new URL('sealed.mjs', import.meta.url))
    const words = [process.execPath, file, name, edition.version, folder, ...(values.keep ? ['keep'] : [])]
    const [program, ...rest] = [...seal, ...words]
    if (spawnSync(program, rest, { stdio: 'inherit' }).status !== 0) failures.push(title)
  }
  process.stdout.write(
    failures.length === 0
      ? `\n${chosen.length} agents: all as it should be\n`
      : `\nWRONG: ${failures.join(', ')}\n`,
  )
  process.exitCode = failures.length === 0 ? 0 : 1
}
