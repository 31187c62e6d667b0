/** What a host does at the store itself, and what happens to hosts. */

import { isDeepStrictEqual } from 'node:util'
import { type Point, stateAt, type TodoEvent } from '@todo-ledger/core'
import { verifyChain } from '@todo-ledger/core/store'
import { arbitraryPayload, hostileTexts } from '@todo-ledger/core/testing'
import fc from 'fast-check'
import { type AskedAppend, codeOf, must, sameEvent, shown } from './model.js'
import { collect, type Host, HostDied, mustBeExcused, type Outcome, said, type World } from './world.js'

/** Texts that hosts find out later to be secrets; the built-in patterns do not know them. */
const leaks: readonly string[] = ['Leak-4711-alpha', 'Leak-0815-beta']

export function anyText({ random }: World): string {
  return random.chance(0.4) ? `Use ${random.pick(leaks)} to log in` : random.pick(hostileTexts)
}

/** A value of an arbitrary of the kit, as the command's chance has it. */
export function drawn<Value>({ random }: World, arbitrary: fc.Arbitrary<Value>): Value {
  const [value] = fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 })
  return value as Value // one was asked for
}

const rawIds = ['raw', 'constructor', 'raw \udc00', '\0']
const payload = arbitraryPayload()

function freshEvents(world: World, session: string, after: number, count: number): TodoEvent[] {
  const { random } = world
  return Array.from({ length: count }, (_, index): TodoEvent => {
    world.now += world.pace
    const envelope = {
      id: random.chance(0.05) ? `${anyText(world)} ${random.id()}` : random.id(),
      session,
      seq: after + index + 1,
      turn: random.below(4),
      at: new Date(world.now),
      version: 1,
      ...(random.chance(0.15) ? { source: { line: random.between(1, 99), call: anyText(world) } } : {}),
      ...(random.chance(0.05) ? { hash: 'of another store' } : {}),
    }
    const text = anyText(world)
    if (random.chance(0.3)) return { ...envelope, type: 'message.recorded', data: { role: 'user', text } }
    const input = random.chance(0.5) ? [text, new Date(world.now)] : drawn(world, payload)
    return { ...envelope, type: 'tool.called', data: { call: 'c', name: 'bash', input } }
  })
}

/** The appends that were asked for at the store, for those that ask again. */
const earlier = new WeakMap<World, AskedAppend[]>()

/** An append of some kind, right or wrong. */
function anyAppend(world: World): AskedAppend {
  const { random, model } = world
  const past = earlier.get(world) ?? []
  earlier.set(world, past)
  const session = random.pick(rawIds)
  const stored = model.of(session)
  const last = stored.length
  const fresh = (after: number, count: number) => freshEvents(world, session, after, count)
  const kind = random.pick(
    `next next next next next next again again onward stale conflict mixed ahead disorder empty`.split(' '),
  )
  const old = last === 0 ? undefined : random.pick(stored)
  const isWhole = old !== undefined && stored.every(({ type }) => type !== 'event.erased')
  let asked: AskedAppend = { session, events: fresh(last, random.pick([1, 1, 1, 2, 6])), expectedSeq: last }
  if (kind === 'again' && past.length > 0) {
    const again = random.pick([random.pick(past), past.at(-1) ?? asked])
    const at = new Date(world.now)
    asked = random.chance(0.3) ? { ...again, events: again.events.map((event) => ({ ...event, at })) } : again
  } else if (kind === 'onward' && isWhole) {
    const expectedSeq = random.between(Math.max(0, last - 4), last)
    asked = { session, events: [...stored.slice(expectedSeq), ...asked.events], expectedSeq }
  } else if (kind === 'stale' || kind === 'ahead') {
    const expectedSeq = kind === 'ahead' ? last + random.between(1, 3) : random.below(Math.max(1, last))
    asked = { session, events: fresh(expectedSeq, random.between(1, 3)), expectedSeq }
  } else if (kind === 'conflict' && old !== undefined) {
    asked = { ...asked, events: fresh(last, 1).map((event) => ({ ...event, id: old.id })) }
  } else if (kind === 'mixed' && isWhole) {
    const [first, , third] = fresh(last, 3)
    asked = { ...asked, events: [first, { ...old, seq: last + 2 }, third].flatMap((each) => each ?? []) }
  } else if (kind === 'disorder') {
    const [first, second] = fresh(last, 2)
    if (first === undefined || second === undefined) return asked
    const twice = [first, { ...second, id: first.id }]
    asked = {
      ...asked,
      events: random.pick([[second, first], twice, [{ ...first, session: 'x' }], [second]]),
    }
  } else if (kind === 'empty') asked = { session, events: [], expectedSeq: last + random.below(2) }
  past.push(asked)
  return asked
}

/** The model has judged what the contract says of an append; what else fails, fails by a fault. */
function mayBeRefused(outcome: Outcome, what: string): void {
  const refusals = ['concurrency', 'id-conflict', 'bad-append', 'forgotten']
  if (outcome.kind === 'failed' && refusals.includes(codeOf(outcome.error))) return
  mustBeExcused(outcome, what)
}

const label = ({ session, events, expectedSeq }: AskedAppend) =>
  `append ${shown(session)} after ${expectedSeq}: ${events.map(({ id, seq }) => `${seq} ${shown(id, 30)}`).join(', ')}`

type Commands = { readonly [name: string]: (world: World, host: Host) => Promise<void> }

export const storeCommands: Commands = {
  append: async (world, host) => {
    const asked = anyAppend(world)
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const outcome = await world.ask(host, () => host.store.append(asked.session, asked.events, asked))
      world.say(`${host.name} ${label(asked)} → ${said(outcome)}`)
      mayBeRefused(outcome, label(asked))
      if (outcome.kind === 'done' || !outcome.faulted || world.random.chance(0.3)) return
    }
  },
  /** Many appends at the same time, on the same session and on others, by every host. */
  race: async (world) => {
    const asks = Array.from({ length: world.random.between(2, 8) }, () => {
      const host = world.random.pick(world.hosts)
      const asked = anyAppend(world)
      return { host, asked, work: () => host.store.append(asked.session, asked.events, asked) }
    })
    const outcomes = await world.askAll(asks)
    for (const [index, outcome] of outcomes.entries()) {
      const what = `at once: ${asks[index] && label(asks[index].asked)}`
      world.say(`${what} → ${said(outcome)}`)
      mayBeRefused(outcome, what)
    }
  },
  /** Reads a part of a session, the list of sessions, and a single event. */
  read: async (world, host) => {
    const { random, model } = world
    const session = random.pick([...model.sessions.keys(), 'nobody'])
    const stored = model.of(session)
    const from = random.between(0, stored.length + 2)
    const to = random.between(from, stored.length + 2)
    const id = random.pick([...stored.map((event) => event.id), 'nobody'])
    const outcome = await world.ask(host, async () => {
      mustBeSame(
        await collect(host.store.read(session, { from, to })),
        stored.slice(Math.max(0, from - 1), to),
      )
      mustBeSame(
        await collect(host.store.read(session, { id })),
        stored.filter((event) => event.id === id),
      )
      checkSessions(world, await host.store.sessions())
    })
    world.say(`${host.name} reads ${shown(session)} ${from} to ${to} → ${said(outcome)}`)
    mustBeExcused(outcome, 'a reading')
  },
  /** The host begins to follow the store, or anew where it was. */
  follow: async (world, host) => {
    await world.drain()
    world.follow(host, world.random.below(world.model.log.length + 1))
  },
  drain: (world) => world.drain(),
  /** The state at any moment is what replaying from the first event gives. */
  stateAt: async (world, host) => {
    const { random, model } = world
    const sessions = [...model.sessions].filter(([, [first]]) => first?.type === 'session.opened')
    if (sessions.length === 0) return
    const [session, events] = random.pick(sessions)
    const point = random.pick<Point>([
      'end',
      { seq: random.between(1, events.length + 1) },
      { turn: random.below(5) },
      { at: random.pick(events).at },
    ])
    const outcome = await world.ask(host, () => host.ledger.stateAt(session, point))
    world.say(`${host.name} the state of ${shown(session)} at ${shown(point)} → ${outcome.kind}`)
    mustBeExcused(outcome, 'a state')
    if (outcome.kind === 'failed') return
    const expected = await stateAt(each(events), point)
    const isSame = isDeepStrictEqual(outcome.value, expected)
    must(isSame, () => `it is ${shown(outcome.value, 400)}, and replaying gives ${shown(expected, 400)}`)
  },
  redact: (world, host) => takeOut(world, host, world.random.pick(leaks)),
  /** Once in a while: what is forgotten can't go on. */
  forget: async (world, host) => {
    if (world.random.chance(0.3)) await takeOut(world, host, null)
  },
  /** Snapshots are changed behind the store's back: nobody may believe them. */
  spoilSnapshots: async (world, host) => {
    const change = world.random.pick([
      `UPDATE side SET value = replace(value, 'pending', 'completed') WHERE kind = 'snapshot'`,
      `UPDATE OR REPLACE side SET seq = seq + 1000 WHERE kind = 'snapshot'`,
      `UPDATE side SET value = '{'`,
      `UPDATE side SET value = replace(value, '"hash":"', '"hash":"0')`,
      'DELETE FROM side',
    ])
    await world.unharmed(async () => host.opened.database?.exec(change))
  },
  /** The write-ahead log goes into the file. */
  checkpoint: async (world, host) => {
    const mode = world.random.pick(['PASSIVE', 'FULL', 'TRUNCATE'])
    await world.unharmed(async () => host.opened.database?.prepare(`PRAGMA wal_checkpoint(${mode})`).get())
  },
  /** The clock jumps, stands, or goes on. */
  clock: async (world) => {
    const { random } = world
    world.now += random.pick([-86_400_000, -3_600_000, -1, 1, 3_600_000, 40 * 86_400_000])
    world.pace = random.pick([0, 1, 7, 1000, -3])
  },
  /** The host ends in good order and starts again. */
  reopen: async (world, host) => {
    if (!world.backend.isSeparate) return world.restartLedger(host)
    await world.close(host)
    startHost(world, host.name)
  },
  /** Nobody closes anything: the file is as it is. */
  crash: async (world, host) => {
    if (world.backend.isSeparate) await bringBack(world, world.random.chance(0.7) ? [...world.hosts] : [host])
    else for (const each of world.hosts) world.restartLedger(each)
  },
  check: checkEverything,
}

/** Hosts died: they start again, and find what was on the disk. */
export async function bringBack(world: World, gone: readonly Host[]): Promise<void> {
  const names = gone.map(({ name }) => name)
  world.say(`${names.join(' and ')} died`)
  await world.release(gone, true)
  for (const name of names) startHost(world, name)
  await world.look(false)
}

/** Starts a host; now and then its first attempt fails. */
function startHost(world: World, name: string): void {
  const { random } = world
  if (random.chance(0.2)) {
    const kind = random.pick(['full', 'io-error', 'busy'] as const)
    const fault = { kind, at: random.between(1, 25), takesEffect: false, rollsBack: false }
    try {
      const host = world.start(name, (database) => database.arm(fault))
      host.opened.database?.arm(null)
      world.takeFaults()
      return
    } catch (error) {
      world.say(`${name} does not start: ${String(error)}`)
    }
  }
  world.start(name)
}

/** Everything that the store can tell is what the model says. */
export async function checkEverything(world: World, { opened: { store } }: Host): Promise<void> {
  const { model } = world
  await world.unharmed(async () => {
    const all = await collect(store.readAll())
    mustBeSame(
      all.map(({ event }) => event),
      model.log,
    )
    for (const { event } of all) world.sawHash(event.session, event.seq, event.hash)
    checkSessions(world, await store.sessions())
    for (const [session, events] of model.sessions) mustBeSame(await collect(store.read(session)), events)
    const { ok, firstBad } = await verifyChain(store)
    must(ok, () => `the chain is broken: ${shown(firstBad)}`)
  })
}

/** The list of sessions names each with its last seq, in the order of their first events. */
function checkSessions({ model }: World, sessions: readonly unknown[]): void {
  const expected = Array.from(model.sessions, ([session, events]) => ({ session, lastSeq: events.length }))
  const isSame = isDeepStrictEqual(sessions, expected)
  must(isSame, () => `the sessions are ${shown(sessions)}, not ${shown(expected)}`)
}

function mustBeSame(actual: readonly TodoEvent[], expected: readonly TodoEvent[]): void {
  must(actual.length === expected.length, () => `${actual.length} events were read, not ${expected.length}`)
  for (const [index, event] of actual.entries())
    must(
      sameEvent(event, expected[index]),
      () => `${shown(event, 400)} was read, not ${shown(expected[index], 400)}`,
    )
}

/** Takes a secret, or everything, out of a session, and looks whether it happened as it was told. */
async function takeOut(world: World, host: Host, secret: string | null): Promise<void> {
  const { random, model } = world
  const sessions = [...model.sessions.keys()].filter((id) => !model.forgotten.has(id))
  if (sessions.length === 0) return
  const session = random.pick(sessions)
  const isThere = secret === null || model.tells(session, secret)
  const before = model.lastSeq(session)
  world.redaction = { session, secret }
  const outcome = await world.ask<{ readonly seq: number | null }>(host, () =>
    secret === null ? host.ledger.forget(session) : host.ledger.redact(session, { secret }),
  )
  const what = `taking ${secret ?? 'everything'} out of ${shown(session)}`
  world.say(`${host.name} ${what} → ${said(outcome)}`)
  mustBeExcused(outcome, what)
  const grew = model.lastSeq(session) - before
  must(grew <= Number(isThere), () => `${what} stored ${grew} events`)
  if (model.forgotten.has(session)) return mustStayForgotten(world, session)
  if (outcome.kind === 'failed') return
  const seq = isThere ? before + 1 : null
  must(grew === Number(isThere) && outcome.value.seq === seq, () => `${what} said ${shown(outcome.value)}`)
  const open = host.sessions.get(session)
  if (open === undefined) return
  // Where it could not be read anew, the ledger hands it out no more, and the next one reads the log.
  if (outcome.faulted && open.session.state.seq !== model.lastSeq(session)) host.sessions.delete(session)
  else {
    must(open.session.state.seq === model.lastSeq(session), `${what}: an open session did not read it`)
    world.checkState(open)
  }
}

async function mustStayForgotten(world: World, session: string): Promise<void> {
  for (const host of world.hosts) {
    host.sessions.delete(session)
    host.ledger.release(session)
  }
  const [host] = world.hosts
  if (host === undefined) throw new HostDied()
  const outcome = await world.ask(host, () => host.ledger.session(session))
  const isRefused = outcome.kind === 'failed' && codeOf(outcome.error) === 'forgotten'
  must(isRefused || outcome.faulted, () => `a forgotten session was opened: ${said(outcome)}`)
}

async function* each<Value>(values: readonly Value[]): AsyncIterable<Value> {
  yield* values
}
