/** What an audit comes to as people read it: of a session its progress, times and nags; of all the last line. */

import type { NagEffect, ProgressPoint, SessionAudit } from '@todo-ledger/audit'
import type { Lowered } from '../config/audit-setup.js'
import { completionsIn } from '../session-view/concerns.js'
import { count, durationText, grouped } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import type { AuditEnd } from './audit-report.js'
import type { AuditedSession } from './followed-session.js'
import { ItemNumbers } from './item-numbers.js'

/** The course of a session is drawn in at most as many columns. */
const sparkColumns = 40

/** With fewer completions than this, a course says nothing that they do not. */
const fewestForCourse = 3

/** The lines of a session's summary; none where it completed nothing and was not nagged. */
export function sessionSummaryText(audit: SessionAudit, columns: number, style: Style): readonly string[] {
  const { completions, summary } = audit
  if (completions.length === 0 && summary.nags.length === 0) return []
  const layout = { indent: 2, labelColumns: 10, columns, style }
  const lines: readonly Labelled[] = [
    ...(completions.length < fewestForCourse ? [] : progressOf(audit, columns)),
    ...timesOf(audit),
    ...nagsOf(audit),
  ]
  return lines.flatMap((line) => labelled(line, layout))
}

function progressOf(audit: SessionAudit, columns: number): readonly Labelled[] {
  const { progress } = audit.summary
  const last = progress.at(-1)
  if (last === undefined) return []
  const cells = Math.min(sparkColumns, audit.turns, Math.max(10, columns - 34))
  const points = courseOf(progress, audit.turns, cells)
  const draw = (values: readonly number[]): string => sparkline(values, Math.max(1, last.items))
  const claimed = draw(points.map((point) => point?.claimed ?? 0))
  const supported = draw(points.map((point) => point?.supported ?? 0))
  const outcome = `${last.claimed} of ${count(last.items, 'item')}`
  if (points.every((point) => point === undefined || point.claimed === point.supported))
    return [{ label: 'progress', text: `${claimed} ${outcome} claimed, all supported` }]
  return [
    { label: 'claimed', text: `${claimed} ${outcome}` },
    { label: 'supported', text: `${supported} ${last.supported}` },
  ]
}

/** How far the session was at the end of each of so many equal spans of its turns. */
function courseOf(
  progress: readonly ProgressPoint[],
  turns: number,
  cells: number,
): readonly (ProgressPoint | undefined)[] {
  return Array.from({ length: cells }, (_, cell) => {
    const turn = Math.ceil(((cell + 1) * turns) / cells)
    return progress.findLast((point) => point.turn <= turn)
  })
}

function timesOf({ completions, summary: { times } }: SessionAudit): readonly Labelled[] {
  const { spans, medianTurns, medianSeconds } = times
  if (medianTurns === null) return []
  const median = [
    count(medianTurns, 'turn'),
    ...(medianSeconds === null ? [] : [durationText(medianSeconds)]),
  ]
  const [longest] = spans.toSorted((one, other) => other.turns - one.turns)
  const extreme =
    longest === undefined || longest.turns <= medianTurns
      ? ''
      : `; longest ${new ItemNumbers(completions).of(longest)}: ${count(longest.turns, 'turn')}`
  return [
    {
      label: 'times',
      text: `${spans.length === 1 ? '' : 'median '}${median.join(', ')} from start to completion${extreme}`,
    },
  ]
}

/** What followed, in the words of a sentence, in the order in which they are said. */
const responses: readonly (readonly [NagEffect['response'], string])[] = [
  ['work', 'by work'],
  ['completion', 'by a completion with no work between'],
  ['update', 'by another change of the list'],
  ['text', 'by words alone'],
  ['nothing', 'by nothing'],
]

function nagsOf({ summary: { nags } }: SessionAudit): readonly Labelled[] {
  if (nags.length === 0) return []
  const of = (kind: NagEffect['kind']) => nags.filter((nag) => nag.kind === kind).length
  const kinds = [
    ...(of('nag') === 0 ? [] : [count(of('nag'), 'nag')]),
    ...(of('continuation') === 0 ? [] : [count(of('continuation'), 'continuation')]),
  ]
  const followed = responses.flatMap(([response, words]) => {
    const number = nags.filter((nag) => nag.response === response).length
    return number === 0 ? [] : [{ number, words }]
  })
  const text = followed
    .map(
      ({ number, words }, index) =>
        `${nags.length === 1 ? '' : `${number} `}${index === 0 ? 'followed ' : ''}${words}`,
    )
    .join(', ')
  return [{ label: 'nags', text: `${kinds.join(' and ')}: ${text}` }]
}

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * A course of numbers in one line of block characters, the lowest block for 0 alone and the highest for `most` alone.
 * @param most the value of the highest block; at least 1
 */
function sparkline(values: readonly number[], most: number): string {
  const top = blocks.length - 1
  return values
    .map((value) => {
      if (value <= 0) return blocks[0]
      if (value >= most) return blocks[top]
      return blocks[Math.min(top - 1, Math.max(1, Math.round((value / most) * top)))]
    })
    .join('')
}

/** How many completions a session has, and what of it a baseline accepts: `2 completions, 1 of them and 3 findings accepted by the baseline`. */
export function completionsText({ audit, accepted }: AuditedSession): string {
  const { completions = 0, findings = 0 } = accepted ?? {}
  const all = count(completionsIn(audit.summary) + completions, 'completion')
  if (findings === 0) return all
  const some = completions === 0 ? '' : `${completions} of them and `
  return `${all}, ${some}${count(findings, 'finding')} accepted by the baseline`
}

/** `9 completions: 7 supported, 1 weak, 1 unsupported, 0 unknown · 1 error, 0 warnings, 2 info`, and what was made milder. */
export function summaryText(
  { summary, accepted, lowered }: Pick<AuditEnd, 'summary' | 'accepted' | 'lowered'>,
  style: Style,
): string {
  const { sessions, completions, supported, weak, unsupported, undecided, unknown, findings } = summary
  const verdicts = [
    `${supported} supported`,
    weak > 0 ? style('yellow', `${weak} weak`) : '0 weak',
    unsupported > 0 ? style('red', `${unsupported} unsupported`) : '0 unsupported',
    `${undecided} undecided`,
    `${unknown} unknown`,
  ]
  const severities = [
    findings.error > 0 ? style('red', count(findings.error, 'error')) : '0 errors',
    findings.warning > 0 ? style('yellow', count(findings.warning, 'warning')) : '0 warnings',
    `${findings.info} info`,
  ]
  const many = sessions > 1 ? `${count(sessions, 'session')}, ` : ''
  const all = findings.error + findings.warning + findings.info
  const share = accepted === all ? 'all' : grouped(accepted)
  const known = accepted === 0 ? '' : `; ${share} accepted by the baseline`
  const judged = completions === 0 ? '' : `: ${verdicts.join(', ')}`
  const milder = lowered === null ? '' : ` · lowered by ${loweredText(lowered)}`
  return `${many}${count(completions, 'completion')}${judged} · ${severities.join(', ')}${milder}${known}`
}

/** `mine.yaml: a-rule warning → off, make acceptance counts as test`. */
function loweredText({ by, rules, checks }: Lowered): string {
  const parts = [
    ...rules.map(({ rule, from, to }) => `${rule} ${from} → ${to}`),
    ...checks.map(({ command, kind }) => `${command} counts as ${kind}`),
  ]
  return printable(`${by}: ${parts.join(', ')}`)
}
