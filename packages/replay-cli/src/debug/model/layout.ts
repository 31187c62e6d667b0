/** How the screen is divided. */

import type { ListVersion } from '../../replay/session-replay.js'
import type { Debugged, DebuggerState, Pane } from './debugger-state.js'

/** Fewer columns or rows are no room for the panes. */
export const leastSize: {
  /** Columns. */
  readonly columns: number
  /** Rows. */
  readonly rows: number
} = { columns: 60, rows: 14 }

/** Rows besides the panes: the head, the map of the session, the panes' titles, and the keys. */
const otherRows = 4

/** The columns of the panes and their rows, titles left out. */
export interface Layout {
  /** Columns of the timeline. */
  readonly left: number
  /** Columns of the checklist and the details. */
  readonly right: number
  /** Rows of each pane. */
  readonly rows: { readonly [P in Pane]: number }
}

/** The layout for a terminal and a session; null where the terminal is too small. */
export function layoutOf({ size, session }: DebuggerState, { sessions }: Debugged): Layout | null {
  const { columns, rows } = size
  if (columns < leastSize.columns || rows < leastSize.rows) return null
  const body = rows - otherRows
  const left = Math.min(64, Math.max(26, Math.floor(columns * 0.37)))
  const right = columns - left - 1
  const wanted = linesOf(sessions[session]?.index.longestList ?? [], right - besidesText)
  // What goes with a turn needs a row too.
  const list = Math.max(3, Math.min(wanted + 1, Math.floor((body - 1) * 0.45)))
  return { left, right, rows: { turns: body, list, details: body - list - 1 } }
}

/** Columns of a row of the checklist besides the text: the marks before it and the support behind it. */
const besidesText = 14

/** About as many lines as the items take when their texts are shown whole. */
function linesOf(items: ListVersion['items'], columns: number): number {
  return items.reduce((sum, { id, text }) => sum + Math.ceil((id.length + text.length + 2) / columns), 0)
}

/** The rows of a page that stands in place of the panes, its title left out. */
export function pageRows({ size }: DebuggerState): number {
  return Math.max(1, size.rows - otherRows)
}

/**
 * The first row to show so that a row can be seen, as near to the one before as may be.
 * @param margin so many rows around it are seen too, where there are any
 */
export function scrolledTo(row: number, top: number, height: number, length: number, margin = 2): number {
  const around = Math.min(margin, Math.floor((height - 1) / 2))
  const lowest = row - height + 1 + around
  const highest = row - around
  const wanted = Math.min(highest, Math.max(lowest, top))
  return Math.max(0, Math.min(wanted, length - height))
}
