/** The numbers of many sessions at a glance, those whose lists cost most first. */

import { sessionNames } from '../audit/session-table.js'
import { count, grouped } from '../text/count.js'
import type { ListLayout, Style } from '../text/style.js'
import { type TableCell, tableLines } from '../text/table.js'
import { percent } from './cost-text.js'
import type { SessionStats } from './stats-result.js'

/** As many sessions are shown where not all are asked for. */
const fewSessions = 30

/** The lines of the table. @param all true: all sessions, however many */
export function statsTable(
  sessions: readonly SessionStats[],
  { columns, style, all }: ListLayout,
): readonly string[] {
  const names = sessionNames(sessions)
  const rows = sessions
    .map((session, index) => ({ session, name: names[index] ?? '' }))
    .toSorted((one, other) => other.session.cost.characters - one.session.cost.characters)
  const shown = all ? rows : rows.slice(0, fewSessions)
  const left = rows.length - shown.length
  // A column that says nothing of any session only takes room from the names.
  const printed = numbers.filter(
    ({ of, isAlways }) => isAlways === true || sessions.some((session) => of(session) > 0),
  )
  return [
    ...tableLines(
      'session',
      printed,
      shown.map(({ session, name }) => ({
        name,
        cells: printed.map(({ of, text = grouped }) => numberCell(of(session), text, style)),
      })),
      { columns, style },
    ),
    ...(left === 0 ? [] : [`  and ${count(left, 'more session')}: --all shows them`]),
    style('dim', '  done: completions  ✓: supported  list: its characters, and their share of all'),
  ]
}

/** A column of the table. */
interface NumberColumn {
  readonly title: string
  readonly of: (session: SessionStats) => number
  /** How the number is written; plainly when absent. */
  readonly text?: (number: number) => string
  /** True: it is there even where no session has any. */
  readonly isAlways?: true
}

const numbers: readonly NumberColumn[] = [
  { title: 'turns', of: ({ turns }) => turns, isAlways: true },
  { title: 'done', of: ({ completions }) => completions.all, isAlways: true },
  { title: '✓', of: ({ completions }) => completions.supported, isAlways: true },
  { title: 'refused', of: ({ calls }) => calls.refused },
  { title: 'nags', of: ({ nags, continuations }) => nags.all + continuations.all },
  { title: 'ignored', of: ({ nags, continuations }) => nags.ignored + continuations.ignored },
  { title: 'list', of: ({ cost }) => cost.characters, isAlways: true },
  { title: 'share', of: ({ cost }) => cost.share ?? 0, text: percent, isAlways: true },
]

function numberCell(number: number, text: (number: number) => string, style: Style): TableCell {
  return number === 0 ? { text: '·', paint: (padded) => style('dim', padded) } : { text: text(number) }
}
