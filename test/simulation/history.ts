/** One history: a seed becomes commands, and the commands happen to a world. */

import { memoryStore } from '@todo-ledger/core'
import { type Backend, fileBackend, memoryBackend, type Sabotage, sqliteMemoryBackend } from './backends.js'
import { codeOf, HostDied, SimulationFailure } from './failure.js'
import type { Fault } from './fault-database.js'
import { checkEverything, closeHost, hostCommands, startHost } from './host-commands.js'
import { Random } from './random.js'
import { redactionCommands } from './redaction-commands.js'
import { sessionCommands } from './session-commands.js'
import { storeCommands } from './store-commands.js'
import { VirtualTime } from './virtual-time.js'
import { type Counts, type Host, World } from './world.js'

/** One thing that happens; all that is left to chance in it comes from its own seed, so that others can be cut. */
export interface Command {
  /** Its place in the whole history, from 0. */
  readonly index: number
  /** What happens. */
  readonly name: string
  /** The seed of its chance. */
  readonly seed: number
}

/** A history as data. */
export interface History {
  /** The seed that it was made of. */
  readonly seed: number
  /** Where events are kept. */
  readonly backend: 'memory' | 'sqlite-memory' | 'file'
  /** How many hosts work side by side. */
  readonly hosts: number
  /** Events between two snapshots of a session, or false for none. */
  readonly snapshotInterval: number | false
  /** In how many of a hundred commands a fault waits. */
  readonly faults: number
  /** What happens. */
  readonly commands: readonly Command[]
}

/** What came of a history. */
export interface HistoryResult {
  /** The first thing that was wrong, or null. */
  readonly failure: string | null
  /** What happened, line by line. */
  readonly trace: readonly string[]
  /** What happened, counted. */
  readonly counts: Counts
}

const weights = {
  todo: 20,
  retry: 6,
  conflict: 2,
  work: 6,
  result: 3,
  endTurn: 8,
  endRun: 5,
  run: 3,
  note: 5,
  outOfOrder: 3,
  append: 14,
  race: 6,
  read: 4,
  subscribe: 4,
  follow: 5,
  resubscribe: 3,
  clock: 4,
  raceSession: 6,
  reopen: 3,
  crash: 4,
  redact: 3,
  forget: 1,
  stateAt: 4,
  spoilSnapshots: 2,
  checkpoint: 2,
  check: 2,
}

const commandsByName: { readonly [name: string]: (world: World, host: Host) => Promise<void> } = {
  ...sessionCommands,
  ...storeCommands,
  ...hostCommands,
  ...redactionCommands,
}

/** The history of a seed. */
export function historyOf(seed: number): History {
  const random = new Random(seed)
  const backend = random.weighted({ file: 45, 'sqlite-memory': 20, memory: 35 })
  const hosts = random.percent(55) ? 1 : random.between(2, 3)
  const faults = random.pick([0, 15, 30, 60])
  const commands = Array.from({ length: random.between(20, 40) }, (_, index) => ({
    index,
    name: random.weighted(weights),
    seed: random.word(),
  }))
  const snapshotInterval = random.pick<number | false>([2, 5, 11, false])
  return { seed, backend, hosts, snapshotInterval, faults, commands }
}

/** Runs a history. `sabotage` puts a deliberate bug in. */
export async function runHistory(history: History, sabotage: Sabotage = {}): Promise<HistoryResult> {
  const time = new VirtualTime()
  const random = new Random(history.seed ^ 0x51ab)
  time.install(() => random.fraction())
  const world = new World(time, openBackend(history, random, sabotage), sabotage)
  let failure: string | null = null
  try {
    world.random = random
    world.snapshotInterval = history.snapshotInterval
    for (let host = 0; host < history.hosts; host += 1) world.start(`host ${host + 1}`)
    for (const command of history.commands) await happen(world, history, command)
    await end(world)
  } catch (error) {
    const known = error instanceof SimulationFailure
    failure = known
      ? error.message
      : `${codeOf(error)}: ${error instanceof Error ? error.stack : String(error)}`
  } finally {
    time.restore()
    await world.backend.dispose().catch(() => {})
  }
  return { failure, trace: world.trace, counts: world.counts }
}

async function happen(world: World, history: History, { index, name, seed }: Command): Promise<void> {
  world.random = new Random(seed)
  world.counts.commands += 1
  const host = world.random.pick(world.hosts)
  world.say(`#${index} ${name}`)
  arm(world, history, host)
  try {
    await commandsByName[name]?.(world, host)
  } catch (error) {
    if (!(error instanceof HostDied)) throw error
    await bringBack(world)
  } finally {
    world.redaction = null
    for (const { opened, observer } of world.hosts) {
      opened.database?.disarm()
      observer.fault = null
    }
  }
  world.takeFaults()
}

/** Lets a fault wait for the command. */
function arm(world: World, { faults }: History, host: Host): void {
  const { random } = world
  const { database } = host.opened
  if (!random.percent(faults)) return
  if (database === null || random.percent(20)) {
    host.observer.fault = random.pick(['lost', 'never-asked'])
    return
  }
  const kind = random.weighted({ full: 3, 'io-error': 3, busy: 2, crash: world.backend.separate ? 4 : 0 })
  const fault: Fault = {
    kind,
    at: random.percent(60) ? random.between(1, 12) : random.between(1, 40),
    takesEffect: kind !== 'busy' && random.percent(40),
    rollsBack: (kind === 'full' || kind === 'io-error') && random.percent(40),
  }
  database.arm(fault)
}

/** Hosts died in the middle: alone, or all with them. */
async function bringBack(world: World): Promise<void> {
  const dead = world.hosts.filter(({ opened }) => opened.database?.dead === true)
  const gone = world.random.percent(60) ? [...world.hosts] : dead
  const names = gone.map(({ name }) => name)
  world.say(`${names.join(' and ')} died`)
  await world.release(gone, true)
  for (const name of names) await startHost(world, name)
  await world.look(false)
}

/** Whatever happened: at the end everything is there, and is still there after all is closed and opened again. */
async function end(world: World): Promise<void> {
  world.say('the end')
  for (const probe of world.probes.keys()) await probe.drain()
  if (world.backend.separate) {
    for (const host of [...world.hosts]) await closeHost(world, host)
    world.start('the last host')
  }
  const [host] = world.hosts
  if (host === undefined) return
  await checkEverything(world, host)
  await closeHost(world, host)
}

function openBackend({ backend }: History, random: Random, sabotage: Sabotage): Backend {
  if (sabotage.backend !== undefined) return sabotage.backend(random)
  if (backend === 'memory') return memoryBackend(() => memoryStore({ random: (size) => random.bytes(size) }))
  return backend === 'file' ? fileBackend(random, sabotage) : sqliteMemoryBackend(random, sabotage)
}
