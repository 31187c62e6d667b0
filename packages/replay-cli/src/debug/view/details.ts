/** The details: of the turn, or of the selected item. */

import type { Debugged, DebuggerState } from '../model/debugger-state.js'
import type { SessionIndex } from '../model/session-index.js'
import type { WhatIfReplay } from '../model/what-if-replay.js'
import type { DetailContext, DetailLine } from './detail-line.js'
import { evidenceDetails } from './evidence-details.js'
import { lifeDetails } from './life-details.js'
import { listRows, selectedRow } from './list-pane.js'
import { turnDetails } from './turn-details.js'

/** The lines of the details; at least one. @param columns the columns of a line */
export function detailLines(
  state: DebuggerState,
  debugged: Debugged,
  columns: number,
): readonly DetailLine[] {
  const index = debugged.sessions[state.session]?.index
  if (index === undefined) return [{ line: [] }]
  const whatIf = shownWhatIf(state)
  const { turn, open } = state
  const context: DetailContext = { index, turn, key: selectedKey(state, index), open, whatIf, columns }
  const lines =
    state.details === 'turn'
      ? turnDetails(context)
      : state.details === 'evidence'
        ? evidenceDetails(context)
        : lifeDetails(context)
  return lines.length === 0 ? [{ line: [] }] : lines
}

/** The session under another profile, while it is shown; else null. */
export function shownWhatIf({ whatIf }: DebuggerState): WhatIfReplay | null {
  return whatIf.kind === 'ready' && whatIf.shown ? whatIf.replay : null
}

/** The key of the item that the cursor is on, or null. */
export function selectedKey(state: DebuggerState, index: SessionIndex): string | null {
  const rows = listRows(state.turn, index, shownWhatIf(state))
  return rows[selectedRow(rows, state.key)]?.key ?? null
}
