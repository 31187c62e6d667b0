/** What the debugger shows, where it begins, and how its screen is divided. Plain read-only data. */

import { Failure } from '../failure.js'
import type { Match } from '../session-view/search.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { SessionView } from '../session-view/session-view.js'
import { count } from '../text/count.js'
import type { WhatIfReplay } from './what-if.js'

/** A part of the screen that keys move in. */
export type Pane = 'turns' | 'list' | 'details'

/** What is looked at; it changes only where it is followed. */
export interface Debugged {
  /** None while one that is to be followed has not begun. */
  readonly sessions: readonly SessionView[]
  readonly isFollowed: boolean
  /** The names of the profiles that a session can be driven under. */
  readonly profiles: readonly string[]
}

/** The session under another profile: being driven, or driven. */
export type WhatIf =
  | { readonly profile: string; readonly replay: null }
  | { readonly profile: string; readonly replay: WhatIfReplay; readonly isShown: boolean }

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
  /** The line of the details at the cursor. */
  readonly line: number
  /** True where all texts of the turn are shown in full, but for those of the seqs in `open`; else only those. */
  readonly unfolded: boolean
  readonly open: ReadonlySet<number>
  /** True where the details have the whole screen. */
  readonly isWide: boolean
  /** The first row that each pane shows. */
  readonly tops: { readonly [P in Pane]: number }
  /** A line that is typed into. */
  readonly prompt: { readonly kind: 'turn' | 'search' | 'profile'; readonly text: string } | null
  readonly search: { readonly text: string; readonly matches: readonly Match[] } | null
  /** What stands in place of the panes. */
  readonly page: { readonly kind: 'help' } | { readonly kind: 'sessions'; readonly at: number } | null
  readonly whatIf: WhatIf | null
  /** What there is to say, in place of the keys. */
  readonly message: string | null
  /** True once the person has quit. */
  readonly isOver: boolean
}

/** The state before there is a session. */
export const waiting: DebuggerState = {
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
  isWide: false,
  tops: { turns: 0, list: 0, details: 0 },
  prompt: null,
  search: null,
  page: null,
  whatIf: null,
  message: null,
  isOver: false,
}

/** The session under another profile, while it is shown. */
export function shownWhatIf({ whatIf }: DebuggerState): WhatIfReplay | null {
  return whatIf !== null && whatIf.replay !== null && whatIf.isShown ? whatIf.replay : null
}

/** Fewer columns or rows are no room for the panes. */
export const leastSize = { columns: 60, rows: 14 } as const

/** Rows that are not the panes: the head, the panes' titles, and the keys. */
const otherRows = 3

/** The columns of the timeline and of what stands right of it, and the rows of each pane; 0 where it is not shown. */
export interface Layout {
  readonly left: number
  readonly right: number
  readonly rows: { readonly [P in Pane]: number }
}

/** Columns of a row of the checklist that are not the text: the marks before it and the verdict behind it. */
const besideText = 14

/** Null where the terminal is too small. */
export function layoutOf(
  { columns, rows, session, isWide }: DebuggerState,
  { sessions }: Debugged,
): Layout | null {
  if (columns < leastSize.columns || rows < leastSize.rows) return null
  const body = rows - otherRows
  if (isWide) return { left: 0, right: columns, rows: { turns: 0, list: 0, details: body } }
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

/** What a call asks to be shown first. */
export interface WantedPlace {
  /** Undefined for where it is most worth looking. */
  readonly turn: number | undefined
  /** The item's id, or a part of its text. */
  readonly item: string | undefined
}

/** Sessions made ready. */
export function debuggedSessions(
  replays: readonly SessionReplay[],
  profiles: readonly string[] = [],
  isFollowed = false,
): Debugged {
  return { sessions: replays.map((replay) => new SessionView(replay)), profiles, isFollowed }
}

/**
 * The state to begin with. Of several sessions the first that has a list is shown, and the choice where there are more;
 * one that grows is shown at its end.
 * @param current the session to begin with, by its place
 * @throws Failure `no-session`, `unknown-turn`, `unknown-item`, `ambiguous-item`
 */
export function startState(debugged: Debugged, { turn, item }: WantedPlace, current?: number): DebuggerState {
  const { sessions, isFollowed } = debugged
  const listed = sessions.flatMap((view, place) => (view.longestList.length > 0 ? [place] : []))
  const session = current ?? listed[0] ?? 0
  const view = sessions[session]
  if (view === undefined) throw new Failure('no-session', 'There is no session to show.')
  const at = turnWanted(turn ?? (isFollowed ? view.lastTurn : undefined), view)
  const key = item === undefined ? null : keyWanted(item, view, at)
  const isChoice = !isFollowed && listed.length > 1 && turn === undefined && item === undefined
  return {
    ...waiting,
    session,
    turn: key === null || turn !== undefined ? at : turnOfItem(key, view, at),
    key,
    details: key === null ? 'turn' : 'item',
    page: isChoice ? { kind: 'sessions', at: session } : null,
    message: isChoice || isFollowed ? null : greeting(debugged, view),
  }
}

function greeting({ sessions }: Debugged, view: SessionView): string {
  const grave = view.concerns.grave.length
  const { audit, copied } = view.replay
  const { unsupported } = audit.summary.verdicts
  return [
    count(audit.completions.length, 'completion'),
    ...(copied === undefined ? [] : [`${copied.completions} copied from another session`]),
    ...(unsupported === 0 ? [] : [`${unsupported} unsupported`]),
    grave === 0 ? 'nothing to look at' : `${grave} to look at (f goes to the next)`,
    ...(sessions.length === 1 ? [] : [`${count(sessions.length, 'session')} (s)`]),
  ]
    .join(', ')
    .concat('. ? is help.')
}

function turnWanted(turn: number | undefined, { replay, firstTurn, lastTurn }: SessionView): number {
  if (turn === undefined) return firstTurn
  if (turn <= lastTurn) return Math.max(firstTurn, turn)
  const last = lastTurn === 0 ? 'it has no turns' : `its last is turn ${lastTurn}`
  throw new Failure('unknown-turn', `Session ${JSON.stringify(replay.session)} has no turn ${turn}: ${last}.`)
}

/** An item by its id at the turn, or that it had last, or by a part of its text. */
function keyWanted(wanted: string, view: SessionView, turn: number): string {
  const known = view.keyOf(wanted.replace(/^#/, ''), turn)
  if (known !== undefined) return known
  const { items } = view.replay
  const named = items.filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()))
  const [only] = named
  if (only !== undefined && named.length === 1) return only.key
  const session = JSON.stringify(view.replay.session)
  if (only === undefined)
    throw new Failure(
      'unknown-item',
      `Session ${session} has no item ${JSON.stringify(wanted)}. Give the id of one of its ${count(items.length, 'item')}, or a part of its text.`,
    )
  const some = named.slice(0, 4).map(({ id, text }) => `#${id} ${text.slice(0, 60)}`)
  throw new Failure(
    'ambiguous-item',
    `${JSON.stringify(wanted)} names ${named.length} items of session ${session}: ${some.join('; ')}. Give an id, or more of the text.`,
  )
}

/** Where an item is worth looking at: where it was last marked as done, else where it came into the list. */
function turnOfItem(key: string, view: SessionView, otherwise: number): number {
  return view.completionsOf(key).at(-1)?.turn ?? view.item(key)?.life[0]?.turn ?? otherwise
}
