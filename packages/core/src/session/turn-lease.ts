/**
 * Whose an open turn is. Its start names who holds it, so the log itself is the lease: a turn is abandoned once the process
 * that holds it is gone, or, where that can't be seen from here, once no event of it came for a while.
 */

import { hash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isSameActor, openTurns } from '../actors.js'
import { HostError } from '../errors.js'
import type { Actor, TurnHolder } from '../events.js'
import type { ActorState, SessionState } from '../state.js'
import type { Work } from './log-question.js'

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
  readonly clock: () => Date
  readonly lease: TurnLease | null
}

/**
 * The open turns that are to be ended as interrupted; the others go on. A turn is in the way of whoever opens the session
 * only if it is of the same actor: others work beside. Of whomever it is, an abandoned one is ended.
 * @param mine who opens the session; null where nobody is named
 * @param choice when absent the own turn is refused while another ledger holds it
 * @throws HostError `turn-open` with the holder
 */
export function* turnsToEnd(
  { clock, lease: own }: LeaseContext,
  state: SessionState,
  mine: Actor | null,
  choice: OpenTurnChoice | undefined,
): Work<readonly ActorState[]> {
  if (choice === 'join') return []
  const leases = yield* leasesOf(state)
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

export function* ownTurns({ lease }: LeaseContext, state: SessionState): Work<readonly ActorState[]> {
  const leases = yield* leasesOf(state)
  return openTurns(state).filter(({ turn }) => lease?.holds(leases.get(turn.number)?.holder ?? null))
}

function refusal({ session }: SessionState, { turn, actor }: ActorState, holder: TurnHolder | null) {
  const whose = actor === null ? '' : ` of ${JSON.stringify(actor.id)}`
  const by = holder === null ? '' : `: process ${holder.pid} on ${JSON.stringify(holder.host)} has it`
  return new HostError(
    'turn-open',
    `Turn ${turn.number}${whose} of session ${JSON.stringify(session)} is under way${by}. Wait until it ends, only read with ledger.read(), or open the session with openTurn: 'join' to go on with the turn, or 'interrupt' to end it.`,
    { holder },
  )
}

/** Events that are read at once at first, from the last one back; then twice as many, and so on. */
const firstPage = 64

/** Who holds a turn, null where its start names nobody, and the time of its last event. */
interface Lease {
  holder: TurnHolder | null
  lastAt: number
}

/** The leases of the open turns by their numbers. */
function* leasesOf(state: SessionState): Work<ReadonlyMap<number, Lease>> {
  const leases = new Map<number, Lease>(
    openTurns(state).map(({ turn }) => [turn.number, { holder: null, lastAt: 0 }]),
  )
  const wanted = new Set(leases.keys())
  for (let to = state.seq, page = firstPage; to > 0 && wanted.size > 0; to -= page, page *= 2) {
    for (const event of yield { from: Math.max(1, to - page + 1), to }) {
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

/**
 * Where a process id means one process. A machine's name may be that of many, and a container has processes of its own: a
 * digest of the machine's id, which is to be kept secret, and of the space of its processes stands beside the name.
 */
function thisHost(): string {
  const places = [
    textOf(() => readFileSync('/etc/machine-id', 'utf8')),
    textOf(() => readlinkSync('/proc/self/ns/pid')),
  ]
  const digest = hash('sha256', `todo-ledger/machine\n${places.join('\n')}`, 'hex')
  return `${hostname()} ${digest.slice(0, 16)}`
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
