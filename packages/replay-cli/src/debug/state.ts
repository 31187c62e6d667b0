/** What the debugger shows, where it begins, and how its screen is divided. Plain read-only data. */

import { Failure } from '../failure.js'
import type { Match } from '../session-view/search.js'
import type { ReplayEvent, SessionReplay } from '../session-view/session-replay.js'
import { SessionView } from '../session-view/session-view.js'
import type { ListEntry } from '../session-view/turn-summary.js'
import { count } from '../text/count.js'

/** The parts of the screen that keys move in. */
export const panes = ['turns', 'list', 'details'] as const
type Pane = (typeof panes)[number]

export interface Debugged {
  readonly sessions: readonly SessionView[]
}

export interface DebuggerState {
  readonly columns: number
  readonly rows: number
  /** The place of the session among the sessions. */
  readonly session: number
  readonly turn: number
  /** The key of the item that is selected, whether it is on the list of the turn or not. */
  readonly key: string | null
  /** The seq that was jumped to last; null once one has moved. */
  readonly seq: number | null
  readonly focus: Pane
  /** What the details are about: the turn, or the selected item. */
  readonly details: 'turn' | 'item'
  readonly line: number
  /** True where all texts of the turn are shown in full, but for those of the seqs in `open`; else only those. */
  readonly unfolded: boolean
  readonly open: ReadonlySet<number>
  /** A line that is typed into. */
  readonly prompt: { readonly kind: 'turn' | 'search'; readonly text: string } | null
  readonly search: { readonly text: string; readonly matches: readonly Match[] } | null
  /** What stands in place of the panes. */
  readonly page: { readonly kind: 'help' } | { readonly kind: 'sessions'; readonly at: number } | null
  /** What there is to say, in place of the keys. */
  readonly message: string | null
  readonly isOver: boolean
}

/** The state before anything was chosen. */
export const blank: DebuggerState = {
  columns: 80,
  rows: 24,
  session: 0,
  turn: 0,
  key: null,
  seq: null,
  focus: 'turns',
  details: 'turn',
  line: 0,
  unfolded: false,
  open: new Set(),
  prompt: null,
  search: null,
  page: null,
  message: null,
  isOver: false,
}

/** Fewer columns or rows are no room for the panes. */
export const leastSize = { columns: 60, rows: 14 } as const

/** Rows that are not the panes: the head, the panes' titles, and the keys. */
const otherRows = 3
/** Columns of a row of the checklist that are not the text: the marks before it and the verdict behind it. */
const besideText = 14

/** The columns of the timeline and of what stands right of it, and the rows of each pane; null where there is no room. */
export function layoutOf({ columns, rows, session }: DebuggerState, { sessions }: Debugged) {
  if (columns < leastSize.columns || rows < leastSize.rows) return null
  const body = rows - otherRows
  const left = Math.min(64, Math.max(26, Math.floor(columns * 0.37)))
  const right = columns - left - 1
  const items = sessions[session]?.longestList ?? []
  const room = right - besideText
  const wanted = items.reduce((sum, { id, text }) => sum + Math.ceil((id.length + text.length + 2) / room), 0)
  // What goes with a turn needs a row too.
  const list = Math.max(3, Math.min(wanted + 1, Math.floor((body - 1) * 0.45)))
  return { left, right, rows: { turns: body, list, details: body - list - 1 } }
}

/** The rows of a page that stands in place of the panes. */
export function pageRows({ rows }: DebuggerState): number {
  return Math.max(1, rows - otherRows)
}

export function debuggedSessions(replays: readonly SessionReplay[]): Debugged {
  return { sessions: replays.map((replay) => new SessionView(replay)) }
}

/**
 * The state to begin with. Of several sessions the first that has a list is shown, and the choice where there are more.
 * @throws Failure `no-session`, `unknown-turn`
 */
export function startState({ sessions }: Debugged, turn?: number): DebuggerState {
  const listed = sessions.flatMap((view, place) => (view.longestList.length > 0 ? [place] : []))
  const session = listed[0] ?? 0
  const view = sessions[session]
  if (view === undefined) throw new Failure('no-session', 'There is no session to show.')
  const { firstTurn, lastTurn, replay } = view
  const at = Math.max(firstTurn, turn ?? firstTurn)
  if (at > lastTurn) {
    const last = lastTurn === 0 ? 'it has no turns' : `its last is turn ${lastTurn}`
    throw new Failure(
      'unknown-turn',
      `Session ${JSON.stringify(replay.session)} has no turn ${turn}: ${last}.`,
    )
  }
  const isChoice = listed.length > 1 && turn === undefined
  return {
    ...blank,
    session,
    turn: at,
    page: isChoice ? { kind: 'sessions', at: session } : null,
    message: isChoice ? null : greeting(view, sessions.length),
  }
}

function greeting({ concerns, replay: { audit, copied } }: SessionView, sessions: number): string {
  const grave = concerns.grave.length
  const { unsupported } = audit.summary.verdicts
  const facts = [
    count(audit.completions.length, 'completion'),
    ...(copied === undefined ? [] : [`${copied.completions} copied from another session`]),
    ...(unsupported === 0 ? [] : [`${unsupported} unsupported`]),
    grave === 0 ? 'nothing to look at' : `${grave} to look at (f goes to the next)`,
    ...(sessions === 1 ? [] : [`${count(sessions, 'session')} (s)`]),
  ]
  return `${facts.join(', ')}. ? is help.`
}

/** A turn of the timeline, or an input that came behind it. */
export interface TimelineRow {
  readonly turn: number
  readonly input?: ReplayEvent
}

export function timelineRows({ replay, firstTurn }: SessionView): readonly TimelineRow[] {
  return replay.turns.flatMap(({ turn, events }): readonly TimelineRow[] => [
    ...(turn < firstTurn ? [] : [{ turn }]),
    ...events.flatMap((input) => (input.kind === 'input' ? [{ turn, input }] : [])),
  ])
}

/** The row of the selected item in the checklist; the first where it is not on the list. */
export function selectedRow(rows: readonly ListEntry[], key: string | null): number {
  return Math.max(0, key === null ? 0 : rows.findIndex(({ item }) => item.key === key))
}

/** The first row to show so that one stands in the middle. */
export function topOf(row: number, height: number, length: number): number {
  return Math.max(0, Math.min(row - Math.floor(height / 2), length - height))
}
