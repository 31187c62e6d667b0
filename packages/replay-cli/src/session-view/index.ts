/** A session as the terminal and the page show it: data and pure functions, which a browser runs as well. */

export { ago, count, durationText } from '../text/count.js'
export { borderAt, cut } from '../text/cut.js'
export { pageText } from '../text/printable.js'
export * from './concerns.js'
export * from './conversation.js'
export { factWords, timelineFacts } from './fact-words.js'
export { changeWords, type ListEntry } from './item-changes.js'
export { type ReaderWords, readerWords } from './reader-words.js'
export * from './report-data.js'
export { type Match, wordsOf } from './search.js'
export type * from './session-replay.js'
export { SessionView } from './session-view.js'
export type { Step } from './steps.js'
export { type LaneName, type Lanes, laneNames, neighbour } from './turn-summary.js'
export * from './usage.js'
export { holderOf, isShared } from './who.js'
export {
  clockText,
  eventWords,
  type Outcome,
  outcomeOf,
  statusWords,
  verdicts,
} from './words.js'
