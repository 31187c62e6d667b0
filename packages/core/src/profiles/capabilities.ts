/**
 * What a system's tools can do to a list, as data: so that what a call of another system wants can be decided here
 * without being put into this system's words first.
 */

import type { Intent, WantedItem } from '../decide/intent.js'
import type { TodoStatus } from '../events.js'
import type { SessionState } from '../state.js'

/** What a tool may keep of an item beside text and status. */
export type KeptPart = 'reason' | 'activeForm' | 'priority'

/** A tool that replaces the whole list. */
export interface ReplacingTool {
  readonly tool: string
  /**
   * Whose ids are: `own` the model's, `position` nobody's, so that places count, `lifelong` the session's, which an item
   * keeps for life.
   */
  readonly ids: 'own' | 'position' | 'lifelong'
  readonly keeps?: readonly KeptPart[]
  /** What becomes of a text: spaces around it go, or it is one line. */
  readonly text?: 'trimmed' | 'one-line'
  /** What the system makes of a list by itself; the list as it is when absent. */
  readonly intentOf?: (items: readonly WantedItem[], state: SessionState) => Intent
}

/** A tool that adds items at the list's end. */
interface AddingTool {
  readonly tool: string
  /** What else than a text a call can say of an item; only the text when absent, and the item is pending. */
  readonly keeps?: readonly KeptPart[]
  /** True where a call adds one item. */
  readonly oneByOne?: boolean
  /** The id of the item that comes next but so many, from 0. */
  readonly nextId: (state: SessionState, index: number) => string
}

/** What a system's tools can do. What is absent they can't. */
export interface Capabilities {
  readonly statuses: readonly TodoStatus[]
  readonly replace?: ReplacingTool
  readonly add?: AddingTool
  /** The tools that give one item a status. */
  readonly setStatus?: { readonly [status in TodoStatus]?: string }
  /** The tool that gives one item another text. */
  readonly reword?: string
  /** The tool that begins a new list with a goal. */
  readonly begin?: string
  /** The tool that empties the list. */
  readonly clear?: string
  /** The tool that only reads the list. */
  readonly query?: string
  /** The tool that takes an open item for whoever calls, by its `id`. */
  readonly claim?: string
}

export const usualStatuses: readonly TodoStatus[] = ['pending', 'in_progress', 'completed']

export const allStatuses: readonly TodoStatus[] = [...usualStatuses, 'blocked', 'cancelled']

/** The list that is wanted as what a replacing tool would make of it. */
export function replacementOf(
  { ids, text: kept, intentOf }: ReplacingTool,
  wanted: readonly WantedItem[],
  state: SessionState,
): Intent {
  const worded = wanted.map((item) => {
    if (kept === undefined) return item
    return { ...item, text: kept === 'trimmed' ? item.text.trim() : item.text.replace(/\s+/g, ' ').trim() }
  })
  const items = worded
    .filter(({ text }) => kept !== 'one-line' || text !== '')
    .map((item, index) => {
      if (item.ownId && ids !== 'position') return item
      return { ...item, id: ids === 'lifelong' ? `(new ${index + 1})` : String(index + 1), ownId: false }
    })
  const stable = ids === 'lifelong' ? { stable: true } : {}
  return intentOf?.(items, state) ?? { kind: 'replace', items, numbered: ids === 'position', ...stable }
}
