/** What a host does at the store itself: appends of all kinds, reads, subscriptions. */

import { type EventStore, StoreError, type TodoEvent } from '@todo-ledger/core'
import { eventVersions, findEvent, type StoredSession } from '@todo-ledger/core/store'
import { codeOf, HostDied, must, shown } from './failure.js'
import { type AskedAppend, sameEvent } from './model.js'
import { errorOf } from './session-asking.js'
import { SubscriptionProbe } from './subscription-probe.js'
import { anyPayload, anyText } from './values.js'
import { collect, type Host, type World } from './world.js'

const rawIds = ['raw', 'constructor', '../..', 'raw \udc00', '\0', '😀']

/** The appends that were asked for at the store, for those that ask again. */
const earlier = new WeakMap<World, AskedAppend[]>()

function freshEvents(world: World, session: string, after: number, count: number): TodoEvent[] {
  const { random } = world
  return Array.from({ length: count }, (_, index): TodoEvent => {
    world.now += world.pace
    const envelope = {
      id: random.percent(5) ? `${anyText(random)} ${random.id()}` : random.id(),
      session,
      seq: after + index + 1,
      turn: random.between(0, 3),
      at: new Date(world.now),
      ...(random.percent(15) ? { source: { line: random.between(1, 99), call: anyText(random) } } : {}),
      ...(random.percent(5) ? { hash: 'of another store' } : {}),
    }
    if (random.percent(30))
      return {
        ...envelope,
        type: 'message.recorded',
        version: eventVersions['message.recorded'],
        data: { role: 'user', text: anyText(random) },
      }
    return {
      ...envelope,
      type: 'tool.called',
      version: eventVersions['tool.called'],
      data: { call: 'c', name: 'bash', input: anyPayload(random) },
    }
  })
}

/** An append of some kind, right or wrong. */
function anyAppend(world: World): AskedAppend {
  const { random, model } = world
  const session = random.pick(rawIds)
  const stored = model.of(session)
  const last = stored.length
  const next = (count = random.percent(60) ? 1 : random.between(2, 6)) =>
    freshEvents(world, session, last, count)
  const kind = random.weighted({
    next: 50,
    again: 14,
    goOn: 8,
    stale: 8,
    conflict: 6,
    mixed: 5,
    ahead: 3,
    disorder: 4,
    empty: 2,
  })
  const asked = earlier.get(world) ?? []
  switch (kind) {
    case 'again': {
      const again = asked.length === 0 ? undefined : random.percent(50) ? asked.at(-1) : random.pick(asked)
      if (again === undefined) break
      const later = random.percent(30)
      const events = later
        ? again.events.map((event) => ({ ...event, at: new Date(world.now) }))
        : again.events
      return { ...again, events }
    }
    case 'goOn': {
      const from = random.between(Math.max(0, last - 4), last)
      if (stored.some(({ type }) => type === 'event.erased')) break
      return { session, events: [...stored.slice(from), ...next()], expectedSeq: from }
    }
    case 'stale': {
      const expectedSeq = random.between(0, Math.max(0, last - 1))
      return { session, events: freshEvents(world, session, expectedSeq, random.between(1, 3)), expectedSeq }
    }
    case 'ahead': {
      const expectedSeq = last + random.between(1, 3)
      return { session, events: freshEvents(world, session, expectedSeq, 1), expectedSeq }
    }
    case 'conflict': {
      if (last === 0) break
      const [event] = freshEvents(world, session, last, 1)
      if (event !== undefined)
        return { session, events: [{ ...event, id: random.pick(stored).id }], expectedSeq: last }
      break
    }
    case 'mixed': {
      if (last === 0) break
      const events = freshEvents(world, session, last, 3)
      const chosen = random.pick(stored)
      if (chosen.type === 'event.erased') break
      const old = { ...chosen, seq: last + 2 }
      return { session, events: events.map((event, index) => (index === 1 ? old : event)), expectedSeq: last }
    }
    case 'disorder': {
      const events = next(3)
      const [first, second = first, third = first] = events
      if (first === undefined || second === undefined || third === undefined) break
      const wrong = random.pick([
        [first, third, second],
        [first, { ...second, id: first.id }],
        [{ ...first, session: `${session}!` }],
        [second],
      ])
      return { session, events: wrong, expectedSeq: last }
    }
    case 'empty':
      return { session, events: [], expectedSeq: random.percent(50) ? last : last + 1 }
    default:
      break
  }
  return { session, events: next(), expectedSeq: last }
}

function labelOf({ session, events, expectedSeq }: AskedAppend): string {
  return `append ${shown(session)} after ${expectedSeq}: ${events.map(({ id, seq }) => `${seq} ${shown(id, 30)}`).join(', ')}`
}

/** The commands at the store, by name. */
export const storeCommands: { readonly [name: string]: (world: World, host: Host) => Promise<void> } = {
  append: async (world, host) => {
    const asked = anyAppend(world)
    const past = earlier.get(world) ?? []
    earlier.set(world, past)
    past.push(asked)
    const { session, events, expectedSeq } = asked
    const work = () => host.store.append(session, events, { expectedSeq })
    let outcome = await world.ask(host, work)
    world.say(
      `${host.name} ${labelOf(asked)} → ${outcome.kind === 'done' ? `last ${outcome.value.lastSeq}` : errorOf(outcome)}`,
    )
    if (outcome.kind === 'failed' && outcome.faulted && world.random.percent(70)) {
      world.counts.retries += 1
      outcome = await world.ask(host, work)
      world.say(
        `${host.name} again → ${outcome.kind === 'done' ? `last ${outcome.value.lastSeq}` : errorOf(outcome)}`,
      )
    }
    mustBeExcused(outcome, `the append to ${shown(session)}`)
  },
  /** Many appends at the same time, on the same session and on others, by every host. */
  race: async (world, host) => {
    const { random } = world
    const asks = Array.from({ length: random.between(2, 8) }, () => ({
      host: random.percent(50) ? host : random.pick(world.hosts),
      asked: anyAppend(world),
    }))
    const past = earlier.get(world) ?? []
    earlier.set(world, past)
    past.push(...asks.map(({ asked }) => asked))
    const outcomes = await world.askAll(
      asks.map(({ host: own, asked: { session, events, expectedSeq } }) => ({
        host: own,
        work: () => own.store.append(session, events, { expectedSeq }),
      })),
    )
    for (const [index, outcome] of outcomes.entries()) {
      const ask = asks[index]
      if (ask === undefined) continue
      world.say(
        `${ask.host.name} at once: ${labelOf(ask.asked)} → ${outcome.kind === 'done' ? `last ${outcome.value.lastSeq}` : errorOf(outcome)}`,
      )
      mustBeExcused(outcome, `a racing append to ${shown(ask.asked.session)}`)
    }
  },
  /** Reads a part of a session, of the whole, and asks for single events. */
  read: async (world, host) => {
    const { random, model } = world
    const session = random.pick([...model.sessions.keys(), 'nobody'])
    const stored = model.of(session)
    const from = random.between(0, stored.length + 2)
    const to = random.between(from, stored.length + 2)
    const events = await answer(world, host, `read ${shown(session)} ${from} to ${to}`, (store) =>
      collect(store.read(session, { from, to })),
    )
    if (events !== null)
      sameEvents(events, stored.slice(Math.max(0, from - 1), to), `reading ${shown(session)}`)
    const sessions = await answer(world, host, 'sessions', (store) => store.sessions())
    if (sessions !== null) checkSessions(world, sessions)
    const wanted = random.percent(80) && stored.length > 0 ? random.pick(stored).id : 'nobody'
    const found = await answer(world, host, `find ${shown(wanted)}`, async (store) => ({
      event: await findEvent(store, session, wanted),
    }))
    if (found === null) return
    const expected = model.find(session, wanted)
    const same =
      expected === undefined
        ? found.event === undefined
        : found.event !== undefined && sameEvent(found.event, expected)
    must(same, () => `finding ${shown(wanted)} gave ${shown(found.event)}`)
  },
  subscribe: async (world, host) => {
    const { random, model, positions } = world
    const isNew = random.percent(30)
    const first = isNew ? model.log.length : random.between(0, model.log.length)
    const after = isNew ? undefined : (positions[first - 1] ?? 0)
    const context = { model, positions, time: world.time, faults: () => world.faults }
    world.say(`${host.name} subscribes after ${after ?? 'now'}`)
    if (world.probes.size >= 4) return
    try {
      world.probes.set(new SubscriptionProbe(context, host.opened.store, first, after), host)
    } catch (error) {
      must(error instanceof StoreError && world.takeFaults(), () => `subscribing failed: ${String(error)}`)
      if (host.opened.database?.dead === true) throw new HostDied()
    }
  },
  /** Follows: takes what there is, and mostly waits for what comes. */
  follow: async (world) => {
    for (const probe of world.probes.keys()) {
      await world.unharmed(() => probe.drain())
      if (world.random.percent(60)) probe.ask()
    }
    world.say(
      `subscriptions: ${[...world.probes.keys()].map(({ next, broken }) => `${next}${broken ? ' broken' : ''}`).join(', ')}`,
    )
  },
  /** Ends a subscription; mostly goes on where it was. */
  resubscribe: async (world, host) => {
    const [probe] = world.probes.keys()
    if (probe === undefined) return
    await world.unharmed(async () => {
      if (!probe.broken && world.random.percent(70)) await probe.drain()
      if (!probe.broken && probe.next === world.model.log.length) await probe.end()
    })
    world.probes.delete(probe)
    world.say(`${host.name} subscribes anew after ${probe.next}`)
    const context = {
      model: world.model,
      positions: world.positions,
      time: world.time,
      faults: () => world.faults,
    }
    const again = new SubscriptionProbe(
      context,
      host.opened.store,
      probe.next,
      world.positions[probe.next - 1] ?? 0,
    )
    world.probes.set(again, host)
  },
}

/** A reading through the host's store; null where a fault spoilt it. */
async function answer<Value>(
  world: World,
  host: Host,
  label: string,
  work: (store: EventStore) => Promise<Value>,
): Promise<Value | null> {
  const outcome = await world.ask(host, () => work(host.store))
  world.say(`${host.name} ${label} → ${outcome.kind === 'done' ? 'answered' : errorOf(outcome)}`)
  if (outcome.kind === 'done') return outcome.value
  must(
    outcome.kind === 'failed' && outcome.error instanceof StoreError && outcome.faulted,
    () => `${label} failed: ${errorOf(outcome)}`,
  )
  return null
}

/** The list of sessions names each with its last seq, in the order of their first events. */
export function checkSessions({ model }: World, sessions: readonly StoredSession[]): void {
  const expected = [...model.sessions].map(([session, events]) => ({ session, lastSeq: events.length }))
  const plain = sessions.map(({ session, lastSeq }) => ({ session, lastSeq }))
  must(
    JSON.stringify(plain) === JSON.stringify(expected),
    () => `the sessions are ${shown(plain)}, not ${shown(expected)}`,
  )
}

/** Fails unless both lists hold the same events. */
export function sameEvents(actual: readonly TodoEvent[], expected: readonly TodoEvent[], what: string): void {
  must(
    actual.length === expected.length,
    () => `${what} gave ${actual.length} events, not ${expected.length}`,
  )
  for (const [index, event] of actual.entries()) {
    const other = expected[index]
    must(
      other !== undefined && sameEvent(event, other),
      () => `${what} gave ${shown(event, 400)}, not ${shown(other, 400)}`,
    )
  }
}

/** An append may fail by a fault, or as the contract says; the model has judged the latter already. */
function mustBeExcused(
  outcome: { readonly kind: string; readonly error?: unknown; readonly faulted: boolean },
  what: string,
): void {
  if (outcome.kind !== 'failed') return
  const { error } = outcome
  const refused = ['concurrency', 'id-conflict', 'bad-append', 'forgotten'].includes(codeOf(error))
  must(
    refused || (outcome.faulted && error instanceof StoreError),
    () => `${what} failed: ${codeOf(error)} ${String(error)}`,
  )
}
