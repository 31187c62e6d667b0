/** When something did not hold, as people read it. */

import type { TodoItem } from '@todo-ledger/core'
import type { BrokenInterval, EventPlace } from '@todo-ledger/core/history'
import { headLines, placeText, shortPlace } from '../items/place.js'
import { itemText } from '../show/checklist-text.js'
import { count, someOf } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import type { TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import type { BisectQuestion } from './bisect-output.js'
import type { BisectedSession } from './bisected-session.js'

/** As many times are shown one by one. */
const shown = 20
/** As many items are shown of the list at that time. */
const shownItems = 6

/** How it is printed. */
export interface BisectLayout extends TextLayout {
  /** What was asked. */
  readonly question: BisectQuestion
}

/** Its lines. */
export function bisectText(session: BisectedSession, layout: BisectLayout): readonly string[] {
  const { head, result } = session
  const { columns, style } = layout
  const { intervals } = result
  const listed = intervals.slice(0, shown)
  const more = intervals.length - listed.length
  return [
    ...headLines(head, factsOf(session, layout.question), columns, style),
    ...listed.flatMap((interval) => intervalText(interval, session, layout)),
    ...refusedText(result.refused, columns),
    ...(more > 0 ? ['', `  and ${count(more, 'more time')}; --json has all of them`] : []),
  ]
}

function factsOf({ result }: BisectedSession, question: BisectQuestion): string {
  const { intervals, turns } = result
  const name = nameOf(question)
  if (intervals.length === 0) return `${name}: holds throughout (${count(turns, 'turn')})`
  const broken = intervals.reduce((sum, interval) => sum + interval.turns, 0)
  const first = intervals[0]
  const when = first === undefined || first.from.turn === 0 ? '' : `, first in turn ${first.from.turn}`
  const stood = broken === 0 ? '' : `; ${count(broken, 'turn')} of ${turns} ended with it broken`
  return `${name}: broken ${count(intervals.length, 'time')}${when}${stood}`
}

function refusedText(refused: readonly EventPlace[], columns: number): readonly string[] {
  if (refused.length === 0) return []
  const places = someOf(refused.map(shortPlace), 5)
  const what = refused.length === 1 ? 'update was refused for it' : 'updates were refused for it'
  return ['', ...wrap(`${refused.length} ${what}: ${places}`, columns - 2).map((line) => `  ${line}`)]
}

/** What was asked, in few words. */
function nameOf({ rule, options }: BisectQuestion): string {
  const given = Object.entries(options).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return given.length === 0 ? rule : `${rule} (${given.join(', ')})`
}

function intervalText(
  { from, to, turns, violations }: BrokenInterval,
  { head, breaking }: BisectedSession,
  { columns, style }: BisectLayout,
): readonly string[] {
  const layout = { indent: 2, labelColumns: 8, columns, style }
  const event = breaking.get(from.seq)
  const isAtOnce = to?.seq === from.seq
  const said = violations.slice(0, 5).map(({ message, item }) => ({
    label: 'why',
    text: item === null ? message : `${message} (#${item})`,
  }))
  const mended =
    to === null
      ? { label: 'until', text: `the end of the session (${count(turns, 'turn')})` }
      : { label: 'mended', text: `${placeText(to, head.file)} (${lasting(turns)})` }
  return [
    '',
    ...labelled({ label: 'broke', text: placeText(from, head.file), labelStyle: 'red' }, layout),
    ...labelled({ label: '', text: event?.summary ?? '' }, layout),
    ...said.flatMap((text) => labelled(text, layout)),
    ...atWork(event?.list ?? [], violations).flatMap((item) =>
      itemText(item, columns - 10, style).map((line) => `          ${line}`),
    ),
    ...(isAtOnce ? [] : labelled(mended, layout)),
  ]
}

/** Of the list what is being worked on, and what the rule names. */
function atWork(list: readonly TodoItem[], violations: BrokenInterval['violations']): readonly TodoItem[] {
  const named = new Set(violations.map(({ item }) => item))
  return list.filter(({ id, status }) => status === 'in_progress' || named.has(id)).slice(0, shownItems)
}

function lasting(turns: number): string {
  return turns === 0 ? 'in the same turn' : `after ${count(turns, 'turn')}`
}
