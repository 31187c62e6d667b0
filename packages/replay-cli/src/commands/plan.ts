/** `todo-replay plan`: what is left, what waits for what, and when it may be done. */

import type { TodoEvent } from '@todo-ledger/core'
import {
  type EffortUnit,
  type PlannedItem,
  type SessionPlan,
  sessionPlan,
  WorkLog,
} from '@todo-ledger/core/plan'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../failure.js'
import { headLines, type SessionHead } from '../items/place.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { statusMarks } from '../session-view/words.js'
import { momentOf, momentOption, snapshotAt } from '../show/moment.js'
import { count, durationText, someOf } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'
import { farthest, printResults, resultsOf } from './session-results.js'

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: { ...sourceOptions, ...momentOption, ...jsonOption },
  help: `Parts of an item count towards its progress, and nothing waits for closed items. The critical path is the longest chain of open items that wait for each other. A forecast plays the rest of the list a thousand times, by the intervals between closings so far.

Examples:
  todo-replay plan
  todo-replay plan todos.db --at 3 --json`,
  async run(call) {
    const moment = momentOf(call.options)
    const { results, exit } = await resultsOf(call, (session) => {
      const log = new WorkLog()
      let last: TodoEvent = session.opened
      const followed = snapshotAt(session, moment, ({ event }) => {
        log.observe(event)
        last = event
      })
      const { profile } = session
      return {
        ...followed,
        async finish() {
          const snapshot = await followed.finish()
          const { head, state } = snapshot
          const plan = state === null ? null : sessionPlan(state, last, log)
          return { snapshot, planned: plan === null ? [] : [{ head, profile, plan }] }
        },
      }
    })
    const plans = results.flatMap(({ planned }) => planned)
    if (plans.length === 0) throw farthest(results.map(({ snapshot }) => snapshot))
    const forms = {
      json: ({ head, profile, plan }: (typeof plans)[number]) => ({ ...plan, ...head, profile }),
      text: ({ head, profile, plan }: (typeof plans)[number]) => planText(plan, head, profile, call.output),
      session: ({ head }: (typeof plans)[number]) => head.session,
      isShown: ({ plan }: (typeof plans)[number]) => plan.effort > 0,
      others: 'with nothing open',
    }
    printResults(call, plans, forms, results.length === 1)
    return exit(exitCode.fine)
  },
})

const textLimit = 500
/** Deeper items are shown at this depth. */
const deepest = 8
/** The latest that a Date holds. */
const latestDate = 8.64e15
/** So many ids are named in a row. */
const mostIds = 20

function planText(
  plan: SessionPlan,
  head: SessionHead,
  profile: string,
  { columns, style }: TextLayout,
): readonly string[] {
  const { turn, seq, goal, items, progress } = plan
  const share = progress.total === 0 ? '' : ` (${Math.round((progress.completed / progress.total) * 100)} %)`
  const done = items.length === 0 ? 'no todos' : `${progress.completed} of ${progress.total} done${share}`
  const facts = `${profile}, as of turn ${turn}, event ${seq}: ${done}`
  const lines = linesOf(plan).flatMap((line) =>
    labelled(line, { indent: 2, labelColumns: 15, columns, style }),
  )
  return [
    ...headLines(head, facts, columns, style),
    ...(goal === null ? [] : hang('Goal: ', printable(goal, textLimit), columns)),
    '',
    ...items.flatMap((item) => itemLines(item, plan.unit, { columns, style })),
    ...(items.length === 0 || lines.length === 0 ? [] : ['']),
    ...lines,
  ]
}

function itemLines(item: PlannedItem, unit: EffortUnit, { columns, style }: TextLayout): readonly string[] {
  const { mark, style: name } = statusMarks[item.status]
  const indent = '  '.repeat(Math.min(deepest, item.depth))
  const notes = notesOf(item, unit)
  const text = printable(item.text, textLimit)
  const [first = '', ...rest] = hang(
    `${indent}${mark} ${idOf(item.id)}: `,
    notes.length === 0 ? text : `${text} (${printable(notes.join('; '), textLimit)})`,
    columns,
  )
  if (name === null) return [first, ...rest]
  return [`${indent}${style(name, mark)}${first.slice(indent.length + mark.length)}`, ...rest]
}

function notesOf(
  { status, reason, progress, waitsFor, estimate, worked, depth }: PlannedItem,
  unit: EffortUnit,
): readonly string[] {
  const took = worked === 0 ? '' : `, took ${durationText(worked)}${status === 'completed' ? '' : ' so far'}`
  return [
    ...(depth > deepest ? [`${depth} deep`] : []),
    ...(progress === null ? [] : [`${progress.completed}/${progress.total}`]),
    ...(estimate === null ? [] : [`estimated ${effortText(estimate, unit)}${took}`]),
    ...(waitsFor.length === 0 ? [] : [`after ${idsOf(waitsFor)}`]),
    ...(status === 'blocked' && reason !== null ? [`blocked: ${reason}`] : []),
  ]
}

function linesOf(plan: SessionPlan): readonly Labelled[] {
  const { items, criticalPath, length, effort, unit } = plan
  const ready = items.filter((item) => item.ready).map(({ id }) => id)
  const isOrdered = items.some(({ waitsFor }) => waitsFor.length > 0) || unit !== 'items'
  return [
    ...(effort === 0 ? [] : [{ label: 'can be done', text: ready.length === 0 ? 'nothing' : idsOf(ready) }]),
    ...(criticalPath === null
      ? [{ label: 'critical path', text: 'none: items wait for each other in a circle' }]
      : []),
    ...(criticalPath === null || length === null || effort === 0 || !isOrdered
      ? []
      : [{ label: 'critical path', text: criticalText(criticalPath, length, effort, unit) }]),
    ...velocityOf(plan),
    ...forecastOf(plan),
  ]
}

function criticalText(path: readonly string[], length: number, effort: number, unit: EffortUnit): string {
  const shown = path.slice(0, mostIds).map(idOf).join(' -> ')
  const more = path.length > mostIds ? ` and ${path.length - mostIds} more` : ''
  const part = unit === 'items' ? `${length}` : effortText(length, unit)
  return `${shown}${more}: ${part} of the ${effortText(effort, unit)} that are left`
}

function velocityOf({ velocity: { closed, inTenTurns, inHourOfWork } }: SessionPlan): readonly Labelled[] {
  if (closed === 0) return []
  const rates = [
    ...(inTenTurns === null ? [] : [`${inTenTurns} per ten turns`]),
    ...(inHourOfWork === null
      ? []
      : [`${inHourOfWork < 10 ? inHourOfWork : Math.round(inHourOfWork)} per hour of work`]),
  ]
  return [{ label: 'velocity', text: [`${count(closed, 'item')} closed`, ...rates].join(', ') }]
}

function forecastOf({ forecast, at }: SessionPlan): readonly Labelled[] {
  if (forecast === null) return []
  const { turns, seconds } = forecast
  const inTurns = `${count(turns.median, 'turn')} (${turns.low} to ${turns.high})`
  if (seconds === null) return [{ label: 'forecast', text: `${inTurns} until all is closed` }]
  const inTime = `${durationText(seconds.median)} of work (${durationText(seconds.low)} to ${durationText(seconds.high)})`
  const dateAfter = (each: number) =>
    new Date(Math.min(at.getTime() + each * 1000, latestDate)).toISOString().slice(0, -8).replace('T', ' ')
  const [low, median, high] = [dateAfter(seconds.low), dateAfter(seconds.median), dateAfter(seconds.high)]
  const date = `${median} UTC (${low} to ${high}), if work goes on without pause; 80 % of outcomes`
  return [
    { label: 'forecast', text: `${inTurns}, ${inTime} until all is closed` },
    { label: 'that is', text: date },
  ]
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
