import {
  type LedgerOptions,
  memoryStore,
  openLedger,
  type Profile,
  type Session,
  type TodoEvent,
} from '@todo-ledger/core'
import { countingIds, steppingClock } from '../../core/test/open-session.js'

export { steppingClock }

/** A session over a new memory store, with a run and a clock that steps. */
export async function openSession(profile: Profile, options: Partial<LedgerOptions> = {}): Promise<Session> {
  const ledger = openLedger({ store: memoryStore(), clock: steppingClock(), ids: countingIds(), ...options })
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

/** The list as `[id, text, status]` rows. */
export function rows(session: Session): readonly (readonly [string, string, string])[] {
  return session.state.items.map((item) => [item.id, item.text, item.status])
}
