/** What deciding asks of a log, and the ids by which events are asked for again. */

import type { TodoEvent } from '../events.js'

/** What deciding asks of the log: the event of an id, or those of a range. */
export type LogQuestion = { readonly id: string } | { readonly from: number; readonly to: number }

/** Work that waits for nothing but answers of the log: a live session asks its store, a recording what it has read. */
export type Work<T> = Generator<LogQuestion, T, readonly TodoEvent[]>

/** Of a call of a todo tool, accepted or rejected. */
export const callEventId = (session: string, call: string): string => `${session}/${call}`

/** Of a call of another tool. */
export const toolCallEventId = (session: string, call: string): string => `${session}>${call}`

/** Of the result of another tool. */
export const toolResultEventId = (session: string, call: string): string => `${session}<${call}`

/** Of the n-th event, from 1, of those that one call of the host adds under a name; the number ends at the first colon. */
export const namedEventId = (session: string, name: string, number: number): string =>
  `${session}=${number}:${name}`
