/** A reader of meaning: the pages that it is shown, what it is asked, its answers, and what they say beside the rules. */

export {
  type BadAnswer,
  citationFault,
  parseAnswer,
  type ReaderAnswer,
} from './answer.js'
export { type CallFacts, callFactsOf } from './call-facts.js'
export { combined, doubtedFrom, notDoneFrom, type ReaderThresholds, verdictOfReader } from './combine.js'
export { type Page, PageMaker, type PageSource, pageIdOf, usualPageSize } from './page.js'
export { answerSchema, question, questionVersion } from './question.js'
export { type SessionStep, SessionSteps } from './session-steps.js'
