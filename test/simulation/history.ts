/** One history: commands, faults and crashes that happen to a world. */

import fc from 'fast-check'
import { vi } from 'vitest'
import { Random } from '../crash/random.mjs'
import { openBackend, type Sabotage } from './backends.js'
import { sessionCommands } from './session-commands.js'
import { bringBack, checkEverything, storeCommands } from './store-commands.js'
import { type Host, HostDied, World } from './world.js'

const commands = { ...storeCommands, ...sessionCommands }

/** How often each command comes. */
const weights: { readonly [name: string]: number } = {
  ...{ todo: 20, retry: 6, conflict: 2, tool: 9, endTurn: 8, startTurn: 3, endRun: 5, startRun: 4, note: 5 },
  ...{ append: 14, race: 6, read: 4, follow: 5, drain: 5, clock: 4, raceSession: 6, reopen: 3, crash: 4 },
  ...{ redact: 3, forget: 3, stateAt: 4, spoilSnapshots: 2, checkpoint: 2, check: 2 },
}

/** All that is left to chance in a command comes from its own seed, so that others can be cut. */
const command = fc.record({
  name: fc.oneof(
    ...Object.keys(commands).map((name) => ({ weight: weights[name] ?? 1, arbitrary: fc.constant(name) })),
  ),
  seed: fc.noShrink(fc.nat()),
})

export const arbitraryHistory = fc.record({
  backend: fc.constantFrom('memory' as const, 'file' as const, 'file' as const),
  /** Hosts that work side by side. */
  hosts: fc.constantFrom(1, 1, 2, 3),
  snapshotInterval: fc.constantFrom<number | false>(2, 5, 11, false),
  /** The share of the commands in which a fault waits. */
  faults: fc.constantFrom(0, 0.15, 0.3, 0.6),
  commands: fc.array(command, { minLength: 1, maxLength: 40, size: 'max' }),
})

export type History = typeof arbitraryHistory extends fc.Arbitrary<infer Value> ? Value : never

/** Runs a history; the lines of its trace. @throws where anything is not as it must be, with the trace */
export async function runHistory(history: History, sabotage: Sabotage = {}): Promise<readonly string[]> {
  const { backend, hosts, snapshotInterval, faults } = history
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const random = new Random(1)
  const chance = vi.spyOn(Math, 'random').mockImplementation(() => random.next())
  const world = new World(openBackend(backend, random, sabotage), sabotage, snapshotInterval)
  try {
    for (let host = 1; host <= hosts; host += 1) world.start(`host ${host}`)
    for (const { name, seed } of history.commands) await happen(world, name, new Random(seed), faults)
    await end(world)
    return world.trace
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\n\n${world.trace.join('\n')}`, {
      cause: error,
    })
  } finally {
    await world.backend.dispose().catch(() => {})
    chance.mockRestore()
    vi.useRealTimers()
  }
}

async function happen(world: World, name: string, random: Random, faults: number): Promise<void> {
  world.random = random
  const host = random.pick(world.hosts)
  world.say(`# ${name}`)
  if (random.chance(faults)) arm(world, host)
  try {
    await commands[name]?.(world, host)
  } catch (error) {
    if (!(error instanceof HostDied)) throw error
    const dead = world.hosts.filter(({ opened }) => opened.database?.dead === true)
    await bringBack(world, random.chance(0.6) ? [...world.hosts] : dead)
  } finally {
    world.redaction = null
    for (const { opened, observer } of world.hosts) {
      opened.database?.arm(null)
      observer.fault = null
    }
  }
  world.takeFaults()
}

/** Lets a fault wait for the command. */
function arm({ random }: World, { opened: { database }, observer }: Host): void {
  if (database === null || random.chance(0.2)) {
    observer.fault = random.pick(['lost', 'never-asked'])
    return
  }
  const kind = random.pick(['full', 'io-error', 'busy', 'crash'] as const)
  database.arm({
    kind,
    at: random.between(1, random.pick([12, 12, 40])),
    takesEffect: kind !== 'busy' && random.chance(0.4),
    rollsBack: (kind === 'full' || kind === 'io-error') && random.chance(0.4),
  })
}

/** Whatever happened: at the end everything is there, and is still there after all is closed and opened again. */
async function end(world: World): Promise<void> {
  world.say('the end')
  await world.drain()
  if (world.backend.isSeparate) {
    for (const host of [...world.hosts]) await world.close(host)
    world.start('the last host')
  }
  const [host] = world.hosts
  if (host === undefined) return
  await checkEverything(world, host)
  await world.close(host)
}
