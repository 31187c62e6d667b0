/**
 * Every number by which the audit weighs evidence, each with its reason. Fitted by hand and by folds on labelled
 * completions; few on purpose: the audit is judged on sessions that nobody here has seen.
 */

/** From this support on a completion is supported. */
export const supportedFrom = 0.7

/** Below this support a completion is unsupported; between the two it is weak. */
export const unsupportedBelow = 0.3

/** Of a longer window its last pieces are looked at: an item that was never started has one as long as the session. */
export const longestWindow = 400

/** Calls before the window that are looked at: work is often done before its item is started. */
export const lookBackCalls = 30

/** Pieces of work after the mark that may still be the item's: a check in the very next step, a report written last. */
export const lookAheadWork = 12

/** Texts are looked for further ahead, to the user's next request: one report often serves several items. */
export const lookAheadTexts = 300

/** While another item is already in progress, only so many: what follows is that item's. */
export const lookAheadBesideOthers = 4

/** Characters of an output whose words are kept. */
export const outputWordsLength = 2048

/** So many pieces of evidence count at most: ten weak ones are no strong one. */
export const strongestCounted = 3

/** What counts less than this counts for nothing. */
export const countedFrom = 0.1

/** Of what was done while another item was in progress so many pieces count: it is that item's first. */
export const othersCounted = 1

/** How near a piece of work is to an item by time alone, 0 to 1. */
export const closeness = {
  /** While the item was in progress: it is the item's. */
  own: 0.92,
  /** The same, where many are in progress at once: no less than this. */
  ownAmongMany: 0.35,
  /** In the window while nothing was in progress: nobody else's. */
  unowned: 0.8,
  /** In the window of an item that was never started, while another was in progress. */
  besideOther: 0.36,
  /** A read before the window while nothing was in progress; fades to nothing. */
  readBefore: 0.6,
  /** A read before the window, while another item was in progress; fades to nothing. */
  readBeforeOther: 0.12,
  /** Any other call before the window while nothing was in progress; fades to nothing. */
  before: 0.3,
  /** Right after the mark, while nothing else was in progress. */
  after: 0.6,
  /** A write right after the mark, while nothing else was in progress: seldom the item's, it was marked before. */
  writeAfter: 0.25,
  /** A text right after the mark, while nothing else was in progress: the report that the list was to end with. */
  textAfter: 0.85,
  /** Right after the mark, while another item was in progress. */
  afterOther: 0.2,
} as const

/** The share of an item's words, weighed by rarity, at which words alone tie a call to it. */
export const fullOverlap = 0.6

/** How far words alone can tie a call to an item. */
export const overlapLink = 0.85

/** By so much must an item's words fit a call better than those of the item that was in progress. */
export const clearlyBetter = 0.15

/**
 * What is left of a tie by words to what was done while another item was in progress: little, as that item explains
 * it, and next to nothing where its words fit as well.
 */
export const shareOutside = { uncontested: 0.35, contested: 0.12 } as const

/** The same in the span of an item that was never started: then its work must lie in the time of others. */
export const shareWithin = { uncontested: 1, contested: 0.4 } as const

/** How far a named file ties a call to an item. */
export const fileLink = 0.9

/** How far a check of a named kind, outside the window but with nothing written since, belongs to the item. */
export const freshNamedCheckLink = 0.8

/** The same where the item names no kind of check. */
export const freshCheckLink = 0.55

/** A text of so many characters and structured lines is a report; a shorter one if it is nothing but structure. */
export const report = { length: 600, structure: 3, shortLength: 300, shortStructure: 5 } as const

/** A text of so many characters says something of its own; shorter ones announce the next step. */
export const statementLength = 150

/** A sub-agent's answer of so many characters is its report; a shorter one only says that it was started. */
export const delegateReportLength = 40

/** Support is at most this where the last check of the item's own kind failed and nobody said why that is fine. */
export const failedCheckCap = 0.6

/** Support is at most this where every check of the item failed because its surroundings did. */
export const brokenEnvironmentCap = 0.28

/** Support is at most this where a named new file was never written. */
export const missingFileCap = 0.2

/** Support is at most this where a named file was not touched. */
export const untouchedFileCap = 0.6

/** A related write after the last check leaves so much of the check's support. */
export const staleCheckFactor = 0.85

/** A prose hand-off in place of a check leaves so much of what other support there is. */
export const handOffFactor = 0.4

/** How much of the best part's support an item keeps whose worst part is not met. */
export const partialShare = 0.5
