/**
 * Whose an open turn is. Its start names who holds it, so the log itself is the lease: a turn is abandoned once the process
 * that holds it is gone, or, where that can't be seen from here, once no event of it came for a while.
 */

import { randomUUID } from 'node:crypto'
import { openTurns } from '../actor-state.js'
import { isSameActor } from '../actors.js'
import { HostError } from '../errors.js'
import type { Actor, TurnHolder } from '../events.js'
import type { ActorState, SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import { isRunning, thisHost, thisProcess } from './this-process.js'

/** What becomes of a turn that is open when a session is opened: nothing is opened, it goes on, or it ends. */
export type OpenTurnChoice = 'refuse' | 'join' | 'interrupt'

/** A turn of another machine is held for this long after its last event, in milliseconds: a build may take minutes. */
export const leaseTime: number = 15 * 60_000

/** The ledgers of this process that were closed: what they left open is abandoned. */
const closedLedgers = new Set<string>()

/** A ledger as the holder of its turns. */
export class TurnLease {
  #holder: TurnHolder | null = null

  /** Who holds the turns of this ledger. Made when it is first needed: it asks the system who this process is. */
  get holder(): TurnHolder {
    this.#holder ??= Object.freeze({ ledger: randomUUID(), ...thisProcess() })
    return this.#holder
  }

  /** True for a turn that this ledger holds. */
  holds(holder: TurnHolder | null): boolean {
    return holder !== null && holder.ledger === this.#holder?.ledger
  }

  /** The ledger is closed: it holds nothing any more. */
  end(): void {
    if (this.#holder !== null) closedLedgers.add(this.#holder.ledger)
  }
}

/** True while a turn is somebody's. @param age milliseconds since its last event */
export function isHeld({ ledger, pid, host, started }: TurnHolder, age: number): boolean {
  if (closedLedgers.has(ledger)) return false
  return host === thisHost() ? isRunning(pid, started) : age < leaseTime
}

/** What is needed to find whose an open turn is. */
interface LeaseContext {
  readonly store: EventStore
  readonly clock: () => Date
  /** The ledger's own lease; null: its turns name nobody. */
  readonly lease: TurnLease | null
}

/**
 * The open turns that are to be ended as interrupted; the others go on. A turn is in the way of whoever opens the session
 * only if it is of the same actor: others work beside. Of whomever it is, an abandoned one is ended.
 * @param opening the state, and who opens the session; null where nobody is named
 * @param choice what was asked for; when absent the own turn is refused while another ledger holds it
 * @throws HostError `turn-open` with the holder
 */
export async function turnsToEnd(
  context: LeaseContext,
  { state, mine }: { readonly state: SessionState; readonly mine: Actor | null },
  choice: OpenTurnChoice | undefined,
): Promise<readonly ActorState[]> {
  const open = openTurns(state)
  if (open.length === 0 || choice === 'join') return []
  const leases = await leasesOf(context.store, state, open)
  const ended: ActorState[] = []
  for (const one of open) {
    const { holder = null, lastAt = 0 } = leases.get(one.turn.number) ?? {}
    const isMine = isSameActor(one.actor, mine)
    if (isMine && choice === 'interrupt') ended.push(one)
    else if (isMine && choice === 'refuse') throw refusal(state, one, holder)
    else if (context.lease?.holds(holder) === true) continue
    else if (holder === null ? isMine : !isHeld(holder, context.clock().getTime() - lastAt)) ended.push(one)
    else if (isMine) throw refusal(state, one, holder)
  }
  return ended
}

/** The turns that this ledger has under way. */
export async function ownTurns(
  { store, lease }: LeaseContext,
  state: SessionState,
): Promise<readonly ActorState[]> {
  const open = openTurns(state)
  if (lease === null || open.length === 0) return []
  const leases = await leasesOf(store, state, open)
  return open.filter(({ turn }) => lease.holds(leases.get(turn.number)?.holder ?? null))
}

function refusal(
  { session }: SessionState,
  { turn, actor }: ActorState,
  holder: TurnHolder | null,
): HostError {
  const whose = actor === null ? '' : ` of ${JSON.stringify(actor.id)}`
  const by = holder === null ? '' : `: process ${holder.pid} on ${JSON.stringify(holder.host)} has it`
  return new HostError(
    'turn-open',
    `Turn ${turn.number}${whose} of session ${JSON.stringify(session)} is under way${by}. Wait until it ends, only read with ledger.read(), or open the session with openTurn: 'join' to go on with the turn, or 'interrupt' to end it.`,
    { holder },
  )
}

/** So many events are read at once at first, from the last one back; then twice as many, and so on. */
const firstPage = 64

interface Lease {
  /** Null where the turn's start names nobody, or was not come to yet. */
  holder: TurnHolder | null
  /** When the turn's last event happened, in milliseconds since 1970. */
  lastAt: number
}

/** Who holds turns, and since when nothing happened in them, by their numbers. */
async function leasesOf(
  store: EventStore,
  { session, seq }: SessionState,
  turns: readonly ActorState[],
): Promise<ReadonlyMap<number, Lease>> {
  const leases = new Map(turns.map(({ turn }): [number, Lease] => [turn.number, { holder: null, lastAt: 0 }]))
  const wanted = new Set(leases.keys())
  for (let to = seq, page = firstPage; to > 0 && wanted.size > 0; to -= page, page *= 2) {
    for await (const event of store.read(session, { from: Math.max(1, to - page + 1), to })) {
      const lease = leases.get(event.turn)
      if (lease === undefined) continue
      lease.lastAt = Math.max(lease.lastAt, event.at.getTime())
      if (event.type !== 'turn.started') continue
      lease.holder = event.data.holder ?? null
      wanted.delete(event.turn)
    }
  }
  return leases
}
