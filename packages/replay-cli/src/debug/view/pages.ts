/** The pages that stand in place of the panes: the keys, the profiles, the sessions. */

import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import type { Debugged, DebuggerState, Page } from '../model/debugger-state.js'
import { keyHelp } from '../model/keys.js'
import { filled, hanging, type Line, over, sides, span } from './lines.js'
import { changeLegend, legend } from './marks.js'

/** How many lines a page has, or can be chosen from. */
export function pageLength(kind: Page['kind'], debugged: Debugged, columns: number): number {
  if (kind === 'help') return helpLines(columns).length
  return kind === 'sessions' ? debugged.sessions.length : debugged.profiles.length + 1
}

/** The title of a page. */
export function pageTitle({ kind }: Page): string {
  if (kind === 'help') return 'Help (Esc: back)'
  return kind === 'sessions'
    ? 'Sessions (↑ ↓, Enter: open, Esc: back)'
    : 'What if it had run under another profile? (↑ ↓, Enter: drive it, Esc: back)'
}

/** The lines of a page that are seen. */
export function pageLines(
  page: Page,
  state: DebuggerState,
  debugged: Debugged,
  rows: number,
): readonly Line[] {
  const { columns } = state.size
  if (page.kind === 'help') return helpLines(columns).slice(page.at, page.at + rows)
  const lines =
    page.kind === 'sessions' ? sessionLines(debugged, columns) : profileLines(state, debugged, columns)
  const top = Math.max(0, Math.min(page.at - Math.floor(rows / 2), lines.length - rows))
  return lines.slice(top, top + rows).map((line, place) => {
    const isHere = place + top === page.at
    const whole = filled([span(isHere ? '▸' : ' '), ...line], columns)
    return isHere ? over(whole, 'inverse') : whole
  })
}

const keyColumns = 11

function helpLines(columns: number): readonly Line[] {
  const groups = keyHelp.map(({ title, keys }): readonly Line[] => [
    [span(` ${title}`, 'bold')],
    ...keys.map(({ keys: names, does }): Line => [span(` ${names.padEnd(keyColumns)}`, 'cyan'), span(does)]),
    [],
  ])
  const signs: readonly Line[] = [
    [span(' Signs', 'bold')],
    ...legend.map(({ sign, means }): Line => [span(' '), sign, span(` ${means}`)]),
    [],
    [span(' On the list, what the turn did to an item', 'bold')],
    ...changeLegend.map(({ sign, means }): Line => [span(' '), sign, span(` ${means}`)]),
    [],
  ]
  const about = hanging(
    [span(' ')],
    'Support, from 0 to 1, says how well the log shows that an item that is marked as done was done. The map at the top has a sign for each turn, or for as many as fit; ◆ is the turn that is shown.',
    columns - 1,
  )
  const left = groups.flat()
  if (columns < 110) return [...about, [], ...left, ...signs]
  const half = Math.floor(columns / 2)
  const length = Math.max(left.length, signs.length)
  const both = Array.from(
    { length },
    (_, row): Line => [...filled(left[row] ?? [], half), ...(signs[row] ?? [])],
  )
  return [...about, [], ...both]
}

function sessionLines({ sessions }: Debugged, columns: number): readonly Line[] {
  return sessions.map(({ index }) => {
    const { session, audit, parent, copied } = index.replay
    const { unsupported } = audit.summary.verdicts
    const grave = index.findings.filter(({ finding }) => finding.severity !== 'info').length
    const facts = [
      count(index.lastTurn, 'turn'),
      audit.completions.length === 0 ? 'nothing completed' : `${audit.completions.length} completed`,
      ...(copied === undefined ? [] : [`${copied.completions} of them copied`]),
    ]
    const name = `${parent === null ? '' : '↳ '}${printable(session, 200)}`
    const wrong: Line = [
      ...(unsupported === 0 ? [] : [span(`  ${unsupported} unsupported`, 'red')]),
      ...(grave === 0 ? [] : [span(`  ${count(grave, 'finding')}`, 'yellow')]),
    ]
    return sides([span(name)], [span(`  ${facts.join(', ')}`, 'dim'), ...wrong, span(' ')], columns - 1)
  })
}

function profileLines({ whatIf }: DebuggerState, { profiles }: Debugged, columns: number): readonly Line[] {
  const shown = whatIf.kind === 'ready' ? whatIf.replay.result.profile : null
  const widest = Math.max(...profiles.map(({ name }) => name.length), 12) + 2
  const lines = profiles.map(({ name, summary }): Line => {
    const note = name === shown ? ' (driven)' : ''
    return filled(
      [span(name.padEnd(widest), 'bold'), span(printable(`${summary}${note}`, 300), 'dim')],
      columns - 1,
    )
  })
  return [[span('as recorded'.padEnd(widest), 'bold'), span('only what happened', 'dim')], ...lines]
}
