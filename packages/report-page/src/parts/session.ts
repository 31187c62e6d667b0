/**
 * What the parts of a session's page share: the session, how to get to a place in it, and the turn that is shown. The
 * turn stands apart, so that what does not depend on it is left alone while the slider moves.
 */

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ReportEntry, SessionView } from 'todo-replay/session-view'

export interface ShownSession {
  readonly entry: ReportEntry
  readonly view: SessionView
  readonly address: (turn: number, item?: string) => string
  /** Goes to a turn and shows the replay there. */
  readonly visit: (turn: number, item?: string) => void
}

export const SessionContext = createContext<ShownSession | null>(null)
export const TurnContext = createContext(0)

/** The session that is shown. */
export function useSession(): ShownSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('there is no session around this part')
  return session
}

/** The turn that is shown. */
export function useTurn(): number {
  return useContext(TurnContext)
}
