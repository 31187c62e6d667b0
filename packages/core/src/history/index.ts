/** What a stored session looked like, and how it came about: lists at moments, lives of items, differences, bisecting, forks. */

export type { ForkOrigin } from '../events.js'
export {
  type BeforeEvent,
  type EventPlace,
  observeEvents,
  Reached,
  type SessionMoment,
  type SessionObserver,
} from '../history.js'
export {
  type AskedRule,
  Bisect,
  type BisectPredicate,
  type BisectResult,
  type BrokenInterval,
  bisect,
} from './bisect.js'
export { CopiedEvents } from './copied-events.js'
export { type ForkOptions, forkOf, SessionFork } from './fork.js'
export {
  type CarriedOn,
  type FieldOrigin,
  type ItemLeft,
  type ItemLife,
  type ItemLifeChange,
  ItemLives,
  itemLives,
  type RemovedItem,
} from './item-lives.js'
export {
  type ChangedField,
  type ItemDiff,
  type ItemThen,
  isDropped,
  type ListDiff,
  ListDiffer,
  type ListedAgain,
  listDiff,
  type ReachedMoment,
} from './list-diff.js'
export {
  type FieldDifference,
  type ItemDifference,
  type LifeField,
  listDifferences,
} from './list-differences.js'
