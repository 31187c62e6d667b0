/** What is left of a list, in which order, how fast it is worked on, and when it may be done. */

export { type EffortUnit, type Estimate, readEstimate } from '../estimate.js'
export { readyItems } from '../rules/waiting.js'
export { type Plan, type PlannedItem, type Progress, planOf } from './plan.js'
export {
  type Closing,
  type Forecast,
  type Interval,
  planAt,
  type SessionPlan,
  sessionPlan,
  WorkLog,
} from './session-plan.js'
