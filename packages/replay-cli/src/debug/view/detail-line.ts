/** What the details consist of, and what they are made from. */

import type { Action } from '../model/actions.js'
import type { SessionIndex } from '../model/session-index.js'
import type { WhatIfReplay } from '../model/what-if-replay.js'
import type { Line } from './lines.js'

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
