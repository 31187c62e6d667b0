/** What is left of a list and how long it may take: hierarchy, dependencies, critical path, pace, forecast, focus. */

export { type EffortUnit, type Estimate, readEstimate } from '../estimate.js'
export {
  type Forecast,
  type ForecastBasis,
  type ForecastInput,
  type ForecastOptions,
  forecast,
  type Interval,
  recordOf,
  type TrackRecord,
} from './forecast.js'
export type { Elapsed } from './moments.js'
export { type Pace, PaceKeeper, paceOf, type Throughput, type Velocity, velocityOf } from './pace.js'
export { type Plan, type PlannedItem, type Progress, planOf } from './plan.js'
export type { ItemTimes } from './precedence.js'
export {
  bestForecast,
  type EstimateComparison,
  type EstimatedItem,
  type Forecasts,
  type PlanMoment,
  type PredictedCompletion,
  planAt,
  type SessionPlan,
  type SessionPlanOptions,
  sessionPlan,
  trackRecord,
} from './session-plan.js'
export {
  type Focus,
  type FocusShares,
  type ItemWork,
  type ListStep,
  type SessionWork,
  type Work,
  WorkLog,
  type WorkTime,
} from './work-log.js'
