/** What a verdict means, and how far the audit looks. These are decided, not fitted. */

/** From this support on a completion is supported. */
export const supportedFrom = 0.7

/** Below this support a completion is unsupported; between the two it is weak. */
export const unsupportedBelow = 0.3

/** Of a longer window its last pieces are looked at: an item that was never started has one as long as the session. */
export const longestWindow = 400

/** Calls before the window that are looked at: work is often done before its item is started. */
export const lookBackCalls = 30

/** Texts are looked for further ahead, to the user's next request: one report often serves several items. */
export const lookAheadTexts = 300

/** Characters of an output whose words are kept. */
export const outputWordsLength = 2048

/** So many pieces of evidence count at most: ten weak ones are no strong one. */
export const strongestCounted = 3

/** Of what was done while another item was in progress so many pieces count: it is that item's first. */
export const othersCounted = 1
