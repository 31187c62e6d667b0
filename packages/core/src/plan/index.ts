/** What is left of a list and how long it may take: hierarchy, dependencies, critical path, pace, forecast, focus. */

export { type EffortUnit, type Estimate, readEstimate } from './estimate.js'
export { type Plan, type PlannedItem, type Progress, planOf } from './plan.js'
