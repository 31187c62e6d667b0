/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import {
  chainRecord,
  firstHash,
  firstLink,
  newLedgerId,
  type RandomBytes,
  systemRandom,
  type UnchainedRecord,
  unchainedRecord,
} from '../chain/chain.js'
import { planRedaction } from '../chain/redact.js'
import { eventOf, ledgerEntry } from '../codec.js'
import {
  AppendListeners,
  type AppendOptions,
  type EventStore,
  type LedgerRange,
  type ReadRange,
  type Redaction,
  type StoredRecord,
} from '../event-store.js'
import { type EncodedEvent, planAppend, prepareAppend, wholePosition, wholeRange } from '../plan-append.js'

/** What messages call it. */
const name = 'the store'

export interface MemoryStoreOptions {
  /** Gives the random bytes of the ledger's id and of the salts; the system's by default. */
  readonly random?: RandomBytes
  /** The ledger's id; a new one by default. */
  readonly ledger?: string
}

interface MemorySession {
  /** By seq, the first at 0. */
  readonly own: StoredRecord[]
  readonly seqs: Map<string, number>
  lastSeq: number
}

/** Opens an empty store in memory. */
export function memoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { random = systemRandom(), ledger = newLedgerId(random) } = options
  /** By position, the first at 0. */
  const all: StoredRecord[] = []
  const sessions = new Map<string, MemorySession>()
  /** What was appended since somebody read: hashes are made when they are asked for, and few ask. */
  let unchained: UnchainedRecord[] = []
  const listeners = new AppendListeners()
  let isClosed = false

  const mustBeOpen = () => {
    if (isClosed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
  const chain = () => {
    for (const next of unchained) {
      const own = sessions.get(next.session)?.own ?? []
      const hash = own.at(-1)?.hash ?? firstHash(ledger, next.session)
      const ends = { position: all.length, link: all.at(-1)?.link ?? firstLink(ledger), hash }
      const record = chainRecord(next, ends, random)
      all.push(record)
      own.push(record)
    }
    unchained = []
  }
  /** Of a session without events an empty one, which its first event puts in its place. */
  const sessionOf = (session: string): MemorySession => {
    mustBeOpen()
    return sessions.get(session) ?? { own: [], seqs: new Map(), lastSeq: 0 }
  }
  const chainedSession = (session: string): MemorySession => {
    chain()
    return sessionOf(session)
  }
  const find = (session: string, id: string) => {
    const seq = sessionOf(session).seqs.get(id)
    if (seq === undefined) return undefined
    const record = chainedSession(session).own[seq - 1]
    return record === undefined ? undefined : eventOf(record, name)
  }
  const store = <Event extends TodoEvent>(session: string, events: readonly EncodedEvent<Event>[]) => {
    if (events.length === 0) return []
    const to = sessionOf(session)
    const { own, seqs } = to
    sessions.set(session, to)
    for (const encoded of events) {
      unchained.push(unchainedRecord(encoded))
      seqs.set(encoded.event.id, encoded.event.seq)
    }
    to.lastSeq += events.length
    listeners.call()
    return events.map(({ event }) => ({
      ...event,
      get hash() {
        chain()
        return own[event.seq - 1]?.hash
      },
    }))
  }

  return {
    onAppend: listeners.add,
    ledger: () => ledger,

    async append(session: string, events: readonly TodoEvent[], appendOptions: AppendOptions) {
      const { own, lastSeq } = sessionOf(session)
      const { stored, fresh } = planAppend(prepareAppend(session, events, appendOptions), {
        lastSeq,
        forgotten: own[0]?.data === null,
        find: (id) => find(session, id),
      })
      const added = store(session, fresh)
      return { lastSeq: sessionOf(session).lastSeq, events: [...stored, ...added] }
    },

    async redact(session: string, redaction: Redaction, appendOptions: AppendOptions) {
      const { own } = chainedSession(session)
      const contents = { session, ...appendOptions, records: own, stored: find(session, redaction.id) }
      const plan = planRedaction(redaction, contents, random)
      if (plan.event === null) return { event: plan.stored, lastSeq: own.length, wiped: true }
      for (const { seq, data, salt } of plan.changes) {
        const record = own[seq - 1]
        if (record === undefined) continue
        own[seq - 1] = { ...record, data, salt }
        all[record.position - 1] = { ...record, data, salt }
      }
      const [event = null] = store(session, [plan.event])
      return { event, lastSeq: sessionOf(session).lastSeq, wiped: true }
    },

    async *read(session: string, range: ReadRange = {}) {
      if (range.id !== undefined) {
        const event = find(session, range.id)
        if (event !== undefined) yield event
        return
      }
      const { from, to } = wholeRange(range)
      const { own } = chainedSession(session)
      for (const record of own.slice(Math.max(from, 1) - 1, Math.max(to, 0))) {
        mustBeOpen()
        yield eventOf(record, name)
      }
    },

    async *readAll({ after = 0, to }: LedgerRange = {}) {
      mustBeOpen()
      chain()
      for (const record of all.slice(wholePosition(after), wholePosition(to ?? all.length))) {
        mustBeOpen()
        yield ledgerEntry(record, name)
      }
    },

    async lastPosition() {
      mustBeOpen()
      return all.length + unchained.length
    },

    async sessions(only?: string) {
      mustBeOpen()
      return Array.from(sessions, ([session, { lastSeq }]) => ({ session, lastSeq })).filter(
        ({ session }) => only === undefined || session === only,
      )
    },

    async close() {
      isClosed = true
      listeners.call()
    },
  }
}
