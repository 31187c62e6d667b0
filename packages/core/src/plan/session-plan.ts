/** What is left of a session's list, how fast it was worked on, and when it may be done. */

import { type Estimate, readEstimate } from '../estimate.js'
import type { TodoEvent } from '../events.js'
import { observeEvents, type Point, Reached } from '../history.js'
import { isOpen } from '../items.js'
import { createReducer, type Reducer } from '../reducer.js'
import type { SessionState, TodoItem } from '../state.js'
import { type Forecast, type ForecastOptions, forecast, recordOf, type TrackRecord } from './forecast.js'
import { paceOf, type Velocity, velocityOf } from './pace.js'
import { type Plan, planOf } from './plan.js'
import { type SessionWork, type Work, WorkLog } from './work-log.js'

/** An item that had an estimate and was worked on. */
export interface EstimatedItem extends Estimate {
  /** The internal key. */
  readonly key: string
  /** The id that people and models see. */
  readonly id: string
  /** What is to be done. */
  readonly text: string
  /** True while it is open: its work goes on. */
  readonly open: boolean
  /** The work on it while it was in progress. */
  readonly actual: Work
  /** Minutes of work for each minute, or point, of the estimate; null where the log does not say times. */
  readonly ratio: number | null
}

/** How estimates compare with what the work took. */
export interface EstimateComparison {
  /** The items of the list that had an estimate and were worked on, in its order. */
  readonly items: readonly EstimatedItem[]
  /** The median ratio of those that are closed; null where there is none. */
  readonly medianRatio: number | null
}

/** When all that is open may be closed, by whose pace. */
export interface Forecasts {
  /** By the session's own; null where it has closed nothing yet. */
  readonly session: Forecast | null
  /** By that of the project's other sessions; null where there are none. */
  readonly project: Forecast | null
  /** By its own, corrected by how far off such forecasts were in the others; the best there is. */
  readonly both: Forecast | null
}

/** When all that is open may be closed, were work to go on without pause. */
export interface PredictedCompletion {
  /** As early as this. */
  readonly low: Date
  /** As likely sooner as later. */
  readonly median: Date
  /** As late as this. */
  readonly high: Date
}

/** A session's list at a moment. */
export interface PlanMoment extends Pick<SessionState, 'session' | 'goal' | 'items'> {
  /** The turn of the moment, from 1; 0 before the first. */
  readonly turn: number
  /** The seq of the last event up to the moment. */
  readonly seq: number
  /** When that event happened. */
  readonly at: Date
}

/** The plan of a session. */
export interface SessionPlan extends Plan, Pick<PlanMoment, 'session' | 'turn' | 'seq' | 'at'> {
  /** How fast items were closed. */
  readonly velocity: Velocity
  /** How estimates compare with what the work took. */
  readonly estimates: EstimateComparison
  /** How much longer it takes; null where nothing is open. */
  readonly forecasts: Forecasts | null
  /** When that is, by the best of the forecasts; null where there is none in time, or no date is so late. */
  readonly completion: PredictedCompletion | null
}

/** What a plan is made with. */
export interface SessionPlanOptions extends ForecastOptions {
  /** What the project's other sessions tell. */
  readonly project?: readonly TrackRecord[]
}

/** The plan of a session that was followed up to a moment. @param work what its `WorkLog` gives then */
export function sessionPlan(
  { session, turn, seq, at, ...list }: PlanMoment,
  work: SessionWork,
  { project = [], ...options }: SessionPlanOptions = {},
): SessionPlan {
  const { throughput, open, since } = paceOf(work)
  const input = { open: open.size, throughput, since, project }
  const forecasts =
    open.size === 0
      ? null
      : {
          session: forecast(input, 'session', options),
          project: forecast(input, 'project', options),
          both: project.some((other) => other.throughput.length > 0)
            ? forecast(input, 'both', options)
            : null,
        }
  return {
    ...{ session, turn, seq, at },
    ...planOf(list),
    velocity: velocityOf({ throughput }),
    estimates: compared(list.items, work),
    forecasts,
    completion: completionOf(forecasts, at.getTime()),
  }
}

/** The forecast to go by: the best there is. */
export function bestForecast(forecasts: Forecasts | null): Forecast | null {
  return forecasts?.both ?? forecasts?.session ?? forecasts?.project ?? null
}

/**
 * The plan of a session as its events tell it, or null where it never came to the moment.
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function planAt(
  events: AsyncIterable<TodoEvent>,
  point: Point,
  options: SessionPlanOptions = {},
  reducer: Reducer = createReducer(),
): Promise<SessionPlan | null> {
  const replay = reducer.replay()
  const seen = new Reached(point)
  const log = new WorkLog()
  for await (const event of events) {
    if (seen.isBefore(event)) break
    replay.apply(event)
    log.observe(event, replay.state)
    if (seen.isAt(event)) break
  }
  if (!seen.reached || replay.state.seq === 0) return null
  const { session, goal, items, turn, seq, at } = replay.finish()
  const moment = { session, goal, items, turn: turn.number, seq, at: new Date(at) }
  return sessionPlan(moment, log.work, options)
}

/** What the events of a session tell about those to come. @throws DamagedLogError when the log has a gap or cannot be */
export async function trackRecord(events: AsyncIterable<TodoEvent>, reducer?: Reducer): Promise<TrackRecord> {
  const log = new WorkLog()
  await observeEvents(events, log, reducer)
  return recordOf(log.work)
}

/** The latest moment that a Date holds, in milliseconds. */
const latest = 8.64e15

function completionOf(forecasts: Forecasts | null, at: number): PredictedCompletion | null {
  const seconds = bestForecast(forecasts)?.seconds ?? null
  if (seconds === null || at + seconds.high * 1000 > latest) return null
  const after = (each: number) => new Date(at + each * 1000)
  return { low: after(seconds.low), median: after(seconds.median), high: after(seconds.high) }
}

function compared(items: readonly TodoItem[], work: SessionWork): EstimateComparison {
  const worked = new Map(work.items.map((item) => [item.key, item]))
  const found = items.flatMap((item): readonly EstimatedItem[] => {
    const estimate = readEstimate(item.estimate)
    const known = worked.get(item.key)
    if (estimate === null || known === undefined) return []
    const { turns, seconds, calls } = known
    const ratio = seconds === null ? null : Math.round((seconds / 60 / estimate.amount) * 100) / 100
    const { key, id, text } = item
    return [{ key, id, text, open: isOpen(item), ...estimate, actual: { turns, seconds, calls }, ratio }]
  })
  const ratios = found.flatMap(({ open, ratio }) => (open || ratio === null ? [] : [ratio]))
  const sorted = ratios.toSorted((one, other) => one - other)
  return { items: found, medianRatio: sorted[Math.floor((sorted.length - 1) / 2)] ?? null }
}
