/** The checklist at the cursor: what the turn did to each item, and what the audit says of those that are done. */

import type { ListEntry } from '../session-view/item-changes.js'
import type { ListedItemReplay } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import { printable } from '../text/printable.js'
import { wrap } from '../text/wrap.js'
import { filled, type Line, lineWidth, over, sides, span } from './lines.js'
import { changeSign, differenceSign, statusSign, verdictSign, verdictStyle } from './signs.js'
import type { DebuggerState } from './state.js'
import type { WhatIfReplay } from './what-if.js'

/** A row of the checklist. */
export interface ListRow {
  /** The key of the recorded item, or null where the item would be there under the other profile alone. */
  readonly key: string | null
  /** The item. */
  readonly item: Pick<ListedItemReplay, 'id' | 'text' | 'status' | 'reason' | 'actor'>
  /** What the turn did to it. */
  readonly change: ListEntry['change']
  /** What was recorded, where it would have been otherwise under the other profile; null where it is the same. */
  readonly instead: string | null
}

/** The rows of the checklist at the cursor. @param whatIf the session under another profile, while it is shown */
export function listRows(turn: number, view: SessionView, whatIf: WhatIfReplay | null): readonly ListRow[] {
  const entries = view.entriesAt(turn)
  if (whatIf === null)
    return entries.map(({ item, change }) => ({ key: item.key, item, change, instead: null }))
  const recorded = entries.filter(({ change }) => change !== 'removed')
  const unmatched = new Set(recorded)
  const rows = whatIf.itemsAt(turn).map((item): ListRow => {
    const entry = [...unmatched].find((each) => isSameText(each.item.text, item.text))
    if (entry === undefined) return { key: null, item, change: null, instead: 'not on the recorded list' }
    unmatched.delete(entry)
    const instead = entry.item.status === item.status ? null : `recorded: ${entry.item.status}`
    return { key: entry.item.key, item, change: null, instead }
  })
  const missing = [...unmatched].map(
    ({ item }): ListRow => ({ key: item.key, item, change: 'removed', instead: 'on the recorded list only' }),
  )
  return [...rows, ...missing]
}

/** The row of the selected item; the nearest one where it is not on the list, -1 where the list is empty. */
export function selectedRow(rows: readonly ListRow[], key: string | null): number {
  if (rows.length === 0) return -1
  const row = rows.findIndex((each) => each.key !== null && each.key === key)
  return Math.max(0, row)
}

/** The rows of the checklist that are seen; with room enough texts take as many lines as they need. */
export function listPane(
  state: DebuggerState,
  view: SessionView,
  whatIf: WhatIfReplay | null,
  columns: number,
  rows: number,
): readonly Line[] {
  const all = listRows(state.turn, view, whatIf)
  if (all.length === 0) return [emptyLine(state, view, columns)]
  const selected = selectedRow(all, state.key)
  const long = all.map((row, place) => rowLines(row, place === selected, state, view, columns, true))
  if (long.flat().length <= rows) return long.flat()
  const top = state.tops.list
  return all
    .slice(top, top + rows)
    .flatMap((row, place) => rowLines(row, place + top === selected, state, view, columns, false))
}

function emptyLine({ turn }: DebuggerState, view: SessionView, columns: number): Line {
  const later = view.replay.turns.find(
    ({ turn: number, list }) => number > turn && list !== view.turn(turn)?.list,
  )
  const text =
    later === undefined
      ? ' No list here.'
      : view.turn(turn)?.list === 0
        ? ` No list yet: the first comes in turn ${later.turn} (u).`
        : ` The list is empty until turn ${later.turn} (u).`
  return filled([span(text, 'dim')], columns)
}

function rowLines(
  { key, item, change, instead }: ListRow,
  isSelected: boolean,
  { turn, focus }: DebuggerState,
  view: SessionView,
  columns: number,
  whole: boolean,
): readonly Line[] {
  const isGone = change === 'removed'
  const reason = item.reason === null ? '' : ` (${printable(item.reason, 200)})`
  const holder = view.holderOf(item)
  const who = holder === null ? '' : ` [${printable(holder, 24)}]`
  const text = `#${printable(item.id, 24)} ${printable(item.text, 500)}${reason}${who}`
  const before: Line = [
    span(isSelected ? '▸' : ' '),
    instead === null ? changeSign(change) : differenceSign,
    isGone ? span('   ') : statusSign(item.status),
    span(' '),
  ]
  const note: Line =
    instead === null ? verdictSpans(key, item.status, turn, view, isGone) : [span(` ${instead} `, 'yellow')]
  const room = columns - lineWidth(before) - lineWidth(note)
  const [first = '', ...rest] = whole ? wrap(text, room) : [text]
  const shown = (part: string) =>
    isGone || item.status === 'cancelled'
      ? span(part, 'dim')
      : change === null
        ? span(part)
        : span(part, 'bold')
  const lines = [
    sides([...before, shown(first)], note, columns),
    ...rest.map((part) => filled([span(' '.repeat(lineWidth(before))), shown(part)], columns)),
  ]
  if (!isSelected) return lines
  return lines.map((line) => over(line, ...(focus === 'list' ? (['inverse'] as const) : (['bold'] as const))))
}

function verdictSpans(
  key: string | null,
  status: ListedItemReplay['status'],
  turn: number,
  view: SessionView,
  isGone: boolean,
): Line {
  if (isGone) return [span(' removed ', 'red')]
  const completion = key === null ? undefined : view.claimAt({ key, status }, turn)
  if (completion === undefined) return []
  const { verdict } = completion
  return [span(' '), verdictSign(verdict), span(` ${verdict} `, verdictStyle(verdict))]
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
