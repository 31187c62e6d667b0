/** A reader of meaning: the pages that it is shown, what it is asked, its answers, and what they say beside the rules. */

export { citationFault, parseAnswer, type ReaderAnswer } from './answer.js'
export { callFactsOf } from './call-facts.js'
export { combined } from './combine.js'
export { type Page, PageMaker, usualPageSize } from './page.js'
export { answerSchema, question, questionVersion } from './question.js'
export { type SessionStep, SessionSteps } from './session-steps.js'
