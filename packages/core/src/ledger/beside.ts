/** Work on a stored session beside the one who drives it: a reader's answers are recorded, contents are taken out. */

import { ConcurrencyError, HostError, IdConflictError } from '../errors.js'
import { type CompletionReadData, eventVersions, type TodoEvent } from '../events.js'
import { createLeakRedactor, createRedactor, type Leak, type Redactor } from '../redaction/redactor.js'
import { namedEventId } from '../session/log-question.js'
import { readStateAt, type StateSource } from '../snapshots/read-state.js'
import type { EventContents, EventStore, Redaction, RedactionResult } from '../store/event-store.js'

/** Maximum attempts while other writers are faster. */
const mostAttempts = 20

/** Does it again, on what the session is by then, when another writer was faster. */
async function untilFirst<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConcurrencyError) || attempt === mostAttempts) throw error
    }
  }
}

export function unknownSession(session: string): HostError {
  return new HostError('unknown-session', `There is no session ${JSON.stringify(session)} in the ledger.`)
}

/**
 * Appends what a reader of meaning answered to the page of a completion; nothing where an answer of this reader to this page
 * is on record already. No profile is needed, and no turn is opened or ended.
 * @throws HostError `unknown-session`
 * @throws StoreError `forgotten`, or what else keeps it from being written
 */
export function recordReading(
  source: StateSource & { readonly redactor: Redactor },
  given: CompletionReadData,
): Promise<void> {
  const { store, session, redactor } = source
  const data = redactor.data(given)
  // The same page is asked once: the answer that came first stays.
  const id = namedEventId(session, `read ${data.reader} ${data.digest}`, 1)
  return untilFirst(async () => {
    const { state } = (await readStateAt(source, 'end')) ?? {}
    if (state === undefined) throw unknownSession(session)
    const type = 'completion.read' as const
    const { turn, seq } = state
    const envelope = { id, session, seq: seq + 1, turn: turn.number, at: new Date(state.at) }
    const event = { ...envelope, type, version: eventVersions[type], data }
    try {
      await store.append(session, [event], { expectedSeq: seq })
    } catch (error) {
      if (!(error instanceof IdConflictError)) throw error
    }
  })
}

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

/** What was erased of a session: how many events; 0 where it was forgotten before. */
export interface ForgottenSession extends Pick<SessionRedaction, 'session' | 'seq' | 'wiped'> {
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
    const events: SessionRedaction['events'][number][] = []
    const left: number[] = []
    let lastSeq = 0
    for await (const { seq, id, type, data, source } of store.read(session)) {
      lastSeq = seq
      const found = new Map<string, number>()
      without(redactor, type, { ...data }, (name) => found.set(name, (found.get(name) ?? 0) + 1))
      if (found.size > 0) events.push({ seq, type, found: Object.fromEntries(found) })
      if ([id, session, source?.call ?? ''].some((each) => redactor.id(each) !== each)) left.push(seq)
    }
    if (lastSeq === 0) throw unknownSession(session)
    const isChange = options.dryRun !== true && events.length > 0
    const done = isChange ? await carryOut(store, session, redaction, lastSeq) : { seq: null, wiped: true }
    return { session, events, left, ...done }
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
    const redaction = { ...taking, erase: true }
    return { session, erased: lastSeq, ...(await carryOut(store, session, redaction, lastSeq)) }
  })
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

async function carryOut(store: EventStore, session: string, redaction: Redaction, expectedSeq: number) {
  let result: RedactionResult = await store.redact(session, redaction, { expectedSeq })
  for (let attempt = 1; !result.wiped && result.canWipe !== false && attempt < mostWipes; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenWipes))
    result = await store.redact(session, redaction, { expectedSeq: result.lastSeq })
  }
  return { seq: result.event?.seq ?? null, wiped: result.wiped }
}
