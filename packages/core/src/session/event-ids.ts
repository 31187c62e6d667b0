/**
 * Ids of events that may be asked for again: they come from the session and what a host or a model named. What stands after
 * the session differs by kind, so no two of these ids are equal, whatever names and call ids hold.
 */

/** Of a call of a todo tool, accepted or rejected. */
export const callEventId = (session: string, call: string): string => `${session}/${call}`

/** Of a call of another tool. */
export const toolCallEventId = (session: string, call: string): string => `${session}>${call}`

/** Of the result of another tool. */
export const toolResultEventId = (session: string, call: string): string => `${session}<${call}`

/** Of the n-th event, from 1, of those that one call of the host adds under a name; the number ends at the first colon. */
export const namedEventId = (session: string, name: string, number: number): string =>
  `${session}=${number}:${name}`
