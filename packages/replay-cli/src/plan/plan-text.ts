/** A plan as people read it. */

import type {
  EffortUnit,
  Forecast,
  PlannedItem,
  PredictedCompletion,
  SessionPlan,
} from '@todo-ledger/core/plan'
import { headLines, type SessionHead } from '../items/item-text.js'
import { statusMarks } from '../session-view/words.js'
import { count, durationText, someOf } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'

const textLimit = 500
/** Deeper items are shown at this depth. */
const deepest = 8
/** So many ids are named in a row. */
const mostIds = 20
/** So many estimates are told one by one. */
const mostCompared = 6
const labelColumns = 15

/** The lines of a session's plan. */
export function planText(
  plan: SessionPlan,
  head: SessionHead,
  profile: string,
  { columns, style }: TextLayout,
): readonly string[] {
  const { turn, seq, goal, items, progress } = plan
  const share = progress.total === 0 ? '' : ` (${Math.round((progress.completed / progress.total) * 100)} %)`
  const done = items.length === 0 ? 'no todos' : `${progress.completed} of ${progress.total} done${share}`
  const facts = `${profile}, as of turn ${turn}, event ${seq}: ${done}`
  const isOrdered = items.some(({ waitsFor }) => waitsFor.length > 0) || plan.unit !== 'items'
  const lines = linesOf(plan, isOrdered).flatMap((line) =>
    labelled(line, { indent: 2, labelColumns, columns, style }),
  )
  return [
    ...headLines(head, facts, columns, style),
    ...(goal === null ? [] : hang('Goal: ', printable(goal, textLimit), columns)),
    '',
    ...items.flatMap((item) => itemLines(item, isOrdered ? plan.unit : null, { columns, style })),
    ...(items.length === 0 || lines.length === 0 ? [] : ['']),
    ...lines,
  ]
}

/** @param unit null where there is no order: then neither slack nor a critical path is told */
function itemLines(
  item: PlannedItem,
  unit: EffortUnit | null,
  { columns, style }: TextLayout,
): readonly string[] {
  const { mark, style: name } = statusMarks[item.status]
  const indent = '  '.repeat(Math.min(deepest, item.depth))
  const notes = notesOf(item, unit)
  const text = printable(item.text, textLimit)
  const [first = '', ...rest] = hang(
    `${indent}${mark} #${printable(item.id, 40)}: `,
    notes.length === 0 ? text : `${text} (${printable(notes.join('; '), textLimit)})`,
    columns,
  )
  if (name === null) return [first, ...rest]
  return [`${indent}${style(name, mark)}${first.slice(indent.length + mark.length)}`, ...rest]
}

function notesOf(item: PlannedItem, unit: EffortUnit | null): readonly string[] {
  const { status, reason, progress, waitsFor, unknown, resolved, estimate, slack, depth } = item
  return [
    ...(depth > deepest ? [`${depth} deep`] : []),
    ...(progress === null ? [] : [`${progress.completed}/${progress.total}`]),
    ...(estimate === null || unit === null ? [] : [effortText(estimate, unit)]),
    ...(waitsFor.length === 0 ? [] : [`after ${idsOf(waitsFor)}`]),
    ...(unknown.length === 0 ? [] : [`names ${idsOf(unknown)}, not on the list`]),
    ...(status === 'blocked' && reason !== null ? [`blocked: ${reason}`] : []),
    ...(resolved ? ['what it waited for has closed'] : []),
    ...(slack === null || unit === null
      ? []
      : [slack === 0 ? 'critical' : `slack ${effortText(slack, unit)}`]),
  ]
}

function linesOf(plan: SessionPlan, isOrdered: boolean): readonly Labelled[] {
  const { ready, circle, criticalPath, length, effort, unit, unestimated } = plan
  const isOpen = effort > 0
  return [
    ...(circle === null
      ? []
      : [
          {
            label: 'circle',
            text: `${circle.slice(0, mostIds).map(idOf).join(' -> ')}: each waits for the next, so that none can ever begin, and there is no critical path`,
            labelStyle: 'red' as const,
          },
        ]),
    ...(isOpen ? [{ label: 'can be done', text: ready.length === 0 ? 'nothing' : idsOf(ready) }] : []),
    ...(criticalPath === null || length === null || !isOpen || !isOrdered
      ? []
      : [{ label: 'critical path', text: criticalText(criticalPath, length, effort, unit, unestimated) }]),
    ...velocityOf(plan),
    ...estimatesOf(plan),
    ...forecastsOf(plan),
  ]
}

function criticalText(
  path: readonly string[],
  length: number,
  effort: number,
  unit: EffortUnit,
  unestimated: number,
): string {
  const guessed =
    unit === 'items' || unestimated === 0
      ? ''
      : ` (${count(unestimated, 'item')} without an estimate: as the median of the others)`
  const shown = path.slice(0, mostIds).map(idOf).join(' -> ')
  const more = path.length > mostIds ? ` and ${path.length - mostIds} more` : ''
  const part = unit === 'items' ? `${length}` : effortText(length, unit)
  return `${shown}${more}: ${part} of the ${effortText(effort, unit)} that are left${guessed}`
}

function velocityOf({ velocity }: SessionPlan): readonly Labelled[] {
  const { closed, inTenTurns, inAnHour } = velocity
  if (closed === 0) return []
  const rates = [
    ...(inTenTurns === null ? [] : [`${inTenTurns} per ten turns`]),
    ...(inAnHour === null ? [] : [`${inAnHour < 10 ? inAnHour : Math.round(inAnHour)} per hour of work`]),
  ]
  return [{ label: 'velocity', text: [`${count(closed, 'item')} closed`, ...rates].join(', ') }]
}

function estimatesOf({ estimates: { items, medianRatio } }: SessionPlan): readonly Labelled[] {
  const compared = items.flatMap(({ id, amount, unit, actual, ratio, open }) => {
    if (actual.seconds === null || ratio === null) return []
    const took = `${idOf(id)} ${effortText(amount, unit)}, took ${durationText(actual.seconds)}`
    const times = unit === 'minutes' ? ` (${ratio}×)` : ` (${durationText(ratio * 60)} a point)`
    return [`${took}${open ? ' so far' : ''}${open && ratio < 1 ? '' : times}`]
  })
  if (compared.length === 0) return []
  const more = compared.length > mostCompared ? [`and ${compared.length - mostCompared} more`] : []
  const median = medianRatio === null || items.length === 1 ? [] : [`median ${medianRatio}`]
  const text = [...compared.slice(0, mostCompared), ...more, ...median].join('; ')
  return [{ label: 'estimates', text }]
}

function forecastsOf({ forecasts, completion }: SessionPlan): readonly Labelled[] {
  const { session = null, project = null, both = null } = forecasts ?? {}
  const first = session ?? project
  if (forecasts === null) return []
  if (first === null) {
    const how = 'nothing was closed yet; --project goes by the pace of other sessions'
    return [{ label: 'forecast', text: how }]
  }
  const level = Math.round(first.level * 100)
  return [
    { label: 'forecast', text: `until all that is open is closed: the median (and ${level} % of outcomes)` },
    ...rowOf('  own pace', session, ''),
    ...rowOf(
      '  project',
      project,
      project === null ? '' : `, by ${count(project.sessions, 'other session')}`,
    ),
    ...rowOf('  both', session === null ? null : both, ''),
    ...completionOf(completion),
  ]
}

function rowOf(label: string, forecast: Forecast | null, by: string): readonly Labelled[] {
  if (forecast === null) return []
  const { turns, seconds } = forecast
  const time =
    seconds === null
      ? ''
      : `, ${durationText(seconds.median)} of work (${durationText(seconds.low)} to ${durationText(seconds.high)})`
  return [{ label, text: `${count(turns.median, 'turn')} (${turns.low} to ${turns.high})${time}${by}` }]
}

function completionOf(completion: PredictedCompletion | null): readonly Labelled[] {
  if (completion === null) return []
  const { low, median, high } = completion
  const [day, at] = minuteOf(median)
  const end = (date: Date): string => {
    const [itsDay, time] = minuteOf(date)
    return itsDay === day ? time : `${itsDay} ${time}`
  }
  const text = `${day} ${at} UTC (${end(low)} to ${end(high)}), were work to go on without pause`
  return [{ label: 'that is', text }]
}

function minuteOf(date: Date): readonly [day: string, time: string] {
  const text = date.toISOString()
  return [text.slice(0, 10), text.slice(11, 16)]
}

/** `4.5 h`, `5 points`, `3 items`. */
function effortText(amount: number, unit: EffortUnit): string {
  if (unit === 'minutes') return durationText(amount * 60)
  const rounded = Math.round(amount * 10) / 10
  return count(rounded, unit === 'points' ? 'point' : 'item')
}

function idsOf(ids: readonly string[]): string {
  return someOf(ids.map(idOf), mostIds)
}

function idOf(id: string): string {
  return `#${printable(id, 40)}`
}
