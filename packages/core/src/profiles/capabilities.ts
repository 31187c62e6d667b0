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
  /** Its name. */
  readonly tool: string
  /**
   * Whose ids are: `own` the model's, `position` nobody's, so that places count, `lifelong` the session's, which an item
   * keeps for life.
   */
  readonly ids: 'own' | 'position' | 'lifelong'
  /** What it keeps of an item beside text and status. */
  readonly keeps?: readonly KeptPart[]
  /** What becomes of a text: spaces around it go, or it is one line. */
  readonly text?: 'trimmed' | 'one-line'
  /** What the system makes of a list by itself; the list as it is when absent. */
  readonly intentOf?: (items: readonly WantedItem[], state: SessionState) => Intent
}

/** A tool that adds items at the list's end. */
interface AddingTool {
  /** Its name. */
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
  /** The statuses that an item can have. */
  readonly statuses: readonly TodoStatus[]
  /** Replaces the whole list. */
  readonly replace?: ReplacingTool
  /** Adds items. */
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
}

/** The statuses that most systems know. */
export const usualStatuses: readonly TodoStatus[] = ['pending', 'in_progress', 'completed']

/** Every status that there is. */
export const allStatuses: readonly TodoStatus[] = [...usualStatuses, 'blocked', 'cancelled']

/** The list that is wanted as what a replacing tool would make of it. */
export function replacementOf(
  { ids, text, intentOf }: ReplacingTool,
  wanted: readonly WantedItem[],
  state: SessionState,
): Intent {
  const items = wanted.flatMap((item): readonly WantedItem[] => {
    const kept = textOf(item.text, text)
    return kept === '' && text === 'one-line' ? [] : [{ ...item, text: kept }]
  })
  const placed = items.map((item, index) =>
    item.ownId && ids !== 'position' ? item : { ...item, id: unnamed(ids, index + 1), ownId: false },
  )
  const intent: Intent = {
    kind: 'replace',
    items: placed,
    numbered: ids === 'position',
    ...(ids === 'lifelong' ? { stable: true } : {}),
  }
  return intentOf?.(placed, state) ?? intent
}

function unnamed(ids: ReplacingTool['ids'], position: number): string {
  return ids === 'lifelong' ? `(new ${position})` : String(position)
}

function textOf(text: string, kept: ReplacingTool['text']): string {
  if (kept === undefined) return text
  return kept === 'trimmed' ? text.trim() : text.replace(/\s+/g, ' ').trim()
}
