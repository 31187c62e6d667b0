import { IdConflictError } from '../src/errors.js'
import type { TodoEvent } from '../src/events.js'
import { type LedgerOptions, openLedger } from '../src/ledger.js'
import type { Profile } from '../src/profiles/profile.js'
import type { Session } from '../src/session.js'
import { memoryStore } from '../src/store/memory/memory-store.js'

/** A clock that gives one second more at each call, from 2026-01-05T10:00:00Z on. */
export function steppingClock(): () => Date {
  let now = Date.UTC(2026, 0, 5, 10)
  return () => {
    now += 1000
    return new Date(now)
  }
}

/** Ids e1, e2, e3 … */
export function countingIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `e${count}`
  }
}

/** A session over a new memory store, with a run and a clock that steps. */
export async function openSession(profile: Profile, options: Partial<LedgerOptions> = {}): Promise<Session> {
  const ledger = openLedger({
    store: memoryStore(),
    clock: steppingClock(),
    ids: countingIds(),
    turnLeases: false,
    ...options,
  })
  const session = await ledger.session('s1', { profile })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  return session
}

/** The events of a session, collected as they are stored. */
export function collect(session: Session): TodoEvent[] {
  const events: TodoEvent[] = []
  session.on('event', ({ event }) => events.push(event))
  return events
}

/** Every event that the store holds of a session. */
export async function readAll(events: AsyncIterable<TodoEvent>): Promise<TodoEvent[]> {
  const all: TodoEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

/** The list as `[id, text, status]` rows. */
export function rows(session: Session): readonly (readonly [string, string, string])[] {
  return session.state.items.map((item) => [item.id, item.text, item.status])
}

/** Makes calls in a turn of their own, and gives the replies. */
export async function call(session: Session, ...calls: readonly (readonly [tool: string, input: unknown])[]) {
  const turn = await session.startTurn()
  const replies: string[] = []
  for (const [tool, input] of calls) replies.push((await turn.callTodoTool(tool, input)).text)
  await turn.end()
  return replies
}

/** The conflict of ids that something ends with. */
export async function conflictOf(asked: Promise<unknown>): Promise<IdConflictError> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof IdConflictError) return error
  throw new Error(`It was no conflict: ${error}`)
}
