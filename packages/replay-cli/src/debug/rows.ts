/** The rows of the timeline and of the checklist. */

import type { ListedItem, ReplayEvent } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import type { ItemChange } from '../session-view/turn-summary.js'
import { statusWords } from '../session-view/words.js'
import { type DebuggerState, shownWhatIf } from './state.js'

/** A turn, or an input that came behind it. */
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

export interface ListRow {
  /** The key is null where the item would be there under the other profile alone. */
  readonly item: Pick<ListedItem, 'id' | 'text' | 'status' | 'reason'> & {
    readonly key: string | null
    readonly actor?: ListedItem['actor']
  }
  /** What the turn did to it. */
  readonly change: ItemChange | null
  /** What was recorded, where it would have been otherwise under the other profile. */
  readonly instead: string | null
}

/** The checklist at the cursor, as recorded or under the profile that is shown. */
export function listRows(state: DebuggerState, view: SessionView): readonly ListRow[] {
  const entries = view.entriesAt(state.turn)
  const whatIf = shownWhatIf(state)
  if (whatIf === null) return entries.map(({ item, change }) => ({ item, change, instead: null }))
  const unmatched = new Set(entries.flatMap(({ item, change }) => (change === 'removed' ? [] : item)))
  const rows = whatIf.itemsAt(state.turn).map((item): ListRow => {
    const same = [...unmatched].find(({ text }) => isSameText(text, item.text))
    if (same === undefined)
      return { item: { ...item, key: null }, change: null, instead: 'not on the recorded list' }
    unmatched.delete(same)
    const instead = same.status === item.status ? null : `recorded: ${statusWords[same.status]}`
    return { item: { ...item, key: same.key }, change: null, instead }
  })
  const missing = [...unmatched].map(
    (item): ListRow => ({ item, change: 'removed', instead: 'on the recorded list only' }),
  )
  return [...rows, ...missing]
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** The row of the selected item; the first where it is not on the list. */
export function selectedRow(rows: readonly ListRow[], key: string | null): number {
  return Math.max(0, key === null ? 0 : rows.findIndex(({ item }) => item.key === key))
}
