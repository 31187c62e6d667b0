/** What happens to hosts, clocks and files, and the look at everything. */

import { isDeepStrictEqual } from 'node:util'
import { createReducer, type TodoReply } from '@todo-ledger/core'
import { type ChainRow, checkChain } from './chain-check.js'
import { must, shown } from './failure.js'
import { type Expectation, inTurn, judge, openSession } from './session-asking.js'
import { checkReply } from './session-commands.js'
import { checkSessions, sameEvents } from './store-commands.js'
import { anyText, toolInput } from './values.js'
import { collect, type Host, type OpenSession, type World } from './world.js'

/** The commands that happen to hosts, by name. */
export const hostCommands: { readonly [name: string]: (world: World, host: Host) => Promise<void> } = {
  /** The clock jumps, stands, or goes on. */
  clock: async (world) => {
    const { random } = world
    const jump = random.pick([-86_400_000, -3_600_000, -1, 1, 3_600_000, 40 * 86_400_000])
    world.now += jump
    world.pace = random.pick([0, 1, 7, 1000, -3])
    world.say(`the clock jumps by ${jump} ms and goes on by ${world.pace}`)
  },
  /** Hosts do things to one session at the same time. */
  raceSession: async (world, host) => {
    const { random } = world
    const first = await openSession(world, host)
    if (first === null) return
    const opens: { readonly host: Host; readonly open: OpenSession }[] = [{ host, open: first }]
    for (const other of world.hosts) {
      if (other === host) continue
      const open = await openSession(world, other, first.session.id)
      if (open !== null) opens.push({ host: other, open })
    }
    const asks = Array.from({ length: random.between(2, 5) }, () => {
      const { host: own, open } = random.pick(opens)
      return {
        host: own,
        open,
        ...anyWork(world, open),
        stale: open.session.state.seq < world.model.lastSeq(first.session.id),
      }
    })
    const outcomes = await world.askAll(asks.map(({ host: own, work }) => ({ host: own, work })))
    for (const [index, outcome] of outcomes.entries()) {
      const ask = asks[index]
      if (ask === undefined) continue
      const expected: Expectation & { readonly stale: boolean } = { race: true, stale: ask.stale }
      judge(world, ask.host, ask.open, `at once: ${ask.label}`, outcome, expected)
      if (outcome.kind === 'done') ask.done(outcome.value)
    }
    for (const { open } of opens) if (!inTurn(open)) open.turn = null
  },
  /** The host ends in good order and starts again. */
  reopen: async (world, host) => {
    if (!world.backend.separate) {
      world.restartLedger(host)
      world.say(`${host.name} opens its ledger anew`)
      return
    }
    await closeHost(world, host)
    await startHost(world, host.name)
  },
  /** Nobody closes anything: the file is as it is. */
  crash: async (world, host) => {
    if (world.backend.separate) {
      const gone = world.random.percent(70) ? [...world.hosts] : [host]
      const names = gone.map(({ name }) => name)
      world.say(`${names.join(' and ')} crash`)
      await world.release(gone, true)
      for (const name of names) await startHost(world, name)
      await world.look(false)
      return
    }
    world.say('the hosts crash')
    world.counts.crashes += 1
    world.backend.crash()
    for (const each of world.hosts) world.restartLedger(each)
    await world.look(false)
  },
  /** The write-ahead log goes into the file. */
  checkpoint: async (world, host) => {
    const { database } = host.opened
    if (database === null) return
    const mode = world.random.pick(['PASSIVE', 'FULL', 'TRUNCATE'])
    world.say(`${host.name} checkpoint ${mode}`)
    database.paused = true
    try {
      database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()
    } finally {
      database.paused = false
    }
  },
  check: async (world, host) => {
    world.say(`everything is looked at through ${host.name}`)
    await checkEverything(world, host)
  },
}

/** Starts a host; now and then its first attempt fails. */
export async function startHost(world: World, name: string): Promise<Host> {
  const { random } = world
  if (world.backend.separate && random.percent(20)) {
    const at = random.between(1, 25)
    const kind = random.pick(['full', 'io-error', 'busy'] as const)
    try {
      const host = world.start(name, (database) =>
        database.arm({ kind, at, takesEffect: false, rollsBack: false }),
      )
      host.opened.database?.disarm()
      world.say(`${name} starts`)
      if (world.takeFaults()) world.say(`${name} was not disturbed by it`)
      return host
    } catch (error) {
      world.countFault(`${kind} at opening`)
      world.say(`${name} does not start: ${shown(String(error))}`)
    }
  }
  world.say(`${name} starts`)
  return world.start(name)
}

/** Ends a host in good order: its subscriptions end, too. */
export async function closeHost(world: World, host: Host): Promise<void> {
  world.say(`${host.name} closes`)
  const own = [...world.probes].filter(([, owner]) => owner === host).map(([probe]) => probe)
  await world.unharmed(async () => {
    for (const probe of own) await probe.drain()
    for (const probe of own) probe.ask()
    await world.time.idle()
    const settled = await world.time.settle(host.ledger.close())
    must(settled.kind === 'done', () => `closing ${host.name} ${settled.kind}`)
    for (const probe of own) await probe.mustHaveEnded()
  })
  await world.release([host], false)
}

/** One thing that can be asked of a session while others ask, too. */
function anyWork(
  world: World,
  open: OpenSession,
): {
  readonly label: string
  readonly work: () => Promise<unknown>
  readonly done: (value: unknown) => void
} {
  const { random } = world
  const { session, turn } = open
  const nothing = () => {}
  const kind = random.weighted({
    todo: 5,
    message: 3,
    startTurn: 2,
    endTurn: 2,
    startRun: 2,
    endRun: 1,
    tool: 2,
  })
  const label = kind
  if (kind === 'startTurn') {
    const work = async () => {
      open.turn = await session.startTurn()
    }
    return { label, work, done: nothing }
  }
  if (kind === 'startRun')
    return { label, work: () => session.startRun({ trigger: 'user', text: 'x' }), done: nothing }
  if (kind === 'endRun')
    return { label, work: () => session.endRun({ text: anyText(random) }), done: nothing }
  if (turn !== null && kind === 'endTurn') return { label, work: () => turn.end(), done: nothing }
  if (turn !== null && kind === 'tool') {
    const call = world.nextCall()
    return { label, work: () => turn.recordTool({ call, name: 'Bash', input: {}, ok: true }), done: nothing }
  }
  if (turn !== null && kind === 'todo' && session.tools().length > 0) {
    const tool = random.pick(session.tools())
    const call = world.nextCall()
    const given = { call, name: tool.name, input: toolInput(random, tool) }
    world.asked.set(session.id, [...(world.asked.get(session.id) ?? []), { calls: [given] }])
    let reply: TodoReply | undefined
    const work = async () => {
      reply = await turn.callTodoTool(given.name, given.input, { call })
    }
    const done = () => {
      if (reply !== undefined) checkReply(world, session.id, call, reply)
    }
    return { label: `${label} ${call}`, work, done }
  }
  return { label: 'message', work: () => session.recordMessage({ text: anyText(random) }), done: nothing }
}

/** Everything that the store can tell is what the model says. */
export async function checkEverything(world: World, host: Host): Promise<void> {
  const { model, positions } = world
  await world.quietly(host, async (store) => {
    const all = await collect(store.readAll())
    sameEvents(
      all.map(({ event }) => event),
      model.log,
      'reading all',
    )
    must(
      isDeepStrictEqual(
        all.map(({ position }) => position),
        positions,
      ),
      'the positions have changed',
    )
    for (const { event } of all) world.sawHash(event.session, event.seq, event.hash)
    checkSessions(world, await store.sessions())
    for (const [session, events] of model.sessions) {
      const read = await collect(store.read(session))
      sameEvents(read, events, `reading ${shown(session)}`)
      if (events[0]?.type !== 'session.opened') continue
      const replay = createReducer().replay()
      for (const event of read) replay.apply(event)
      const same = isDeepStrictEqual(replay.finish(), model.stateAt(session, events.length))
      must(same, () => `replaying ${shown(session)} at once and step by step differ`)
    }
    await checkChains(world, store)
  })
}

async function checkChains(world: World, store: object): Promise<void> {
  const ledger: unknown = Reflect.get(store, 'ledger')
  const records: unknown = Reflect.get(store, 'records')
  if (typeof ledger !== 'function' || typeof records !== 'function') return
  const rows: ChainRow[] = []
  for await (const row of records.call(store) as AsyncIterable<ChainRow | { readonly unreadable: string }>) {
    must(!('unreadable' in row), () => `a row can't be read: ${shown(row)}`)
    rows.push(row)
  }
  must(
    rows.length === world.model.log.length,
    () => `${rows.length} rows hold ${world.model.log.length} events`,
  )
  checkChain(String(ledger.call(store)), rows, world.redacted)
}
