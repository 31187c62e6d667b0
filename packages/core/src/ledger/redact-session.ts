/** Takes contents out of a session that is stored already: a secret that was found later, or everything. */

import type { TodoEvent } from '../events.js'
import { createLeakRedactor, createRedactor, type Leak, type Redactor } from '../redaction/redactor.js'
import type { EventContents, EventStore, Redaction, RedactionResult } from '../store/event-store.js'
import { unknownSession, untilFirst } from './until-first.js'

export interface RedactionContext {
  readonly store: EventStore
  readonly session: string
  readonly clock: () => Date
  readonly newId: () => string
}

/** What is taken out of a session, and why. */
export type RedactOptions = Leak & {
  /** Why, as it is stored. The secret is taken out of it, too. */
  readonly reason?: string
  /** True to say what would be taken out, and change nothing. */
  readonly dryRun?: boolean
}

/** What was taken out of a session. */
export interface SessionRedaction {
  readonly session: string
  /** The events that something was taken out of, with how many places by the names of the patterns. */
  readonly events: readonly {
    readonly seq: number
    readonly type: TodoEvent['type']
    readonly found: { readonly [name: string]: number }
  }[]
  /** The seqs of events whose own id holds it. Ids can't be changed without breaking the chain: it is still there. */
  readonly left: readonly number[]
  /** The seq of the event that says so; null where nothing was changed. */
  readonly seq: number | null
  /** False where another reader of the file keeps the old contents in its log for now: ask again later. */
  readonly wiped: boolean
}

/** What was erased of a session. */
export interface ForgottenSession extends Pick<SessionRedaction, 'session' | 'seq' | 'wiped'> {
  /** How many events were erased; 0 where it was forgotten before. */
  readonly erased: number
}

/**
 * Takes a leak out of all events of a session.
 * @throws HostError `unknown-session`, `bad-secret`, `bad-pattern`
 * @throws StoreError when an event would not be one without it
 */
export async function redactSession(
  { store, session, newId, clock }: RedactionContext,
  options: RedactOptions,
): Promise<SessionRedaction> {
  const redactor = createLeakRedactor(options)
  const reason = createRedactor().text(redactor.text(options.reason ?? 'A secret was taken out.'))
  const replace: Redaction['replace'] = (data, { type }) => without(redactor, type, data)
  const redaction = { id: newId(), at: clock(), reason, replace }
  return untilFirst(async () => {
    const { lastSeq, ...found } = await findLeaks(store, session, redactor)
    if (lastSeq === 0) throw unknownSession(session)
    if (options.dryRun === true || found.events.length === 0)
      return { session, ...found, seq: null, wiped: true }
    return { session, ...found, ...(await carryOut(store, session, redaction, lastSeq)) }
  })
}

/**
 * Erases the contents of all events of a session. That they were there, when and in which order, stays.
 * @throws HostError `unknown-session`
 */
export async function forgetSession(
  { store, session, newId, clock }: RedactionContext,
  reason = 'The session was forgotten.',
): Promise<ForgottenSession> {
  const taking = { id: newId(), at: clock(), reason: createRedactor().text(reason) }
  return untilFirst(async () => {
    let lastSeq = 0
    let holdsSomething = false
    for await (const { seq, type } of store.read(session)) {
      lastSeq = seq
      holdsSomething ||= type !== 'event.erased' && type !== 'session.redacted'
    }
    if (lastSeq === 0) throw unknownSession(session)
    if (!holdsSomething) return { session, erased: 0, seq: null, wiped: true }
    const redaction = { ...taking, erase: [{ from: 1, to: lastSeq }] }
    return { session, erased: lastSeq, ...(await carryOut(store, session, redaction, lastSeq)) }
  })
}

async function findLeaks(
  store: EventStore,
  session: string,
  redactor: Redactor,
): Promise<Pick<SessionRedaction, 'events' | 'left'> & { readonly lastSeq: number }> {
  const events: SessionRedaction['events'][number][] = []
  const left: number[] = []
  let lastSeq = 0
  for await (const { seq, id, type, data, source } of store.read(session)) {
    lastSeq = seq
    const found = new Map<string, number>()
    without(redactor, type, { ...data }, (name) => found.set(name, (found.get(name) ?? 0) + 1))
    if (found.size > 0) events.push({ seq, type, found: Object.fromEntries(found) })
    const ids = [id, session, ...(source?.call === undefined ? [] : [source.call])]
    if (ids.some((each) => redactor.id(each) !== each)) left.push(seq)
  }
  return { events, left, lastSeq }
}

/** An event's data without the leak: the very same where it holds none. */
function without(
  redactor: Redactor,
  type: string,
  data: EventContents,
  found?: (name: string) => void,
): EventContents {
  if (type === 'event.erased') return data
  if (type !== 'session.redacted') return redactor.data(data, found)
  // What earlier redactions say of the log's other places stays as it is.
  const reason = redactor.value(data['reason'], found)
  return reason === data['reason'] ? data : { ...data, reason }
}

/** As long as another reader holds the write-ahead log it is asked again, so often, after so many milliseconds. */
const mostWipes = 5
const betweenWipes = 100

async function carryOut(
  store: EventStore,
  session: string,
  redaction: Redaction,
  expectedSeq: number,
): Promise<Pick<SessionRedaction, 'seq' | 'wiped'>> {
  let result: RedactionResult = await store.redact(session, redaction, { expectedSeq })
  for (let attempt = 1; !result.wiped && result.canWipe !== false && attempt < mostWipes; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenWipes))
    result = await store.redact(session, redaction, { expectedSeq: result.lastSeq })
  }
  return { seq: result.event?.seq ?? null, wiped: result.wiped }
}
