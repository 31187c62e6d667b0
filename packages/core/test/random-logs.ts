import { claudeCode } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import type { TodoEvent } from '../src/events.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { initialState, type SessionState } from '../src/state.js'
import { arbitraryLog } from '../src/testing/arbitraries/sessions.js'

/** The log of a session under any profile; those with roll-backs, numbered lists and deltas come more often. */
export function anyLog(): fc.Arbitrary<Promise<readonly TodoEvent[]>> {
  const often = [profiles.todoListMiddleware, claudeCode.profile, profiles.recommended, profiles.loki]
  return fc.oneof(...[...profileList, ...often].map((profile) => arbitraryLog(profile, { maxSteps: 25 })))
}

/** The state after each event; the place is the event's seq, and at 0 stands the state before the first. */
export function statesOf(events: readonly TodoEvent[]): readonly SessionState[] {
  const reducer = createReducer()
  const states = [initialState]
  for (const event of events) states.push(reducer.accept(states.at(-1) ?? initialState, event))
  return states
}
