/** The simulated world: hosts over one storage, the model beside it, and what is looked at after every step. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { evidence } from '@todo-ledger/audit'
import { type Ledger, openLedger, type Session, StoreError, type Turn } from '@todo-ledger/core'
import { type LedgerEntry, type Subscription, subscribe } from '@todo-ledger/core/store'
import { profileNamed } from '@todo-ledger/recordings'
import { vi } from 'vitest'
import { Random } from '../crash/random.mjs'
import type { Backend, OpenedStore, Sabotage } from './backends.js'
import { explain } from './explain.js'
import { type Attempt, type Observer, observedStore } from './faults.js'
import { type AskedRedaction, codeOf, Model, must, sameEvent, shown } from './model.js'

/** A session that a host has open, and the turn that it has under way, as far as it knows. */
export interface OpenSession {
  readonly session: Session
  turn: Turn | null
}

/** A process with a ledger. */
export interface Host {
  readonly name: string
  readonly opened: OpenedStore
  /** The store as its ledger sees it. */
  readonly store: OpenedStore['store']
  readonly observer: Observer
  /** A new one after the host started anew in the same process. */
  ledger: Ledger
  readonly sessions: Map<string, OpenSession>
}

/** How something that was waited for ended, and whether a fault happened meanwhile. */
export type Outcome<Value = unknown> = (
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
) & { readonly faulted: boolean }

/** A host died in the middle of a command; the rest of the command does not happen. */
export class HostDied extends Error {}

/** One that follows the store from the event before `next`, an index in the model's log. */
interface Follower {
  readonly entries: Subscription
  next: number
}

export class World {
  readonly model = new Model()
  readonly hosts: Host[] = []
  readonly trace: string[] = []
  /** Todo calls that were made, by session: what a host may make again. */
  readonly asked = new Map<
    string,
    { readonly call: string; readonly name: string; readonly input: unknown }[]
  >()
  /** What each todo call was answered, by session and call. */
  readonly answers = new Map<string, string>()
  /** What a host is just asking to be taken out, or null. */
  redaction: AskedRedaction | null = null
  /** The chance of the command that is under way. */
  random = new Random(0)
  /** The ledger's clock, in milliseconds since 1970, and how far it goes at each look; commands move it. */
  now = Date.UTC(2026, 0, 5, 10)
  pace = 7
  /** What the hosts that died had asked for: it may be there or not. */
  readonly #orphans: Attempt[] = []
  readonly #hashes = new Map<string, string>()
  readonly #followers = new Map<Host, Follower>()
  #calls = 0

  constructor(
    readonly backend: Backend,
    readonly sabotage: Sabotage,
    readonly snapshotInterval: number | false,
  ) {}

  say(line: string): void {
    this.trace.push(line)
  }

  nextCall(): string {
    this.#calls += 1
    return `c${this.#calls}`
  }

  /** @throws what opening the store throws */
  start(name: string, prepare: Parameters<Backend['open']>[0] = () => {}): Host {
    const opened = this.backend.open(prepare)
    const observer: Observer = { attempts: [], fault: null, fired: false }
    const observed = observedStore(opened.store, observer)
    const store = this.sabotage.store?.(observed) ?? observed
    const host = { name, opened, observer, store, ledger: this.#ledger(store), sessions: new Map() }
    this.hosts.push(host)
    return host
  }

  /** The host forgets all that it had open and opens a ledger anew over the same store. */
  restartLedger(host: Host): void {
    host.sessions.clear()
    host.ledger = this.#ledger(host.store)
  }

  /** Takes hosts away. @param isCrash true where those that come find the disk as it was */
  async release(gone: readonly Host[], isCrash: boolean): Promise<void> {
    for (const host of gone) {
      for (const attempt of host.observer.attempts.splice(0)) {
        // What a process was told as it died says nothing.
        if (attempt.outcome.kind !== 'acknowledged')
          attempt.outcome = { kind: 'failed', error: new HostDied() }
        this.#orphans.push(attempt)
      }
      this.hosts.splice(this.hosts.indexOf(host), 1)
      this.#followers.delete(host)
    }
    if (isCrash && this.hosts.length === 0) this.backend.crash()
    else for (const host of gone) this.backend.release(host.opened)
  }

  /** Does something on a host, waits for it, and looks at what the store holds then. @throws HostDied */
  async ask<Value>(host: Host, work: () => Promise<Value>): Promise<Outcome<Value>> {
    const [outcome] = await this.askAll([{ host, work }])
    must(outcome !== undefined, 'nothing was asked')
    return outcome
  }

  /** Does several things at once, on one host or several. */
  async askAll<Value>(
    asks: readonly { readonly host: Host; readonly work: () => Promise<Value> }[],
  ): Promise<readonly Outcome<Value>[]> {
    const settled = await within(Promise.allSettled(asks.map(async ({ work }) => work())))
    const faulted = this.takeFaults()
    if (asks.some(({ host }) => host.opened.database?.dead === true)) throw new HostDied()
    await this.look(asks.length === 1)
    return settled.map((each) =>
      each.status === 'fulfilled'
        ? { kind: 'done', value: each.value, faulted }
        : { kind: 'failed', error: each.reason, faulted },
    )
  }

  /** Reads what the store got since the last look, and holds it against what the hosts asked and were told. */
  async look(isAlone: boolean): Promise<void> {
    const attempts = [
      ...this.hosts.flatMap(({ observer }) => observer.attempts.splice(0)),
      ...this.#orphans.splice(0),
    ]
    const [host] = this.hosts
    if (host === undefined) return void this.#orphans.push(...attempts)
    const after = this.model.log.length
    const tail = await this.unharmed(() => collect(host.opened.store.readAll({ after })))
    explain(this.model, attempts, tail, isAlone, this.redaction)
    for (const [index, { position, event }] of tail.entries()) {
      must(position === after + index + 1, () => `position ${position} stands at ${after + index + 1}`)
      this.sawHash(event.session, event.seq, event.hash)
    }
  }

  /** An event's hash stays what it was, whatever happens to its contents. */
  sawHash(session: string, seq: number, hash: string | undefined): void {
    const key = `${seq}@${session}`
    const known = this.#hashes.get(key)
    must(
      hash !== undefined && (known ?? hash) === hash,
      () => `the hash of seq ${seq} of ${shown(session)} changed`,
    )
    this.#hashes.set(key, hash)
  }

  /** A session's state is what replaying its events gives. */
  checkState({ session: { id, state } }: OpenSession): void {
    // What another host took out is still in this one's memory until it reads again.
    if (state.seq < (this.model.redacted.get(id) ?? 0)) return
    const expected = this.model.stateAt(id, state.seq)
    must(
      isDeepStrictEqual(state, expected),
      () =>
        `the state of ${shown(id)} at seq ${state.seq} is ${shown(state, 600)}, not ${shown(expected, 600)}`,
    )
  }

  /** True where a fault happened since this was last asked. */
  takeFaults(): boolean {
    const faults = this.hosts.flatMap(({ opened, observer }) => {
      const { kind, takesEffect } = opened.database?.takeFired() ?? {}
      const lost = observer.fired ? ['an acknowledgement is lost'] : []
      observer.fired = false
      return kind === undefined
        ? lost
        : [`${kind} ${takesEffect ? 'after' : 'before'} the statement`, ...lost]
    })
    for (const fault of faults) this.say(`    fault: ${fault}`)
    return faults.length > 0
  }

  /** Does something while no fault can happen. */
  async unharmed<Value>(work: () => Promise<Value>): Promise<Value> {
    const databases = this.hosts.flatMap(({ opened }) => opened.database ?? [])
    for (const database of databases) database.paused = true
    try {
      return await within(work())
    } finally {
      for (const database of databases) database.paused = false
    }
  }

  /** The host follows the store, from the event of an index of the model's log on. */
  follow(host: Host, next: number): void {
    this.#followers.set(host, { entries: subscribe(host.opened.store, { after: next }), next })
  }

  /** Whoever follows gets every event that there is, each once and in order. */
  async drain(): Promise<void> {
    for (const follower of this.#followers.values()) {
      while (follower.next < this.model.log.length) {
        const { value } = await this.unharmed(() => follower.entries.next())
        const expected = this.model.log[follower.next]
        follower.next += 1
        must(
          isAt(value, follower.next, expected),
          () => `a follower got ${shown(value, 300)}, not ${shown(expected, 300)}`,
        )
      }
    }
  }

  /** The host ends in good order: who follows it is told. */
  async close(host: Host): Promise<void> {
    this.say(`${host.name} closes`)
    await this.drain()
    const next = this.#followers.get(host)?.entries.next()
    await this.unharmed(() => host.ledger.close())
    if (next !== undefined) must((await within(next)).done === true, 'a subscription outlives its store')
    await this.release([host], false)
  }

  #ledger(store: Host['store']): Ledger {
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

/** A page that was read before contents were taken out goes on as it was; its events are the same ones. */
function isAt(
  entry: LedgerEntry | undefined,
  position: number,
  expected: World['model']['log'][number] | undefined,
) {
  if (entry?.position !== position || expected === undefined) return false
  const { session, seq, id } = entry.event
  if (expected.redacted !== true) return sameEvent(entry.event, expected)
  return session === expected.session && seq === expected.seq && id === expected.id
}

/** Rounds of the event loop in which nothing may happen before time passes. */
const patience = 20

/** Waits for something; lets time, which stands still, pass where only a timer can bring it on. What never ends is told. */
async function within<Value>(promise: Promise<Value>): Promise<Value> {
  let isOpen = true
  const end = () => {
    isOpen = false
  }
  promise.then(end, end)
  for (let round = 1; isOpen && round < 2000; round += 1) {
    await nextTurn()
    if (!isOpen || round <= patience) continue
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
    else await wait(1)
  }
  must(!isOpen, 'a call is never answered')
  return promise
}

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = []
  for await (const value of values) collected.push(value)
  return collected
}

/** What came of something, as a trace says it. */
export function said(outcome: Outcome): string {
  if (outcome.kind === 'done') return shown(outcome.value, 90)
  return `${codeOf(outcome.error)}: ${shown(String(outcome.error), 160)}`
}

/** Fails where something failed that no fault excuses. */
export function mustBeExcused(outcome: Outcome, what: string): void {
  if (outcome.kind === 'done') return
  must(outcome.faulted && outcome.error instanceof StoreError, () => `${what} failed: ${said(outcome)}`)
}
