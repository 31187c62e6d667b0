/** What is taken out of sessions later, and what is read through snapshots. */

import { isDeepStrictEqual } from 'node:util'
import { type Point, StoreError, stateAt } from '@todo-ledger/core'
import { BuggyStore } from './buggy-store.js'
import { codeOf, must, shown } from './failure.js'
import { errorOf } from './session-asking.js'
import { leaks } from './values.js'
import type { Host, World } from './world.js'

/** The commands that take something out of sessions, or read around it, by name. */
export const redactionCommands: { readonly [name: string]: (world: World, host: Host) => Promise<void> } = {
  redact: async (world, host) => {
    const { random, model } = world
    const sessions = [...model.sessions.keys()].filter((id) => !model.forgotten.has(id))
    if (sessions.length === 0 || host.opened.store instanceof BuggyStore) return
    const session = random.pick(sessions)
    const secret = random.pick(leaks)
    await takeOut(world, host, session, secret, model.tells(session, secret), () =>
      host.ledger.redact(session, { secret, reason: 'it leaked' }),
    )
  },
  forget: async (world, host) => {
    const { random, model } = world
    if (model.sessions.size === 0 || host.opened.store instanceof BuggyStore) return
    const session = random.pick([...model.sessions.keys()])
    const forget = () =>
      takeOut(world, host, session, null, !model.forgotten.has(session), () => host.ledger.forget(session))
    const failed = await forget()
    if (!model.forgotten.has(session)) return
    for (const each of world.hosts) each.sessions.delete(session)
    // A host that was told of a fault may still have it open, and asks again.
    if (failed && (await forget())) return
    const outcome = await world.ask(host, () => host.ledger.session(session))
    world.say(`${host.name} opens the forgotten ${shown(session)} → ${errorOf(outcome)}`)
    const refused = outcome.kind === 'failed' && codeOf(outcome.error) === 'forgotten'
    must(refused || outcome.faulted, () => `a forgotten session was opened: ${errorOf(outcome)}`)
  },
  /** The state at any moment is what replaying from the first event gives. */
  stateAt: async (world, host) => {
    const { random, model } = world
    const sessions = [...model.sessions.keys()].filter((id) => {
      const type = model.of(id)[0]?.type
      return type === 'session.opened' || type === 'event.erased'
    })
    if (sessions.length === 0 || host.opened.store instanceof BuggyStore) return
    const session = random.pick(sessions)
    const events = model.of(session)
    const point = random.pick<Point>([
      'end',
      { seq: random.between(1, events.length + 1) },
      { turn: random.between(0, 4) },
      { at: random.pick(events).at },
    ])
    const outcome = await world.ask(host, () => host.ledger.stateAt(session, point))
    const label = `${host.name} the state of ${shown(session)} at ${shown(point)}`
    world.say(`${label} → ${outcome.kind === 'done' ? `seq ${outcome.value?.seq}` : errorOf(outcome)}`)
    if (outcome.kind !== 'done') {
      must(outcome.faulted, () => `${label} failed: ${errorOf(outcome)}`)
      return
    }
    const expected = await stateAt(each(events), point)
    must(
      isDeepStrictEqual(outcome.value, expected),
      () => `${label} is ${shown(outcome.value, 400)}, and replaying gives ${shown(expected, 400)}`,
    )
  },
  /** Snapshots are changed behind the store's back: nobody may believe them. */
  spoilSnapshots: async (world, host) => {
    const { database } = host.opened
    if (database === null) return
    const change = world.random.pick([
      `UPDATE side SET value = replace(value, 'pending', 'completed') WHERE kind = 'snapshot'`,
      `UPDATE OR REPLACE side SET seq = seq + 1000 WHERE kind = 'snapshot'`,
      `UPDATE side SET value = '{'`,
      `UPDATE side SET value = replace(value, '"hash":"', '"hash":"0')`,
      'DELETE FROM side',
    ])
    world.say(change)
    await world.unharmed(async () => database.exec(change))
  },
}

/** Takes something out, and looks whether it happened as it was told. True where the host was told of a fault. */
async function takeOut(
  world: World,
  host: Host,
  session: string,
  secret: string | null,
  isThere: boolean,
  work: () => Promise<{ readonly seq: number | null }>,
): Promise<boolean> {
  const { model } = world
  const before = model.lastSeq(session)
  world.redaction = { session, secret }
  const outcome = await world.ask(host, work)
  world.redaction = null
  const what = secret === null ? 'everything' : secret
  world.say(
    `${host.name} takes ${what} out of ${shown(session)} → ${outcome.kind === 'done' ? shown(outcome.value) : errorOf(outcome)}`,
  )
  const grew = model.lastSeq(session) - before
  if (outcome.kind === 'failed') {
    must(
      outcome.faulted && outcome.error instanceof StoreError,
      () => `taking ${what} out of ${shown(session)} failed: ${errorOf(outcome)}`,
    )
  } else if (outcome.kind === 'done') {
    const seq = isThere ? before + 1 : null
    must(grew === (isThere ? 1 : 0), () => `taking ${what} out of ${shown(session)} stored ${grew} events`)
    must(
      outcome.value.seq === seq,
      () => `taking ${what} out of ${shown(session)} said seq ${outcome.value.seq}, not ${seq}`,
    )
  }
  must(
    grew <= 1 && (isThere || grew === 0),
    () => `taking ${what} out of ${shown(session)} stored ${grew} events`,
  )
  const open = host.sessions.get(session)
  if (outcome.kind === 'done' && open !== undefined && !model.forgotten.has(session)) {
    if (outcome.faulted && open.session.state.seq !== model.lastSeq(session)) {
      // It could not be read anew: the ledger hands it out no more, and the next one reads the log.
      host.sessions.delete(session)
      return false
    }
    must(
      open.session.state.seq === model.lastSeq(session),
      () => `an open session did not read again after a redaction`,
    )
    world.checkState(open)
  }
  return outcome.kind === 'failed'
}

async function* each<Value>(values: readonly Value[]): AsyncIterable<Value> {
  yield* values
}
