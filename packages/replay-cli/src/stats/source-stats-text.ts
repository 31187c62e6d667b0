/** The numbers of a source as people read them: of one session, or of many in a table and in total. */

import { count, durationText } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { ListLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'
import { ignoredText, refusedText, signsText } from './reminder-text.js'
import type { SessionStats, TotalStats } from './stats-result.js'
import { statsTable } from './stats-table.js'
import { statsText } from './stats-text.js'

/** The lines on all sessions of a source. */
export function sourceStatsText(
  sessions: readonly SessionStats[],
  total: TotalStats,
  view: ListLayout,
): readonly string[] {
  const [only, ...others] = sessions
  if (only === undefined) return []
  const isSingle = others.length === 0
  return [
    ...(isSingle ? headText(only, view) : [...statsTable(sessions, view), '', totalHead(total, view)]),
    '',
    ...statsText(isSingle ? only : total, view),
    ...signsText(sessions, view),
    ...ignoredText(sessions, view),
    ...refusedText(sessions, view),
  ]
}

function headText(
  { session, file, profile, turns, seconds }: SessionStats,
  { columns, style }: ListLayout,
): readonly string[] {
  const lasted = seconds === null ? '' : `, ${durationText(seconds)}`
  return [
    style('bold', printable(session, 200)),
    ...(file === null ? [] : hang('', printable(file), columns)),
    style('dim', `${printable(profile, 60)}, ${count(turns, 'turn')}${lasted}`),
  ]
}

function totalHead({ sessions, turns }: TotalStats, { style }: ListLayout): string {
  return `${style('bold', 'Total')} ${style('dim', `${count(sessions, 'session')}, ${count(turns, 'turn')}`)}`
}
