/** The screen of a watch: the list as it stands above, what happened below. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type { TodoItem } from '@todo-ledger/core'
import { statusMarks, verdictMarks } from '../../session-view/words.js'
import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import { shortName } from '../../text/short-name.js'
import type { Style } from '../../text/style.js'
import { widthOf } from '../../text/width.js'
import { fit, wrap } from '../../text/wrap.js'
import { feedLines } from '../text/feed-lines.js'
import type { ToldLine } from '../text/told-line.js'
import { verdictCounts } from '../text/verdict-counts.js'
import type { WatchedSession } from '../watch-view.js'
import { standingCompletions } from '../watched-session.js'

/** What is drawn. */
export interface ScreenContents {
  /** The source as it was named. */
  readonly source: string
  /** The session that is looked at; null where there is none yet. */
  readonly session: WatchedSession | null
  /** How many other sessions there are. */
  readonly others: number
  /** What happened, the newest last. */
  readonly feed: readonly ToldLine[]
  /** What is to be known about the source; empty where nothing is. */
  readonly note: string
}

/** The size of a screen. */
export interface ScreenSize {
  /** Columns of a line. */
  readonly columns: number
  /** Rows. */
  readonly rows: number
}

const leastRows = 8
const leastColumns = 30
/** At least this share of the rows is for what happened. */
const feedShare = 0.4

/** The lines of the screen, as many as it has rows at most. */
export function screenLines(contents: ScreenContents, size: ScreenSize, style: Style): readonly string[] {
  const { rows, columns } = size
  const { source, session, note, feed } = contents
  if (rows < leastRows || columns < leastColumns) return tooSmall(contents, size)
  const foot = style('dim', fit(note === '' ? 'q or Ctrl-C ends' : `${note}  (q ends)`, columns))
  if (session === null) {
    const waiting = note === '' ? 'no session in it yet' : note
    return [...wrap(`${printable(source)}: ${waiting}`, columns), '', style('dim', 'q or Ctrl-C ends')].slice(
      0,
      rows,
    )
  }
  const head = headLines(contents, session, columns, style)
  const figures = style('dim', fit(verdictCounts(session.state, session.audit).join(', '), columns))
  const free = rows - head.length - 4
  const feedRoom = Math.max(3, Math.floor(free * feedShare))
  const list = listRows(session, Math.max(1, free - feedRoom), columns, style)
  const room = Math.max(0, free - list.length)
  const past = newest(feed, room, columns, style)
  const space = Array.from({ length: room - past.length }, () => '')
  return [...head, '', ...list, figures, style('dim', '─'.repeat(columns)), ...past, ...space, foot].slice(
    0,
    rows,
  )
}

function tooSmall({ session, note }: ScreenContents, { rows, columns }: ScreenSize): readonly string[] {
  const text = session === null ? note : verdictCounts(session.state, session.audit).join(', ')
  return wrap(`${text} (the window is too small for more)`, columns)
    .slice(0, rows)
    .map((line) => fit(line, columns))
}

function headLines(
  { others }: ScreenContents,
  { state, file }: WatchedSession,
  columns: number,
  style: Style,
): readonly string[] {
  const { session, profile, turn, goal, run, yielded } = state
  const phase = yielded === null ? (run.open ? 'at work' : '') : yielded.to
  const right = ['turn', turn.number, phase].filter((word) => word !== '').join(' ')
  const name = fit(printable(session, 200), columns - right.length - 2)
  const gap = ' '.repeat(Math.max(2, columns - widthOf(name) - right.length))
  const more = others === 0 ? '' : `, ${count(others, 'other session')}`
  const place = file === null ? 'live' : printable(shortName(file), 200)
  return [
    `${style('bold', name)}${gap}${right}`,
    style('dim', fit(`${printable(profile, 60)}, ${place}${more}`, columns)),
    ...(goal === null ? [] : [fit(`Goal: ${printable(goal, 300)}`, columns)]),
  ]
}

/** A row for each item; of a list that is too long those around the one that is worked on. */
function listRows(session: WatchedSession, room: number, columns: number, style: Style): readonly string[] {
  const { items } = session.state
  if (items.length === 0) return [style('dim', 'No todos yet.')]
  const completions = standingCompletions(session)
  const row = (item: TodoItem) => itemRow(item, completions.get(item.key), columns, style)
  if (items.length <= room) return items.map(row)
  const [first, end] = windowOf(items, room)
  const rest = (where: 'above' | 'below', hidden: readonly TodoItem[]) =>
    hidden.length === 0 ? [] : [style('dim', fit(restText(where, hidden, completions), columns))]
  return [
    ...rest('above', items.slice(0, first)),
    ...items.slice(first, end).map(row),
    ...rest('below', items.slice(end)),
  ].slice(0, room)
}

/**
 * Which items are shown where not all can be: from two before the first that is worked on, else that is open, else up
 * to the end. A row is left for those above, and one for those below.
 */
function windowOf(items: readonly TodoItem[], room: number): readonly [first: number, end: number] {
  const busy = items.findIndex(({ status }) => status === 'in_progress')
  const open = items.findIndex(({ status }) => status === 'pending' || status === 'blocked')
  const focus = busy !== -1 ? busy : open !== -1 ? open : items.length - 1
  const first = focus <= 3 ? 0 : focus - 2
  const end = first + Math.max(1, room - (first === 0 ? 1 : 2))
  return end < items.length ? [first, end] : [items.length - Math.max(1, room - 1), items.length]
}

function restText(
  where: 'above' | 'below',
  items: readonly TodoItem[],
  completions: ReadonlyMap<string, CompletionAudit>,
): string {
  const completed = items.filter(({ status }) => status === 'completed').length
  const doubtful = items.filter(({ key }) => completions.get(key)?.verdict === 'unsupported').length
  const figures = [
    ...(completed === 0 ? [] : [`${completed} completed`]),
    ...(doubtful === 0 ? [] : [`${doubtful} unsupported`]),
  ].join(', ')
  return `  ${where === 'above' ? '↑' : '↓'} ${items.length} more ${where}${figures === '' ? '' : `: ${figures}`}`
}

function itemRow(
  { id, text, status, reason }: TodoItem,
  completion: CompletionAudit | undefined,
  columns: number,
  style: Style,
): string {
  const verdict = completion === undefined ? null : verdictMarks[completion.verdict]
  const { mark, style: name } = statusMarks[status]
  const why = reason === null ? '' : ` (${printable(reason, 200)})`
  const words = fit(`#${printable(id, 40)}: ${printable(text, 300)}${why}`, columns - 6)
  const told = verdict === null ? ' ' : style(verdict.style, verdict.mark)
  const isDoubtful = completion?.verdict === 'unsupported'
  return `${told} ${name === null ? mark : style(name, mark)} ${isDoubtful ? style('red', words) : words}`
}

/** What happened last, as much as there is room for. */
function newest(feed: readonly ToldLine[], room: number, columns: number, style: Style): readonly string[] {
  let lines: readonly string[] = []
  for (const told of feed.toReversed()) {
    const more = feedLines(told, columns, style)
    if (lines.length + more.length > room) return lines.length > 0 ? lines : more.slice(0, room)
    lines = [...more, ...lines]
  }
  return lines
}
