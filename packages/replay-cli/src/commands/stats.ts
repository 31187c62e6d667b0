/** `todo-replay stats`: completions, times, reminders and what followed them, and what the list cost the context. */

import { ownPart } from '../audit/audit-report.js'
import { auditSource } from '../audit/audit-source.js'
import { sessionNames } from '../audit/session-table.js'
import { type CommandModule, defineCommand } from '../command.js'
import { auditSetup, configOption } from '../config/audit-setup.js'
import { exitCode } from '../failure.js'
import { jsonOption, sourceOptions, sourcesArgument } from '../options.js'
import { usageText } from '../session-view/session-replay.js'
import { placeWords } from '../session-view/words.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSources } from '../sources/resolve-source.js'
import { type SessionStats, type Stats, StatsSum } from '../stats/session-stats.js'
import type { Place } from '../stats/session-tally.js'
import { count, durationText, grouped } from '../text/count.js'
import { shortened } from '../text/cut.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { numberTable } from '../text/table.js'
import { hang } from '../text/wrap.js'

export const command: CommandModule = defineCommand({
  arguments: [sourcesArgument],
  options: {
    ...sourceOptions,
    ...jsonOption,
    ...configOption,
  },
  help: `A nag is ignored if no update follows it; a continuation if neither a call nor an update follows, before the next one, the next input of the user, or the end. What the list cost is given in characters as the log holds them, each counted once.

Examples:
  todo-replay stats
  todo-replay stats ~/.claude/projects --json`,
  async run(call) {
    const { words, options, output } = call
    const setup = await auditSetup(options)
    const source = await resolveSources(words, call)
    const reading = await readOptions(call)
    const sum = new StatsSum()
    const sessions: SessionStats[] = []
    for await (const session of auditSource(source, reading, { setup, tally: true }, output))
      sessions.push(sum.add(ownPart(session)))
    const { total } = sum
    if (options.json) output.json({ sessions, total })
    else output.lines(sourceStatsText(sessions, total, output))
    return reading.report.exit(exitCode.fine)
  },
})

/** As many sessions, and places of each kind, are shown; JSON has all. */
const fewSessions = 30
const fewPlaces = 10

function sourceStatsText(
  sessions: readonly SessionStats[],
  total: StatsSum['total'],
  layout: TextLayout,
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
    ...placesText('Signs of trouble', sessions, layout, ({ signs }) =>
      signs.map((sign) => ({ ...sign, text: `${sign.message} ${sign.advice}` })),
    ),
    ...placesText('Ignored', sessions, layout, ({ reminders }) =>
      reminders
        .filter(({ ignored }) => ignored)
        .map(({ kind, text, calls, ...place }) => ({
          ...place,
          text: `${kind} “${shortened(text.split('\n', 1)[0] ?? '', 60)}”, then ${calls === 0 ? 'nothing' : `${count(calls, 'call')} of other tools and no update`}`,
        })),
    ),
  ]
}

/** Places with a heading; none where nothing is. */
function placesText(
  heading: string,
  sessions: readonly SessionStats[],
  { columns, style }: TextLayout,
  placesOf: (session: SessionStats) => readonly (Place & { readonly text: string })[],
): readonly string[] {
  const places = sessions.flatMap((session) =>
    placesOf(session).map(({ turn, seq, source, text }) => {
      const name = sessions.length === 1 ? '' : `${session.file ?? session.session}, `
      return `${name}turn ${turn}, ${placeWords({ seq, source: source ?? undefined })}: ${text}`
    }),
  )
  if (places.length === 0) return []
  const left = places.length - fewPlaces
  return [
    '',
    `  ${style('bold', heading)}`,
    ...places.slice(0, fewPlaces).flatMap((place) => hang('  - ', printable(place, 700), columns)),
    ...(left <= 0 ? [] : [`    and ${grouped(left)} more: --json has all`]),
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
function statsTable(sessions: readonly SessionStats[], layout: TextLayout) {
  const names = sessionNames(sessions)
  const rows = sessions
    .map((row, index) => ({ row, name: names[index] ?? '' }))
    .toSorted((one, other) => other.row.cost.characters - one.row.cost.characters)
  const left = rows.length - fewSessions
  // A column that says nothing of any session only takes room from the names.
  const printed = numbers.filter(([, of]) => sessions.some((session) => of(session) > 0))
  return [
    ...numberTable('session', printed, rows.slice(0, fewSessions), layout),
    ...(left <= 0 ? [] : [`  and ${count(left, 'more session')}: --json has all`]),
    ...hang('  ', legend, layout.columns).map((line) => layout.style('dim', line)),
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
    { label: 'continuations', text: heedText('work', continuations) },
    { label: 'cost', text: costOf(stats) },
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

function costOf({ cost: { characters, seen } }: Stats): string {
  const share = seen === 0 ? 0 : (characters / seen) * 100
  return `${grouped(characters)} of the ${grouped(seen)} characters that the log holds are the list's: ${share.toFixed(1)} %`
}
