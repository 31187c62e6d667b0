/** The numbers of a source as people read them: of one session, or of many in a table and in total. */

import { sessionNames } from '../audit/session-table.js'
import { usageText } from '../session-view/usage.js'
import { count, durationText, grouped } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { ListLayout, TextLayout } from '../text/style.js'
import { tableLines } from '../text/table.js'
import { fit, hang, pad } from '../text/wrap.js'
import { levelsText } from './nag-levels.js'
import type { SessionStats, Stats, StatsSum } from './session-stats.js'
import type { Place } from './session-tally.js'

/** As many sessions, and places of each kind, are shown where not all are asked for. */
const fewSessions = 30
const fewPlaces = 10

/** The lines on all sessions of a source. */
export function sourceStatsText(
  sessions: readonly SessionStats[],
  total: StatsSum['total'],
  layout: ListLayout,
): readonly string[] {
  const [first, ...others] = sessions
  if (first === undefined) return []
  const only = others.length === 0 ? first : null
  const { style } = layout
  const all = `${count(total.sessions, 'session')}, ${count(total.turns, 'turn')}`
  return [
    ...(only === null
      ? [...statsTable(sessions, layout), '', `${style('bold', 'Total')} ${style('dim', all)}`]
      : headText(only, layout)),
    '',
    ...statsText(only ?? total, only, layout),
    '',
    ...costText(total, layout),
    ...placesText('Signs of trouble', sessions, layout, ({ signs }) =>
      signs.map((sign) => ({ ...sign, text: `${sign.message} ${sign.advice}` })),
    ),
    ...placesText('Ignored', sessions, layout, ({ reminders }) =>
      reminders
        .filter(({ ignored }) => ignored)
        .map(({ kind, text, calls, ...place }) => ({
          ...place,
          text: `${kind} “${fit(text.split('\n', 1)[0] ?? '', 60)}”, then ${calls === 0 ? 'nothing' : `${count(calls, 'call')} of other tools and no update`}`,
        })),
    ),
    ...placesText('Refused', sessions, layout, ({ refusals }) =>
      refusals.map((refusal) => ({ ...refusal, text: `${refusal.rules.join(', ')}: ${refusal.message}` })),
    ),
  ]
}

function headText({ session, file, profile, turns, seconds }: SessionStats, { columns, style }: TextLayout) {
  const lasted = seconds === null ? '' : `, ${durationText(seconds)}`
  return [
    style('bold', printable(session, 200)),
    ...(file === null ? [] : hang('', printable(file), columns)),
    style('dim', `${printable(profile, 60)}, ${count(turns, 'turn')}${lasted}`),
  ]
}

/** The columns of the table. */
const numbers: readonly (readonly [title: string, of: (session: SessionStats) => number])[] = [
  ['turns', ({ turns }) => turns],
  ['done', ({ completions }) => completions.all],
  ['✓', ({ completions }) => completions.supported],
  ['before', ({ list }) => list.callsBefore],
  ['at once', ({ list: { mostAtOnce } }) => (mostAtOnce > 1 ? mostAtOnce : 0)],
  ['refused', ({ calls }) => calls.refused],
  ['nags', ({ nags, continuations }) => nags.all + continuations.all],
  ['ignored', ({ nags, continuations }) => nags.ignored + continuations.ignored],
  ['list', ({ cost }) => cost.characters],
]

const legend =
  'done: completions  ✓: supported  before: calls before the first list  at once: most ticked in one turn  list: its characters'

/** Those whose lists cost most first. */
function statsTable(sessions: readonly SessionStats[], { columns, style, all }: ListLayout) {
  const names = sessionNames(sessions)
  const rows = sessions
    .map((session, index) => ({ session, name: names[index] ?? '' }))
    .toSorted((one, other) => other.session.cost.characters - one.session.cost.characters)
  const shown = all ? rows : rows.slice(0, fewSessions)
  const left = rows.length - shown.length
  // A column that says nothing of any session only takes room from the names.
  const printed = numbers.filter(([, of]) => sessions.some((session) => of(session) > 0))
  return [
    ...tableLines(
      'session',
      printed.map(([title]) => ({ title })),
      shown.map(({ session, name }) => ({
        name,
        cells: printed.map(([, of]) => ({ text: of(session) === 0 ? '·' : grouped(of(session)) })),
      })),
      { columns, style },
    ),
    ...(left === 0 ? [] : [`  and ${count(left, 'more session')}: --all shows them`]),
    ...hang('  ', legend, columns).map((line) => style('dim', line)),
  ]
}

/** Completions, times, calls of the todo tools, nags. @param only the session, where there is one */
function statsText(stats: Stats, only: SessionStats | null, layout: TextLayout): readonly string[] {
  const { turns, usage, nags, continuations, findings } = stats
  const some =
    usage !== null && usage.turns < turns ? ` (of ${usage.turns} of the ${count(turns, 'turn')})` : ''
  const { error, warning, info } = findings
  const lines: readonly Labelled[] = [
    { label: 'completions', text: completionsOf(stats) },
    ...timesOf(stats),
    ...(only === null ? [] : paceOf(only)),
    ...(usage === null ? [] : [{ label: 'tokens', text: `${usageText(usage)}${some}` }]),
    { label: 'findings', text: `${count(error, 'error')}, ${count(warning, 'warning')}, ${info} info` },
    { label: 'todo calls', text: callsOf(stats) },
    { label: 'nags', text: heedText('an update', nags) },
    ...(nags.levels.some(({ level }) => level > 1) ? [{ label: '', text: levelsText(nags.levels) }] : []),
    { label: 'continuations', text: heedText('work', continuations) },
  ]
  return lines.flatMap((line) => labelled(line, { indent: 2, labelColumns: 15, ...layout }))
}

function completionsOf({ completions: { all, supported, ...others } }: Stats): string {
  if (all === 0) return 'none'
  const rest = Object.entries(others).flatMap(([verdict, number]) =>
    number === 0 ? [] : `${number} ${verdict}`,
  )
  return [`${all}: ${supported} supported (${Math.round((supported / all) * 100)} %)`, ...rest].join(', ')
}

function timesOf({ times, completions }: Stats): readonly Labelled[] {
  const { measured, medianTurns, medianSeconds } = times
  if (medianTurns === null) return []
  const seconds = medianSeconds === null ? '' : `, ${durationText(medianSeconds)}`
  const without = completions.all - measured
  const text = `${measured === 1 ? '' : 'median '}${count(medianTurns, 'turn')}${seconds} from start to completion`
  return [{ label: 'times', text: without === 0 ? text : `${text}; ${without} never started` }]
}

/** When the list came, and whether many items were ticked in one response. */
function paceOf({ list: { firstTurn, callsBefore, mostAtOnce } }: SessionStats): readonly Labelled[] {
  if (firstTurn === null) return []
  const before = callsBefore === 0 ? '' : `, after ${count(callsBefore, 'call')} of other tools`
  const ticked = mostAtOnce > 1 ? `; ${mostAtOnce} ticked in one turn at most` : ''
  return [{ label: 'list', text: `begun in turn ${firstTurn}${before}${ticked}` }]
}

function callsOf({ calls: { accepted, flagged, rolledBack, refused, queries } }: Stats): string {
  return [
    `${grouped(accepted)} accepted`,
    ...(flagged === 0 ? [] : [`${flagged} of them against a rule that only flags`]),
    ...(rolledBack === 0 ? [] : [`${rolledBack} rolled back`]),
    `${grouped(refused)} refused`,
    ...(queries === 0 ? [] : [`${grouped(queries)} only read the list`]),
  ].join(', ')
}

function heedText(wanted: string, { all, ignored }: Stats['continuations']): string {
  return all === 0 ? 'none' : `${all}: ${all - ignored} led to ${wanted}, ${ignored} ignored`
}

const kinds: { readonly [K in keyof Stats['cost']['byKind']]: string } = {
  updates: 'updates',
  replies: 'replies to them',
  queries: 'reading the list',
  refused: 'refused updates',
  nags: 'nags',
  continuations: 'continuations',
}

/** What the list cost: the whole, then each kind of text that cost anything. */
function costText({ cost: { characters, seen, byKind } }: Stats, { columns, style }: TextLayout) {
  if (characters === 0) return ['  The list cost the context nothing.']
  const percent = (number: number): string => `${((number / seen) * 100).toFixed(1)} %`
  const whole = `The list cost ${grouped(characters)} of the ${grouped(seen)} characters that the log holds: ${percent(characters)}`
  const values = Object.entries(byKind).filter(([, value]) => value > 0)
  const digits = Math.max(...values.map(([, value]) => grouped(value).length))
  const labels = new Map(Object.entries(kinds))
  return [
    ...hang('  ', whole, columns),
    ...values.map(
      ([kind, value]) =>
        `  ${style('dim', pad(labels.get(kind) ?? kind, 18))}${grouped(value).padStart(digits)}  ${percent(value).padStart(6)}`,
    ),
  ]
}

/** Places with a heading, session by session where there are several; none where nothing is. */
function placesText(
  heading: string,
  sessions: readonly SessionStats[],
  { columns, style, all }: ListLayout,
  placesOf: (session: SessionStats) => readonly (Place & { readonly text: string })[],
): readonly string[] {
  const places = sessions.flatMap((session) => placesOf(session).map((place) => ({ ...place, session })))
  if (places.length === 0) return []
  const shown = all ? places : places.slice(0, fewPlaces)
  const left = places.length - shown.length
  const lines = ['', `  ${style('bold', heading)}`]
  for (const [index, { turn, seq, source, text, session }] of shown.entries()) {
    if (sessions.length > 1 && shown[index - 1]?.session !== session)
      lines.push(`  ${style('dim', printable(session.file ?? session.session, 300))}`)
    const where = source === null ? `seq ${seq}` : `line ${source.line}`
    lines.push(...hang('  - ', printable(`turn ${turn}, ${where}: ${text}`, 500), columns))
  }
  return left === 0 ? lines : [...lines, `    and ${grouped(left)} more: --all shows them`]
}
