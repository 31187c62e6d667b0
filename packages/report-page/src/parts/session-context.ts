/**
 * What the parts of a session's page share: the session, how to get to a place in it, and the turn that is shown. The
 * turn stands apart, so that what does not depend on it is left alone while the slider moves.
 */

import type { Context } from 'preact'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ReportEntry, SessionView } from 'todo-replay/session-view'

/** The session that is shown. */
export interface ShownSession {
  /** What the index says of it. */
  readonly entry: ReportEntry
  /** The session. */
  readonly view: SessionView
  /** The address of a turn of it. */
  readonly address: (turn: number, item?: string) => string
  /** Goes to a turn and shows the replay there. */
  readonly visit: (turn: number, item?: string) => void
}

/** The session that the parts below are about. */
export const SessionContext: Context<ShownSession | null> = createContext<ShownSession | null>(null)

/** The session that is shown. */
export function useSession(): ShownSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('there is no session around this part')
  return session
}

/** The turn that the parts below show. */
export const TurnContext: Context<number> = createContext(0)

/** The turn that is shown. */
export function useTurn(): number {
  return useContext(TurnContext)
}
