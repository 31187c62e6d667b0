/** A session as the terminal and the page show it: data and pure functions, which a browser runs as well. */

export { ago, count, durationText, grouped } from '../text/count.js'
export { borderAt, cut } from '../text/cut.js'
export { pageText } from '../text/printable.js'
export {
  completionMarks,
  factWords,
  readerWords,
  timelineFacts,
} from './completion-words.js'
export * from './concerns.js'
export { Conversation, readableInput, type StepTexts, saidInWhole, type TextEntry } from './conversation.js'
export { type Match, wordsOf } from './search.js'
export * from './session-replay.js'
export { type LaneName, laneNames, neighbour, SessionView, type Step } from './session-view.js'
export type { ListEntry } from './turn-summary.js'
export { actorWords, holderOf, isShared } from './who.js'
export {
  changePhrase,
  clockText,
  eventWords,
  lifePhrase,
  type Outcome,
  outcomeOf,
  type Phrase,
  placeWords,
  shortChangeWords,
  statusWords,
  verdicts,
} from './words.js'
