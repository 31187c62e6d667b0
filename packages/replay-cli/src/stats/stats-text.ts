/** The numbers of one session, or of all together, as people read them. */

import { usageText } from '../session-view/usage.js'
import { count, durationText, grouped } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import type { TextLayout } from '../text/style.js'
import { costText } from './cost-text.js'
import { levelsText } from './levels-text.js'
import type { ReminderCounts, Stats } from './stats-result.js'

/** The lines: completions, times, calls of the todo tools, nags, and what the list cost. */
export function statsText(stats: Stats, { columns, style }: TextLayout): readonly string[] {
  const layout = { indent: 2, labelColumns: 15, columns, style }
  const printed: readonly Labelled[] = [
    { label: 'completions', text: completionsOf(stats) },
    ...timesOf(stats),
    ...usageOf(stats),
    { label: 'findings', text: findingsOf(stats) },
    { label: 'todo calls', text: callsOf(stats) },
    ...remindersOf('nags', 'list', stats.nags),
    ...(stats.nags.levels.some(({ level }) => level > 1)
      ? [{ label: '', text: levelsText(stats.nags.levels) }]
      : []),
    ...remindersOf('continuations', 'work', stats.continuations),
  ]
  return [
    ...printed.flatMap((line) => labelled(line, layout)),
    '',
    ...costText(stats.cost, { columns, style }),
  ]
}

function completionsOf({ completions }: Stats): string {
  const { all, supported, weak, unsupported, undecided, unknown } = completions
  if (all === 0) return 'none'
  const share = Math.round((supported / all) * 100)
  const others = [
    ...(weak === 0 ? [] : [`${weak} weak`]),
    ...(unsupported === 0 ? [] : [`${unsupported} unsupported`]),
    ...(undecided === 0 ? [] : [`${undecided} undecided`]),
    ...(unknown === 0 ? [] : [`${unknown} unknown`]),
  ]
  return [`${all}: ${supported} supported (${share} %)`, ...others].join(', ')
}

function timesOf({ times, completions }: Stats): readonly Labelled[] {
  const { measured, medianTurns, medianSeconds, longest } = times
  if (medianTurns === null || longest === null) return []
  const median = [
    count(medianTurns, 'turn'),
    ...(medianSeconds === null ? [] : [durationText(medianSeconds)]),
  ]
  const took = [
    count(longest.turns, 'turn'),
    ...(longest.seconds === null ? [] : [durationText(longest.seconds)]),
  ]
  const without = completions.all - measured
  const parts = [
    `${measured === 1 ? '' : 'median '}${median.join(', ')} from start to completion`,
    ...(longest.turns > medianTurns ? [`longest #${longest.item}: ${took.join(', ')}`] : []),
    ...(without === 0 ? [] : [`${without} never started`]),
  ]
  return [{ label: 'times', text: parts.join('; ') }]
}

/** What the model cost; a recording that does not say it of all turns says of how many it does. */
function usageOf({ usage, turns }: Stats): readonly Labelled[] {
  if (usage === null) return []
  const some = usage.turns < turns ? ` (of ${usage.turns} of the ${count(turns, 'turn')})` : ''
  return [{ label: 'tokens', text: `${usageText(usage)}${some}` }]
}

function findingsOf({ findings: { error, warning, info } }: Stats): string {
  if (error + warning + info === 0) return 'none'
  return `${count(error, 'error')}, ${count(warning, 'warning')}, ${info} info`
}

function callsOf({ calls, refusedFor }: Stats): string {
  const { accepted, flagged, rolledBack, refused, queries } = calls
  const rules = refusedFor.map(({ rule, updates }) => (refusedFor.length === 1 ? rule : `${updates} ${rule}`))
  const reasons = rules.length === 0 ? '' : ` (${rules.join(', ')})`
  return [
    `${grouped(accepted)} accepted`,
    ...(flagged === 0 ? [] : [`${flagged} of them against a rule that only flags`]),
    ...(rolledBack === 0 ? [] : [`${rolledBack} rolled back`]),
    `${grouped(refused)} refused${reasons}`,
    ...(queries === 0 ? [] : [`${grouped(queries)} only read the list`]),
  ].join(', ')
}

/** What came first behind a reminder, in words. */
const followedBy: readonly (readonly [keyof ReminderCounts['response'], string])[] = [
  ['work', 'other work'],
  ['completion', 'a completion'],
  ['update', 'another update'],
  ['text', 'words alone'],
  ['nothing', 'nothing'],
]

function remindersOf(
  label: 'nags' | 'continuations',
  wants: 'list' | 'work',
  { all, ignored, response }: ReminderCounts,
): readonly Labelled[] {
  if (all === 0) return [{ label, text: 'none' }]
  const first = followedBy.flatMap(([name, words]) =>
    response[name] === 0 ? [] : [`${words}${all === 1 ? '' : ` ${response[name]}×`}`],
  )
  const heeded = all - ignored
  const outcome =
    wants === 'list'
      ? `${heeded} led to an update, ${ignored} ignored`
      : `${heeded} led to work, ${ignored} ignored`
  return [{ label, text: `${all}: ${outcome}; first came ${first.join(', ')}` }]
}
