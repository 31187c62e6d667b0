/** Reads the sessions of a ledger file. */

import {
  createReducer,
  type EventOf,
  type EventStore,
  initialState,
  type RedactionOptions,
  readStateAt,
  type TodoEvent,
} from '@todo-ledger/core'
import type { Redactor } from '@todo-ledger/core/redaction'
import { type ClientRecording, type ClientWork, clientWork, type SessionEvent } from '@todo-ledger/recordings'
import type { UserHome } from '@todo-ledger/recordings/agents'
import { isLedgerAddress } from './is-ledger-address.js'
import { ledgerAddress } from './source.js'
import { type SourceSession, sourceSession } from './source-session.js'

/**
 * Opens a ledger in a file, or in a database by its address.
 * @throws StoreError when it is no ledger, or can't be one
 */
export async function openLedgerFile(
  file: string,
  options: { readonly readOnly: boolean; readonly ledger?: string },
): Promise<EventStore> {
  // A database's driver is loaded by those who need it.
  if (isLedgerAddress(file)) {
    const { postgresStore } = await import('@todo-ledger/store-postgres')
    return await postgresStore(ledgerAddress(file), options)
  }
  const { sqliteStore } = await import('@todo-ledger/core/sqlite')
  return sqliteStore(file, options)
}

/**
 * What is wrong with the file of a ledger, apart from what is written in it; a database looks after its own files.
 * @throws StoreError `not-a-ledger`
 */
export async function ledgerFileProblems(file: string): Promise<readonly string[]> {
  if (isLedgerAddress(file)) return []
  const { sqliteIntegrity } = await import('@todo-ledger/core/sqlite')
  return sqliteIntegrity(file)
}

/** Where the other work is looked for of a session to which only todo calls came. */
export interface ClientWorkSetup {
  /** Whose agents. */
  readonly user: UserHome
  /** Is told where it was found. */
  readonly onFound: (session: string, recordings: readonly ClientRecording[]) => void
}

interface ClientWorkChoice {
  readonly clientWork?: ClientWorkSetup | undefined
  readonly redaction?: RedactionOptions | false
}

/** A session of a ledger. */
export type LedgerSession = SourceSession & Required<Pick<SourceSession, 'again' | 'stateAt'>>

/**
 * The sessions of a ledger file, one after the other. What is not asked of a session is not read.
 * @param redactor takes secrets out of what is read: the ledger may have been written without redaction
 * @param choice where the other work of sessions is looked for to which only todo calls came
 * @throws StoreError, DamagedLogError where it can't be read
 */
export async function* ledgerSessions(
  file: string,
  redactor: Redactor,
  { clientWork: setup, redaction }: ClientWorkChoice = {},
): AsyncGenerator<LedgerSession, void, undefined> {
  const store = await openLedgerFile(file, { readOnly: true })
  try {
    for (const { session } of await store.sessions()) {
      const first = await firstEvent(store, session)
      const stored = first?.type === 'event.erased' ? forgottenOpening(first) : first
      const opened = stored === undefined ? undefined : redactor.event(stored)
      if (opened?.type !== 'session.opened') continue
      const own = () => storedEvents(store, session, redactor)
      const found = setup === undefined ? null : await workOf(own, setup, redaction)
      const events = found === null ? own : () => wholeEvents(found)
      yield {
        ...sourceSession(opened),
        ...(found === null ? {} : { recordedCalls: found.recordedCalls }),
        again: events,
        stateAt: async (point) => {
          const source = { store, session, reducer: createReducer() }
          const then = await readStateAt(source, point)
          const read = then ?? (await readStateAt(source, 'end'))
          const { state, latestAt } = read ?? { state: initialState, latestAt: opened.at }
          return { state: redactor.value(state), latestAt, reached: then !== null }
        },
      }
    }
  } finally {
    await store.close()
  }
}

async function* storedEvents(
  store: EventStore,
  session: string,
  redactor: Redactor,
): AsyncGenerator<SessionEvent, void, undefined> {
  const reducer = createReducer()
  let state = initialState
  for await (const stored of store.read(session)) {
    const event = redactor.event(stored)
    state = reducer.accept(state, event)
    yield { event, state, complete: true }
  }
}

async function workOf(
  events: () => AsyncIterable<SessionEvent>,
  { user, onFound }: ClientWorkSetup,
  redaction: RedactionOptions | false = {},
): Promise<ClientWork | null> {
  let session = ''
  const stored = async function* () {
    for await (const { event } of events()) {
      session = event.session
      yield event
    }
  }
  const found = await clientWork(stored, { user, redaction })
  if (found === null) return null
  if (found.recordings.length > 0) onFound(session, found.recordings)
  return found
}

async function* wholeEvents(work: ClientWork): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const passed of work.events()) yield { ...passed, complete: true }
}

/** Of a forgotten session nothing is known but that it was there: no profile, no rules, no source. */
function forgottenOpening({ redacted: _, ...erased }: EventOf<'event.erased'>): EventOf<'session.opened'> {
  const data = { profile: 'forgotten', settings: {}, rules: [], goal: null, source: null, parent: null }
  return { ...erased, type: 'session.opened', data }
}

async function firstEvent(store: EventStore, session: string): Promise<TodoEvent | undefined> {
  for await (const event of store.read(session, { from: 1, to: 1 })) return event
  return undefined
}
