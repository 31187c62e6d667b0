/**
 * Ids of the events of calls. They come from session and call, so asking again finds the same event. What stands after the
 * session differs by kind: no call id can make two of these ids equal.
 */

/** Of a call of a todo tool, accepted or rejected. */
export function callEventId(session: string, call: string): string {
  return `${session}/${call}`
}

/** Of a call of another tool. */
export function toolCallEventId(session: string, call: string): string {
  return `${session}>${call}`
}

/** Of the result of another tool. */
export function toolResultEventId(session: string, call: string): string {
  return `${session}<${call}`
}
