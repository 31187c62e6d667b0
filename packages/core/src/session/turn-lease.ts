/**
 * Whose an open turn is. Its start names who holds it, so the log itself is the lease: a turn is abandoned once the process
 * that holds it is gone, or, where that can't be seen from here, once no event of it came for a while.
 */

import { hash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { openTurns } from '../actor-state.js'
import { isSameActor } from '../actors.js'
import { HostError } from '../errors.js'
import type { Actor, TurnHolder } from '../events.js'
import type { ActorState, SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'

/** What becomes of a turn that is open when a session is opened: nothing is opened, it goes on, or it ends. */
export type OpenTurnChoice = 'refuse' | 'join' | 'interrupt'

/** A turn of another machine is held for this long after its last event, in milliseconds: a build may take minutes. */
export const leaseTime: number = 15 * 60_000

/** The ledgers of this process that were closed: what they left open is abandoned. */
const closedLedgers = new Set<string>()

/** A ledger as the holder of its turns. */
export class TurnLease {
  #holder: TurnHolder | null = null

  /** Made when it is first needed: it asks the system who this process is. */
  get holder(): TurnHolder {
    this.#holder ??= Object.freeze({ ledger: randomUUID(), ...thisProcess() })
    return this.#holder
  }

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
  { store, clock, lease: own }: LeaseContext,
  { state, mine }: { readonly state: SessionState; readonly mine: Actor | null },
  choice: OpenTurnChoice | undefined,
): Promise<readonly ActorState[]> {
  if (choice === 'join') return []
  const leases = await leasesOf(store, state)
  return openTurns(state).filter((one) => {
    const { holder = null, lastAt = 0 } = leases.get(one.turn.number) ?? {}
    const isMine = isSameActor(one.actor, mine)
    if (isMine && choice === 'interrupt') return true
    if (isMine && choice === 'refuse') throw refusal(state, one, holder)
    if (own?.holds(holder) === true) return false
    if (holder === null) return isMine
    if (!isHeld(holder, clock().getTime() - lastAt)) return true
    if (isMine) throw refusal(state, one, holder)
    return false
  })
}

/** The turns that this ledger has under way. */
export async function ownTurns(
  { store, lease }: LeaseContext,
  state: SessionState,
): Promise<readonly ActorState[]> {
  const leases = await leasesOf(store, state)
  return openTurns(state).filter(({ turn }) => lease?.holds(leases.get(turn.number)?.holder ?? null))
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

interface Lease {
  /** Null where the turn's start names nobody, or was not come to yet. */
  holder: TurnHolder | null
  /** When the turn's last event happened, in milliseconds since 1970. */
  lastAt: number
}

/** Events that are read at once at first, from the last one back; then twice as many, and so on. */
const firstPage = 64

/** Who holds the open turns, and since when nothing happened in them, by their numbers. */
async function leasesOf(store: EventStore, state: SessionState): Promise<ReadonlyMap<number, Lease>> {
  const leases = new Map(
    openTurns(state).map(({ turn }): [number, Lease] => [turn.number, { holder: null, lastAt: 0 }]),
  )
  const wanted = new Set(leases.keys())
  for (let to = state.seq, page = firstPage; to > 0 && wanted.size > 0; to -= page, page *= 2) {
    for await (const event of store.read(state.session, { from: Math.max(1, to - page + 1), to })) {
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

/** This process: its id, where that means it, and when it started. */
export function thisProcess(): Omit<TurnHolder, 'ledger'> {
  const { pid } = process
  return { pid, host: thisHost(), started: startOf(pid) }
}

/** What Linux calls the processes of no container. */
const machinesOwnSpace = 'pid:[4026531836]'

/** Where a process id means one process: the machine, and in a container the container. */
function thisHost(): string {
  const id = textOf(() => readFileSync('/etc/machine-id', 'utf8'))
  const space = textOf(() => readlinkSync('/proc/self/ns/pid'))
  const machine = machineOf(hostname(), id)
  return space === null || space === machinesOwnSpace ? machine : `${machine} ${space}`
}

/** A machine's name may be that of many: a digest of its id, which is to be kept secret, stands beside it. */
export function machineOf(name: string, id: string | null): string {
  const own = id?.trim() ?? ''
  if (!/^[0-9a-f]{32}$/.test(own)) return name
  return `${name} ${hash('sha256', `todo-ledger/machine\n${own}`, 'hex').slice(0, 16)}`
}

/** When a process started, so that a reused id is not taken for it; null where the system does not say. */
function startOf(pid: number): string | null {
  const boot = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name of the program, in brackets, may hold anything; the state and the time of the start stand behind it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields?.[19]
  if (boot === null || ticks === undefined) return null
  // A process that has ended and that nobody has asked about yet.
  return /^[ZX]/.test(fields?.[0] ?? '') ? 'over' : `${boot.slice(0, 8)} ${ticks}`
}

/** False where it is known that a process of this host is gone: it, or the one that started then. */
function isRunning(pid: number, started: string | null): boolean {
  const found = started === null ? null : startOf(pid)
  if (found !== null) return found === started
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is one, too.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function textOf(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
