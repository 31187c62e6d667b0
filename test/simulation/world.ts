/** The simulated world: hosts over one storage, the model beside it, and what is looked at after every step. */

import { isDeepStrictEqual } from 'node:util'
import { evidence } from '@todo-ledger/audit'
import type { EventStore, Ledger, Session, TodoCall, Turn } from '@todo-ledger/core'
import { openLedger } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import type { Backend, OpenedStore, Sabotage } from './backends.js'
import { explain } from './explain.js'
import { HostDied, must, shown } from './failure.js'
import { type AskedRedaction, Model } from './model.js'
import { type Attempt, type Observer, observedStore } from './observed-store.js'
import { Random } from './random.js'
import type { SubscriptionProbe } from './subscription-probe.js'
import type { Settled, VirtualTime } from './virtual-time.js'

/** A session that a host has open. */
export interface OpenSession {
  /** The session. */
  readonly session: Session
  /** The turn that is under way, as far as this host knows. */
  turn: Turn | null
}

/** A host: a process with a ledger. */
export interface Host {
  /** Its name in the trace. */
  readonly name: string
  /** What it opened. */
  readonly opened: OpenedStore
  /** The store as its ledger sees it. */
  readonly store: EventStore
  /** What its ledger asked of the store. */
  readonly observer: Observer
  /** The ledger; a new one after the host started anew in the same process. */
  ledger: Ledger
  /** Its sessions by id. */
  readonly sessions: Map<string, OpenSession>
}

/** What happened in a history, counted. */
export interface Counts {
  /** Commands that ran. */
  commands: number
  /** Events that were stored. */
  events: number
  /** Calls of the store or a session that were made again. */
  retries: number
  /** Faults that happened, by kind. */
  readonly faults: Map<string, number>
  /** Times that a host or all of them died. */
  crashes: number
}

/** Everything that a history happens to. */
export class World {
  readonly model: Model = new Model()
  /** The position of each event of the model's log. */
  readonly positions: number[] = []
  /** The hash of each event, as it was first seen. */
  readonly hashes: Map<string, string> = new Map()
  readonly hosts: Host[] = []
  readonly probes: Map<SubscriptionProbe, Host> = new Map()
  /** Todo calls that were made, by session: what a host may make again. */
  readonly asked: Map<string, { readonly calls: readonly TodoCall[] }[]> = new Map()
  /** Calls of other tools whose result is still to come, by session. */
  readonly unreturned: Map<string, string[]> = new Map()
  readonly counts: Counts = { commands: 0, events: 0, retries: 0, faults: new Map(), crashes: 0 }
  readonly trace: string[] = []
  /** The sessions that something was taken out of, and the seq of the last event that says so. */
  readonly redacted: Map<string, number> = new Map()
  /** What a host is just asking to be taken out, or null. */
  redaction: AskedRedaction | null = null
  /** The chance of the command that is under way. */
  random: Random = new Random(0)
  /** The ledger's clock, in milliseconds since 1970; commands move it. */
  now: number = Date.UTC(2026, 0, 5, 10)
  /** Events between two snapshots, or false for none. */
  snapshotInterval: number | false = false
  /** How far the clock goes at each look, in milliseconds. */
  pace = 7
  #faultsSeen = 0
  #calls = 0

  constructor(
    readonly time: VirtualTime,
    readonly backend: Backend,
    readonly sabotage: Sabotage,
  ) {}

  /** Writes a line of the trace. */
  say(line: string): void {
    this.trace.push(line)
  }

  /** How many faults have happened so far. */
  get faults(): number {
    return this.#faultsSeen
  }

  /** The id of a call that no other call has. */
  nextCall(): string {
    this.#calls += 1
    return `c${this.#calls}`
  }

  /** Starts a host. @throws what opening the store throws */
  start(name: string, prepare: (database: NonNullable<OpenedStore['database']>) => void = () => {}): Host {
    const opened = this.backend.open(prepare)
    const observer: Observer = { attempts: [], fault: null, fired: false }
    const observed = observedStore(opened.store, observer)
    const store = this.sabotage.session?.(observed) ?? observed
    const host = { name, opened, observer, store, ledger: this.#ledger(store), sessions: new Map() }
    this.hosts.push(host)
    return host
  }

  /** The host forgets all that it had open and opens a ledger anew over the same store. */
  restartLedger(host: Host): void {
    host.sessions.clear()
    host.ledger = this.#ledger(host.store)
  }

  /**
   * Takes hosts away, as the system does with a process that ended.
   * @param crashed true where what they had not written is lost, and those that come find the disk as it was
   */
  async release(gone: readonly Host[], crashed: boolean): Promise<void> {
    for (const host of gone) {
      for (const attempt of host.observer.attempts.splice(0)) {
        // What a process was told as it died says nothing.
        if (attempt.outcome.kind !== 'acknowledged')
          attempt.outcome = { kind: 'failed', error: new HostDied() }
        this.#orphans.push(attempt)
      }
      this.hosts.splice(this.hosts.indexOf(host), 1)
      for (const [probe, owner] of this.probes) if (owner === host) this.probes.delete(probe)
    }
    if (crashed) this.counts.crashes += 1
    if (crashed && this.hosts.length === 0) this.backend.crash()
    for (const host of gone) await this.backend.release(host.opened)
  }

  /**
   * Does something on a host, waits for it, and looks at what the store holds then.
   * @throws HostDied when the host did not live to see the answer
   */
  async ask<Value>(
    host: Host,
    work: () => Promise<Value>,
  ): Promise<Settled<Value> & { readonly faulted: boolean }> {
    const [settled] = await this.askAll([{ host, work }])
    must(settled !== undefined, 'nothing was asked')
    return settled
  }

  /** Does several things at once, on one host or several. */
  async askAll<Value>(
    asks: readonly { readonly host: Host; readonly work: () => Promise<Value> }[],
  ): Promise<readonly (Settled<Value> & { readonly faulted: boolean })[]> {
    const promises = asks.map(({ work }) => start(work))
    // One that fails while another is waited for is looked at later.
    for (const promise of promises) promise.catch(() => {})
    const settled: Settled<Value>[] = []
    for (const promise of promises) settled.push(await this.time.settle(promise))
    const faulted = this.takeFaults()
    const dead = asks.some(({ host }) => host.opened.database?.dead === true)
    if (dead) throw new HostDied()
    for (const each of settled) must(each.kind !== 'hangs', 'a call is never answered')
    await this.look(asks.length === 1)
    return settled.map((each) => ({ ...each, faulted }))
  }

  /** Reads what the store got since the last look, and holds it against what the hosts asked and were told. */
  async look(alone: boolean): Promise<void> {
    const attempts: Attempt[] = this.hosts.flatMap(({ observer }) => observer.attempts.splice(0))
    attempts.push(...this.#orphans.splice(0))
    const [host] = this.hosts
    if (host === undefined) {
      this.#orphans.push(...attempts)
      return
    }
    const tail = await this.quietly(host, (store) =>
      collect(store.readAll({ after: this.positions.at(-1) ?? 0 })),
    )
    explain(this.model, attempts, tail, alone, this.redaction)
    for (const { position, event } of tail) {
      must(position > (this.positions.at(-1) ?? 0), () => `position ${position} comes twice`)
      this.positions.push(position)
      if (event.type === 'session.redacted') this.redacted.set(event.session, event.seq)
      this.counts.events += 1
      this.sawHash(event.session, event.seq, event.hash)
    }
  }

  /** What the hosts that died had asked for: it may be there or not. */
  readonly #orphans: Attempt[] = []

  /** Reads from a host's store while no fault can happen. */
  async quietly<Value>(host: Host, work: (store: EventStore) => Promise<Value>): Promise<Value> {
    const { store, database } = host.opened
    if (database !== null) database.paused = true
    const settled = await this.time.settle(start(() => work(store)))
    if (database !== null) database.paused = false
    must(settled.kind !== 'hangs', 'a reading never ends')
    if (settled.kind === 'failed') throw settled.error
    return settled.value
  }

  /** An event's hash stays what it was, whatever happens to its contents. */
  sawHash(session: string, seq: number, hash: string | undefined): void {
    if (hash === undefined) return
    const key = `${seq}@${session}`
    const known = this.hashes.get(key)
    must(known === undefined || known === hash, () => `the hash of seq ${seq} of ${shown(session)} changed`)
    this.hashes.set(key, hash)
  }

  /** A session's state is what replaying its events gives. */
  checkState({ session }: OpenSession): void {
    const { seq } = session.state
    const last = this.model.lastSeq(session.id)
    // What another host took out is still in this one's memory until it reads again.
    if (seq < (this.redacted.get(session.id) ?? 0)) return
    must(
      seq <= last,
      () => `session ${shown(session.id)} is at seq ${seq}, and ${last} is the last that is stored`,
    )
    must(
      isDeepStrictEqual(session.state, this.model.stateAt(session.id, seq)),
      () =>
        `the state of ${shown(session.id)} at seq ${seq} is not what replaying gives: ${difference(session.state, this.model.stateAt(session.id, seq))}`,
    )
  }

  /** True where a fault happened since this was last asked. */
  takeFaults(): boolean {
    const before = this.#faultsSeen
    const databases = new Set(this.hosts.map(({ opened }) => opened.database))
    for (const database of databases) {
      const fired = database?.takeFired() ?? null
      if (fired !== null)
        this.countFault(`${fired.kind}${fired.takesEffect ? ' after' : ' before'} the statement`)
    }
    for (const { observer } of this.hosts) {
      if (!observer.fired) continue
      observer.fired = false
      this.countFault('acknowledgement lost')
    }
    return this.#faultsSeen > before
  }

  /** Notes a fault that happened. */
  countFault(kind: string): void {
    this.#faultsSeen += 1
    this.counts.faults.set(kind, (this.counts.faults.get(kind) ?? 0) + 1)
    this.say(`    fault: ${kind}`)
  }

  /** Does something while no fault can happen. */
  async unharmed<Value>(work: () => Promise<Value>): Promise<Value> {
    const databases = this.hosts.flatMap(({ opened: { database } }) => (database === null ? [] : [database]))
    for (const database of databases) database.paused = true
    try {
      return await work()
    } finally {
      for (const database of databases) database.paused = false
    }
  }

  #ledger(store: EventStore): Ledger {
    return openLedger({
      store,
      profileNamed,
      turnLeases: false,
      evidence: evidence(),
      snapshotInterval: this.snapshotInterval,
      clock: () => {
        this.now += this.pace
        return new Date(this.now)
      },
      ids: () => `e${this.random.id()}`,
    })
  }
}

async function start<Value>(work: () => Promise<Value>): Promise<Value> {
  return work()
}

/** All that an iterable gives. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = []
  for await (const value of values) collected.push(value)
  return collected
}

function difference(first: object, second: object): string {
  return Object.entries(first)
    .filter(([key, value]) => !isDeepStrictEqual(value, Reflect.get(second, key)))
    .map(([key, value]) => `${key}: ${shown(value)} and ${shown(Reflect.get(second, key))}`)
    .join('; ')
}
