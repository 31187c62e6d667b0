/** What the debugger shows: where its cursors are, and what is asked of the person. Plain read-only data. */

import type { Match, SessionSearch } from './search.js'
import type { SessionIndex } from './session-index.js'
import type { WhatIfReplay } from './what-if-replay.js'

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

/** A session that can be shown. */
export interface ShownSession {
  /** Where things are in it. */
  readonly index: SessionIndex
  /** Finds texts in it. */
  readonly search: SessionSearch
}

/** What does not change while the debugger runs. */
export interface Debugged {
  /** The sessions; at least one. */
  readonly sessions: readonly ShownSession[]
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
  /** The seqs of the events and calls whose texts are shown in full. */
  readonly open: ReadonlySet<number>
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
