/** The details: of the turn, or of the selected item. */

import type { Action } from '../model/actions.js'
import type { Debugged, DebuggerState } from '../model/debugger-state.js'
import type { SessionIndex } from '../model/session-index.js'
import type { WhatIfReplay } from '../model/what-if-replay.js'
import { evidenceDetails } from './evidence-details.js'
import { lifeDetails } from './life-details.js'
import type { Line } from './lines.js'
import { listRows, selectedRow } from './list-pane.js'
import { turnDetails } from './turn-details.js'

/** One line of the details. */
export interface DetailLine {
  /** The line. */
  readonly line: Line
  /** What Enter does on it; nothing when absent. */
  readonly enter?: Action
  /** The seq of the event that it is the first line of; absent on all others. */
  readonly seq?: number
}

/** What details are made from. */
export interface DetailContext {
  /** The session. */
  readonly index: SessionIndex
  /** The turn at the cursor. */
  readonly turn: number
  /** The key of the selected item, or null. */
  readonly key: string | null
  /** The seqs of what is shown in full. */
  readonly open: ReadonlySet<number>
  /** The session under another profile, while it is shown. */
  readonly whatIf: WhatIfReplay | null
  /** Columns of a line. */
  readonly columns: number
}

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
