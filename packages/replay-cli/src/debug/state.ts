/** What the debugger shows, what a person can ask of it, and how its screen is divided. Plain read-only data. */

import type { Match } from '../session-view/search.js'
import type { ListVersion } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import type { WhatIfReplay } from './what-if.js'

/** A part of the screen that keys move in. */
export type Pane = 'turns' | 'list' | 'details'

/** The panes in their order. */
export const panes: readonly Pane[] = ['turns', 'list', 'details']

/** What the details are about: the turn, the evidence of the item, or the item's life. */
export type Details = 'turn' | 'evidence' | 'life'

/** A line that is typed into. */
export interface Prompt {
  /** What it is for. */
  readonly kind: 'jump' | 'search'
  /** What was typed so far. */
  readonly text: string
}

/** A page that stands in place of the panes. */
export interface Page {
  /** Which. */
  readonly kind: 'help' | 'profiles' | 'sessions'
  /** The line that is chosen, or the first that is shown of a page that is only read. */
  readonly at: number
}

/** A search that was made. */
export interface Search {
  /** The text. */
  readonly text: string
  /** Its places. */
  readonly matches: readonly Match[]
}

/** The session under another profile, as far as it is known. */
export type WhatIf =
  | {
      /** Only what was recorded is shown. */
      readonly kind: 'off'
    }
  | {
      /** It is being driven. */
      readonly kind: 'wanted'
      /** The name of the profile. */
      readonly profile: string
    }
  | {
      /** It was driven. */
      readonly kind: 'ready'
      /** What became of it. */
      readonly replay: WhatIfReplay
      /** True while it is shown. */
      readonly shown: boolean
    }

/** What is looked at; it changes only where it is followed. */
export interface Debugged {
  /** The sessions; none while one that is to be followed has not begun. */
  readonly sessions: readonly SessionView[]
  /** True where they grow. */
  readonly isFollowed: boolean
  /** The profiles that a session can be driven under, by name, with what they are. */
  readonly profiles: readonly {
    /** The name. */
    readonly name: string
    /** What it is, in a few words. */
    readonly summary: string
  }[]
}

/** What the debugger shows. */
export interface DebuggerState {
  /** The columns and rows of the terminal. */
  readonly size: {
    /** Columns. */
    readonly columns: number
    /** Rows. */
    readonly rows: number
  }
  /** The place of the session among the sessions. */
  readonly session: number
  /** The turn at the cursor. */
  readonly turn: number
  /** The key of the item that is selected, whether it is on the list of the turn or not; null for none. */
  readonly key: string | null
  /** The pane that keys move in. */
  readonly focus: Pane
  /** What the details are about. */
  readonly details: Details
  /** The line of the details at the cursor. */
  readonly line: number
  /** The seqs of the events and calls whose texts are shown in full; with `unfolded` of those that are not. */
  readonly open: ReadonlySet<number>
  /** True where all texts of the turn are shown in full, but for those in `open`. */
  readonly unfolded: boolean
  /** True where the details have the whole screen. */
  readonly isWide: boolean
  /** The first row that each pane shows. */
  readonly tops: { readonly [P in Pane]: number }
  /** The finding that was jumped to last, by its place in the session's; null when none. */
  readonly finding: number | null
  /** What is typed into, or null. */
  readonly prompt: Prompt | null
  /** What was searched last, or null. */
  readonly search: Search | null
  /** What stands in place of the panes, or null. */
  readonly page: Page | null
  /** The session under another profile. */
  readonly whatIf: WhatIf
  /** What there is to say, in place of the keys; null for nothing. */
  readonly message: string | null
}

/** What can be jumped to, forward and backward. */
export type JumpTarget = 'finding' | 'info' | 'rejection' | 'update' | 'difference' | 'match'

/** One thing that is asked. */
export type Action =
  /** Some turns on, or back. */
  | { readonly kind: 'step'; readonly by: number }
  /** Some rows down in the pane that has the keys, or up. */
  | { readonly kind: 'move'; readonly by: number }
  /** A page down in it, or up. */
  | { readonly kind: 'page'; readonly by: 1 | -1 }
  /** Its first or last row. */
  | { readonly kind: 'edge'; readonly to: 'first' | 'last' }
  /** The keys to the next pane, or the one before. */
  | { readonly kind: 'focus'; readonly by: 1 | -1 }
  /** The next thing of a kind, or the one before. */
  | { readonly kind: 'seek'; readonly what: JumpTarget; readonly by: 1 | -1 }
  /** Other details. */
  | { readonly kind: 'show'; readonly details: Details }
  /** What Enter does where the cursor is. */
  | { readonly kind: 'enter' }
  /** Out of what is open. */
  | { readonly kind: 'back' }
  /** A line to type into. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /** A character was typed into it. */
  | { readonly kind: 'typed'; readonly text: string }
  /** Its last character away. */
  | { readonly kind: 'erase' }
  /** A page in place of the panes. */
  | { readonly kind: 'open-page'; readonly page: Page['kind'] }
  /** To a turn, and to an item in it. */
  | { readonly kind: 'go'; readonly turn: number; readonly key?: string }
  /** An event in full, or in short again. */
  | { readonly kind: 'toggle'; readonly seq: number }
  /** All texts of the turn in full, or in short again. */
  | { readonly kind: 'unfold' }
  /** The whole screen for the details, or for all panes again. */
  | { readonly kind: 'widen' }
  /** The session under another profile, or as recorded again. */
  | { readonly kind: 'what-if' }
  /** It was driven under another profile. */
  | { readonly kind: 'what-if-driven'; readonly replay: WhatIfReplay }
  /** It could not be driven. */
  | { readonly kind: 'what-if-failed'; readonly message: string }
  /** The terminal has another size. */
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  /** The end. */
  | { readonly kind: 'quit' }
  /** Sleep, as Ctrl-Z does. */
  | { readonly kind: 'suspend' }
  /** The whole screen anew. */
  | { readonly kind: 'redraw' }

/** Fewer columns or rows are no room for the panes. */
export const leastSize: {
  /** Columns. */
  readonly columns: number
  /** Rows. */
  readonly rows: number
} = { columns: 60, rows: 14 }

/** Rows that are not the panes: the head, the map of the session, the panes' titles, and the keys. */
const otherRows = 4

/** The columns of the panes and their rows, titles left out; of a pane that is not shown 0. */
export interface Layout {
  /** Columns of the timeline. */
  readonly left: number
  /** Columns of the checklist and the details. */
  readonly right: number
  /** Rows of each pane. */
  readonly rows: { readonly [P in Pane]: number }
}

/** The layout for a terminal and a session; null where the terminal is too small. */
export function layoutOf({ size, session, isWide }: DebuggerState, { sessions }: Debugged): Layout | null {
  const { columns, rows } = size
  if (columns < leastSize.columns || rows < leastSize.rows) return null
  const body = rows - otherRows
  if (isWide) return { left: 0, right: columns, rows: { turns: 0, list: 0, details: body } }
  const left = Math.min(64, Math.max(26, Math.floor(columns * 0.37)))
  const right = columns - left - 1
  const wanted = linesOf(sessions[session]?.longestList ?? [], right - besideText)
  // What goes with a turn needs a row too.
  const list = Math.max(3, Math.min(wanted + 1, Math.floor((body - 1) * 0.45)))
  return { left, right, rows: { turns: body, list, details: body - list - 1 } }
}

/** Columns of a row of the checklist that are not the text: the marks before it and the support behind it. */
const besideText = 14

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
