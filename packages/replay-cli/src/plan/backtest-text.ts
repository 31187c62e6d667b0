/** How often the intervals of forecasts held, as people read it. */

import type { Backtest, BacktestCounts, ForecastBasis } from '@todo-ledger/core/plan'
import { count } from '../text/count.js'
import type { TextLayout } from '../text/style.js'
import { type TableRow, tableLines } from '../text/table.js'
import { wrap } from '../text/wrap.js'

const names: { readonly [B in ForecastBasis]: string } = {
  session: 'own pace',
  project: 'project',
  both: 'both',
}

const titles = ['forecasts', 'held', 'share', 'sooner', 'later', 'open', 'high']

/** The lines of a backtest. */
export function backtestText(
  { level, sessions, moments, rows }: Backtest,
  { columns, style }: TextLayout,
): readonly string[] {
  const tried = rows.reduce((most, row) => Math.max(most, row.sessions), 0)
  const head = `Intervals of ${Math.round(level * 100)} in 100, made after ${count(moments, 'closing')} of ${count(tried, 'session')}; ${count(sessions, 'session')} read.`
  const table = rows.flatMap(({ basis, forecasts, turns, seconds }) => [
    rowOf(`${names[basis]}, turns`, forecasts, turns),
    rowOf(`${names[basis]}, time`, forecasts, seconds),
  ])
  const legend =
    'held: the outcome lay within the interval. open: the session ended first. high: how many times the outcome the upper bound was, the median. own pace: that of the session alone. project: that of the other sessions read. both: its own, corrected by how far off it was in the others.'
  return [
    ...wrap(head, columns),
    '',
    ...tableLines(
      'by',
      titles.map((title) => ({ title })),
      table,
      { columns, style },
    ),
    '',
    ...wrap(legend, columns).map((line) => style('dim', line)),
  ]
}

function rowOf(name: string, forecasts: number, counts: BacktestCounts): TableRow {
  const { judged, held, sooner, later, unknown, share, width } = counts
  const made = Math.min(forecasts, judged + unknown)
  const cells = [
    made,
    held,
    share === null ? '·' : `${(share * 100).toFixed(1)} %`,
    sooner,
    later,
    unknown,
    width === null ? '·' : `${width}×`,
  ]
  return { name, cells: cells.map((cell) => ({ text: cell.toLocaleString('en-US') })) }
}
