/** Going to a turn. */

import type { DebuggerState, ShownSession } from './model/debugger-state.js'

/** The state with the cursor in another turn, or in the nearest that there is. */
export function atTurn(state: DebuggerState, turn: number, { index }: ShownSession): DebuggerState {
  const nearest = Math.min(index.lastTurn, Math.max(index.firstTurn, turn))
  return nearest === state.turn ? state : { ...state, turn: nearest, line: 0, finding: null }
}
