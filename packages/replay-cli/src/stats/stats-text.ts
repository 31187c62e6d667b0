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
import type { SessionStats, Stats, TotalStats } from './session-stats.js'

/** As many sessions, and places of each kind, are shown where not all are asked for. */
const fewSessions = 30
const fewPlaces = 10

/** The lines on all sessions of a source. */
export function sourceStatsText(
  sessions: readonly SessionStats[],
  total: TotalStats,
  layout: ListLayout,
): readonly string[] {
  const [only, ...others] = sessions
  if (only === undefined) return []
  const { style } = layout
  const all = `${count(total.sessions, 'session')}, ${count(total.turns, 'turn')}`
  return [
    ...(others.length === 0
      ? headText(only, layout)
      : [...statsTable(sessions, layout), '', `${style('bold', 'Total')} ${style('dim', all)}`]),
    '',
    ...statsText(others.length === 0 ? only : total, others.length === 0 ? only : null, layout),
    '',
    ...costText(total, layout),
    ...placesText('Signs of trouble', sessions, layout, ({ signs }) =>
      signs.map((sign) => ({ ...sign, text: `${sign.message} ${sign.advice}` })),
    ),
    ...placesText('Ignored', sessions, layout, ({ reminders }) =>
      reminders
        .filter(({ ignored }) => ignored)
        .map((reminder) => ({
          ...reminder,
          text: `${reminder.kind} “${firstLine(reminder.text)}”, then ${afterwards(reminder)}`,
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

/** Those whose lists cost most first. */
function statsTable(
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
  const printed = numbers.filter(([, of, isRare]) => !isRare || sessions.some((session) => of(session) > 0))
  return [
    ...tableLines(
      'session',
      printed.map(([title]) => ({ title })),
      shown.map(({ session, name }) => ({
        name,
        cells: printed.map(([title, of]) => {
          const number = of(session)
          if (number === 0) return { text: '·', paint: (padded) => style('dim', padded) }
          return { text: title === 'share' ? percent(number) : grouped(number) }
        }),
      })),
      { columns, style },
    ),
    ...(left === 0 ? [] : [`  and ${count(left, 'more session')}: --all shows them`]),
    ...hang(
      '  ',
      'done: completions  ✓: supported  before: calls before the first list  at once: most ticked in one turn  list: its characters, and their share of all',
      columns,
    ).map((line) => style('dim', line)),
  ]
}

/** The columns of the table; the last says whether one is left out where it is 0 in every row. */
const numbers: readonly (readonly [string, (session: SessionStats) => number, boolean])[] = [
  ['turns', ({ turns }) => turns, false],
  ['done', ({ completions }) => completions.all, false],
  ['✓', ({ completions }) => completions.supported, false],
  ['before', ({ list }) => list.callsBefore, true],
  ['at once', ({ list: { mostAtOnce } }) => (mostAtOnce > 1 ? mostAtOnce : 0), true],
  ['refused', ({ calls }) => calls.refused, true],
  ['nags', ({ nags, continuations }) => nags.all + continuations.all, true],
  ['ignored', ({ nags, continuations }) => nags.ignored + continuations.ignored, true],
  ['list', ({ cost }) => cost.characters, false],
  ['share', ({ cost }) => cost.share ?? 0, false],
]

/** Completions, times, calls of the todo tools, nags. @param only the session, where there is one */
function statsText(stats: Stats, only: SessionStats | null, layout: TextLayout): readonly string[] {
  const { turns, usage, nags, continuations } = stats
  const some =
    usage !== null && usage.turns < turns ? ` (of ${usage.turns} of the ${count(turns, 'turn')})` : ''
  const lines: readonly Labelled[] = [
    { label: 'completions', text: completionsOf(stats) },
    ...timesOf(stats),
    ...(only === null ? [] : paceOf(only)),
    ...(usage === null ? [] : [{ label: 'tokens', text: `${usageText(usage)}${some}` }]),
    { label: 'findings', text: findingsOf(stats) },
    { label: 'todo calls', text: callsOf(stats) },
    { label: 'nags', text: remindersOf('an update', nags) },
    ...(nags.levels.some(({ level }) => level > 1) ? [{ label: '', text: levelsText(nags.levels) }] : []),
    { label: 'continuations', text: remindersOf('work', continuations) },
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
  const { measured, medianTurns, medianSeconds, longest } = times
  if (medianTurns === null || longest === null) return []
  const took = (turns: number, seconds: number | null): string =>
    `${count(turns, 'turn')}${seconds === null ? '' : `, ${durationText(seconds)}`}`
  const without = completions.all - measured
  const parts = [
    `${measured === 1 ? '' : 'median '}${took(medianTurns, medianSeconds)} from start to completion`,
    ...(longest.turns > medianTurns
      ? [`longest #${longest.item}: ${took(longest.turns, longest.seconds)}`]
      : []),
    ...(without === 0 ? [] : [`${without} never started`]),
  ]
  return [{ label: 'times', text: parts.join('; ') }]
}

/** When the list came, and whether many items were ticked in one response. */
function paceOf({ list: { firstTurn, callsBefore, mostAtOnce } }: SessionStats): readonly Labelled[] {
  if (firstTurn === null) return []
  const before = callsBefore === 0 ? '' : `, after ${count(callsBefore, 'call')} of other tools`
  const ticked = mostAtOnce > 1 ? `; ${mostAtOnce} ticked in one turn at most` : ''
  return [{ label: 'list', text: `begun in turn ${firstTurn}${before}${ticked}` }]
}

function findingsOf({ findings: { error, warning, info } }: Stats): string {
  if (error + warning + info === 0) return 'none'
  return `${count(error, 'error')}, ${count(warning, 'warning')}, ${info} info`
}

function callsOf({ calls, refusedFor }: Stats): string {
  const { accepted, flagged, rolledBack, refused, queries } = calls
  const rules = refusedFor.map(({ rule, updates }) => (refusedFor.length === 1 ? rule : `${updates} ${rule}`))
  return [
    `${grouped(accepted)} accepted`,
    ...(flagged === 0 ? [] : [`${flagged} of them against a rule that only flags`]),
    ...(rolledBack === 0 ? [] : [`${rolledBack} rolled back`]),
    `${grouped(refused)} refused${rules.length === 0 ? '' : ` (${rules.join(', ')})`}`,
    ...(queries === 0 ? [] : [`${grouped(queries)} only read the list`]),
  ].join(', ')
}

/** What came first behind a reminder, in words. */
const followedBy: { readonly [R in keyof Stats['nags']['response']]: string } = {
  work: 'other work',
  completion: 'a completion',
  update: 'another update',
  text: 'words alone',
  nothing: 'nothing',
}

function remindersOf(wanted: string, { all, ignored, response }: Stats['continuations']): string {
  if (all === 0) return 'none'
  const first = Object.values(followedBy).flatMap((words, index) => {
    const times = Object.values(response)[index] ?? 0
    return times === 0 ? [] : [`${words}${all === 1 ? '' : ` ${times}×`}`]
  })
  return `${all}: ${all - ignored} led to ${wanted}, ${ignored} ignored; first came ${first.join(', ')}`
}

const kinds: { readonly [K in keyof Stats['cost']['byKind']['list']]: string } = {
  updates: 'updates',
  replies: 'replies to them',
  queries: 'reading the list',
  refused: 'refused updates',
  nags: 'nags',
  continuations: 'continuations',
}

/** What the list cost: the whole, then a bar for each kind of text that cost anything. */
function costText(
  { cost: { characters, seen, byKind } }: Stats,
  { columns, style }: TextLayout,
): readonly string[] {
  if (characters === 0) return ['  The list cost the context nothing.']
  const whole = `The list cost ${grouped(characters)} of the ${grouped(seen)} characters that the log holds: ${percent(characters / seen)}`
  const values = Object.entries(byKind.list).filter(([, value]) => value > 0)
  const most = Math.max(...values.map(([, value]) => value))
  const digits = grouped(most).length
  const room = Math.max(0, Math.min(30, columns - 30 - digits))
  const labels = new Map(Object.entries(kinds))
  return [
    ...hang('  ', whole, columns),
    ...values.map(([kind, value]) => {
      const figures = `${grouped(value).padStart(digits)}  ${percent(value / seen).padStart(6)}`
      const bar = style('cyan', bars(value / most, room))
      return `  ${style('dim', pad(labels.get(kind) ?? kind, 18))}${figures}  ${bar}`.trimEnd()
    }),
  ]
}

/** `2.6 %`; what is there at all is never shown as nothing. */
function percent(share: number): string {
  return share > 0 && share < 0.001 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`
}

/** A bar of at most so many columns; what is above 0 is seen. */
function bars(share: number, columns: number): string {
  const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
  const parts = Math.max(1, Math.round(share * columns * 8))
  return columns === 0 ? '' : `${'█'.repeat(Math.floor(parts / 8))}${eighths[parts % 8] ?? ''}`
}

/** A place, and what is said of it. */
interface Place extends Pick<SessionStats['reminders'][number], 'turn' | 'seq' | 'source'> {
  readonly text: string
}

/** Places with a heading, session by session where there are several; none where nothing is. */
function placesText(
  heading: string,
  sessions: readonly SessionStats[],
  { columns, style, all }: ListLayout,
  placesOf: (session: SessionStats) => readonly Place[],
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

/** A reminder is named by its first line. */
function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const shown = fit(line.trim(), 60)
  return shown === line.trim() && text.length > line.length ? `${shown}…` : shown
}

function afterwards({ calls, response }: SessionStats['reminders'][number]): string {
  if (calls > 0) return `${count(calls, 'call')} of other tools and no update`
  return response === 'text' ? 'words alone' : 'nothing'
}
