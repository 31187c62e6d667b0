/** What a stored session looked like, and how it came about: lists at moments, lives of items, differences and bisecting. */

export {
  type EventPlace,
  Reached,
  type SessionObserver,
} from '../history.js'
export {
  type AskedRule,
  Bisect,
  type BisectPredicate,
  type BisectResult,
  type BrokenInterval,
} from './bisect.js'
export { CopiedEvents } from './copied-events.js'
export {
  type FieldOrigin,
  type ItemLeft,
  type ItemLife,
  type ItemLifeChange,
  ItemLives,
  type RemovedItem,
} from './item-lives.js'
export {
  type ChangedField,
  type ItemDiff,
  type ItemThen,
  isDropped,
  type ListDiff,
  ListDiffer,
  type ReachedMoment,
} from './list-diff.js'
export { type LifeField, listDifferences } from './list-differences.js'
