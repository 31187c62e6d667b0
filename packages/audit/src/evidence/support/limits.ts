/** What a verdict means, and how far the audit looks. These are decided, not fitted. */

/** From this support on a completion is supported. */
export const supportedFrom = 0.7

/** Below this support a completion is unsupported; between the two it is weak. */
export const unsupportedBelow = 0.3

/**
 * The same for an item that promises a check: it needs something run that could have failed, so work that fits only
 * loosely leaves it unmet, unless a part of it is met. Lifts what is found among 72 unsupported completions of four
 * labelled sets from 57 to 62, and what is wrongly called so among 736 supported ones from 3 to 10 (2026-11-22,
 * `npm run bench:audit -- --labels …`).
 */
export const uncheckedBelow = 0.55

/** Of a longer window its last pieces are looked at: an item that was never started has one as long as the session. */
export const longestWindow = 400

/** Calls before the window that are looked at: work is often done before its item is started. */
export const lookBackCalls = 30

/** Texts are looked for further ahead, to the user's next request: one report often serves several items. */
export const lookAheadTexts = 300

/**
 * So many pieces of sub-agents' work are looked at for one item, each as often as it is asked for; what lies beyond counts
 * as a log that is not at hand. A window of thirty sub-agents with 500 calls each comes to half of it.
 */
export const mostChildWork = 200_000

/** Characters of an output whose words are kept. */
export const outputWordsLength = 2048

/** So many pieces of evidence count at most: ten weak ones are no strong one. */
export const strongestCounted = 3

/** Of what was done while another item was in progress so many pieces count: it is that item's first. */
export const othersCounted = 1

/** A part is supported no more than this where its last check did not come out well: below every threshold. */
export const refutedSupport = 0.2

/** So well a part is supported whose check ran, and it is open what it shows: stale, in part, inconclusive. */
export const doubtfulSupport = 0.6
