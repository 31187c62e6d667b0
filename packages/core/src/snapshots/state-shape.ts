/** What a state that was read from a snapshot must look like. What it holds is not judged here. */

import { checkOf } from '../declared.js'
import { type SessionState, sessionState } from '../state.js'

/** True for a value of the shape of a session's state. */
export const isSessionState: (value: unknown) => value is SessionState = checkOf(sessionState)
