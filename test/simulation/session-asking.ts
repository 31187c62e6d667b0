/** How a host opens sessions and asks something of them, and what may come of it. */

import {
  ConcurrencyError,
  HostError,
  IdConflictError,
  type JsonValue,
  type Profile,
  type RunInput,
  StoreError,
} from '@todo-ledger/core'
import { profilesOf } from '@todo-ledger/recordings'
import { codeOf, must, shown } from './failure.js'
import { anyText } from './values.js'
import type { Settled } from './virtual-time.js'
import type { Host, OpenSession, World } from './world.js'

const sessionIds = ['s1', 's2', '__proto__', 'half \ud800', 'a\0b/>']

/** What may come of a call beside success. */
export interface Expectation {
  /** True where others write at the same time. */
  readonly race?: boolean
  /** True where the host asks out of order. */
  readonly outOfOrder?: boolean
  /** True where the call is another one under a used id. */
  readonly otherBody?: boolean
}

/** What came of a call. */
type Outcome<Value> = Settled<Value> & { readonly faulted: boolean }

/** Any profile with any settings: numbers from 1 to 6, switches either way. */
function anyProfile(world: World): Profile {
  const { random } = world
  const profile = random.pick(profilesOf())
  const settings = Object.entries(profile.settings).filter(() => random.percent(50))
  return profile.with(
    Object.fromEntries(
      settings.flatMap(([name, value]): [string, JsonValue][] => {
        if (typeof value === 'number') return [[name, random.between(1, 6)]]
        return typeof value === 'boolean' ? [[name, random.percent(50)]] : []
      }),
    ),
  )
}

/** A session that a host has open; opens one where it has not. Null where that failed. */
export async function openSession(world: World, host: Host, wanted?: string): Promise<OpenSession | null> {
  const { random, model } = world
  const usable = sessionIds.filter((id) => !model.forgotten.has(id))
  if (usable.length === 0) return null
  const id = wanted ?? random.pick(usable)
  const known = host.sessions.get(id)
  if (known !== undefined) return known
  const isNew = model.lastSeq(id) === 0
  const profile = isNew
    ? { profile: anyProfile(world), goal: random.percent(30) ? anyText(random) : null }
    : {}
  const outcome = await world.ask(host, () => host.ledger.session(id, profile))
  const label = `${host.name} session ${shown(id)}${isNew ? ` under ${profile.profile?.name}` : ''}`
  if (outcome.kind === 'done') {
    const open = { session: outcome.value, turn: null }
    let last = 0
    outcome.value.on('event', ({ event, state }) => {
      must(event.seq > last && state.seq === event.seq, `a listener was told seq ${event.seq} after ${last}`)
      last = event.seq
    })
    host.sessions.set(id, open)
    world.say(`${label} → seq ${outcome.value.state.seq}`)
    world.checkState(open)
    must(outcome.value.state.seq === model.lastSeq(id), `session ${shown(id)} was opened at an old seq`)
    must(!outcome.value.state.turn.open, `session ${shown(id)} was opened with a turn left open`)
    return open
  }
  world.say(`${label} → ${errorOf(outcome)}`)
  must(outcome.faulted, () => `opening ${shown(id)} failed without a fault: ${errorOf(outcome)}`)
  return null
}

/** Asks something of an open session and judges what comes of it. */
export async function askSession<Value>(
  world: World,
  host: Host,
  open: OpenSession,
  label: string,
  work: () => Promise<Value>,
  expected: Expectation = {},
): Promise<Outcome<Value>> {
  const { session } = open
  const last = world.model.lastSeq(session.id)
  const stale = session.state.seq < last
  const outcome = await world.ask(host, work)
  const grew = world.model.lastSeq(session.id) > last
  judge(world, host, open, label, outcome, { ...expected, stale })
  if (outcome.kind === 'done' && grew) {
    must(
      session.state.seq === world.model.lastSeq(session.id),
      () => `${label} was stored, and the session is still at seq ${session.state.seq}`,
    )
  }
  return outcome
}

/** Holds what came of a call against what may come of it. */
export function judge<Value>(
  world: World,
  host: Host,
  open: OpenSession,
  label: string,
  outcome: Outcome<Value>,
  may: Expectation & { readonly stale: boolean },
): void {
  const { session } = open
  const line = `${host.name} ${shown(session.id)} ${label}`
  world.say(`${line} → ${outcome.kind === 'done' ? shown(outcome.value, 90) : errorOf(outcome)}`)
  world.checkState(open)
  if (outcome.kind !== 'failed') return
  const { error } = outcome
  const unexpected = () => `${line} failed: ${errorOf(outcome)}`
  // A lost race is decided anew: what the host reads is that another has the turn, or that it is over.
  must(!(error instanceof ConcurrencyError), unexpected)
  if (error instanceof HostError) must(may.outOfOrder === true || may.stale || may.race === true, unexpected)
  else if (error instanceof IdConflictError)
    must(may.otherBody === true || may.stale || may.race === true, unexpected)
  else must(error instanceof StoreError && outcome.faulted, unexpected)
}

/** What went wrong, as a trace says it. */
export function errorOf(outcome: Settled<unknown>): string {
  return outcome.kind === 'failed'
    ? `${codeOf(outcome.error)}: ${shown(String(outcome.error), 160)}`
    : outcome.kind
}

/** True where the host holds the turn that is under way. */
export function inTurn({ session, turn }: OpenSession): boolean {
  const { open, number } = session.state.turn
  return turn !== null && open && turn.number === number
}

/** A session with a run under way and no turn. */
export async function betweenTurns(world: World, host: Host): Promise<OpenSession | null> {
  const open = await openSession(world, host)
  if (open === null) return null
  takeTurn(world, host, open)
  if (inTurn(open) && !(await endTurn(world, host, open))) return null
  return open
}

/** A turn that a host lost, as with an acknowledgement, it takes up again. */
function takeTurn(world: World, host: Host, open: OpenSession): void {
  if (inTurn(open)) return
  open.turn = open.session.turn()
  must(inTurn(open) === open.session.state.turn.open, 'a session did not give the turn that is under way')
  if (open.turn !== null) world.say(`${host.name} takes up turn ${open.turn.number}`)
}

/** A session with a turn under way that the host holds. */
export async function turnOf(world: World, host: Host, wanted?: string): Promise<OpenSession | null> {
  const open = await openSession(world, host, wanted)
  if (open === null) return null
  takeTurn(world, host, open)
  if (inTurn(open)) return open
  const { session } = open
  if (
    !session.state.run.open &&
    !(await startRun(world, host, open, { trigger: 'user', text: anyText(world.random) }))
  )
    return null
  const outcome = await askSession(world, host, open, 'startTurn', () => session.startTurn(), {
    outOfOrder: !session.state.run.open,
  })
  if (outcome.kind !== 'done') return null
  open.turn = outcome.value
  return open
}

/** Starts a run. True where it began. */
export async function startRun(
  world: World,
  host: Host,
  open: OpenSession,
  input: RunInput,
): Promise<boolean> {
  const { session } = open
  const outOfOrder = session.state.turn.open
  const label = `startRun ${input.trigger}`
  const outcome = await askSession(world, host, open, label, () => session.startRun(input), { outOfOrder })
  return outcome.kind === 'done' && outcome.value.started
}

/** Ends the turn that the host holds. True where it ended. */
export async function endTurn(world: World, host: Host, open: OpenSession): Promise<boolean> {
  const { turn } = open
  if (turn === null) return false
  const interrupted = world.random.percent(10)
  const expected = { outOfOrder: !inTurn(open) }
  const outcome = await askSession(world, host, open, 'turn.end', () => turn.end({ interrupted }), expected)
  if (outcome.kind === 'done' || !inTurn(open)) open.turn = null
  return outcome.kind === 'done'
}
