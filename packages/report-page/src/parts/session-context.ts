/** What the parts of a session's page share: the session, and how to get to a place in it. */

import type { Context } from 'preact'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { SessionView } from '../data/session-view.js'

/** The session that is shown. */
export interface ShownSession {
  /** The session. */
  readonly view: SessionView
  /** The turn that is shown. */
  readonly turn: number
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
