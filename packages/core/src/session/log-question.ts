import type { TodoEvent } from '../events.js'

/** What deciding asks of the log: the event of an id, or those of a range. */
export type LogQuestion = { readonly id: string } | { readonly from: number; readonly to: number }

/** Work that waits for nothing but answers of the log: a live session asks its store, a recording what it has read. */
export type Work<T> = Generator<LogQuestion, T, readonly TodoEvent[]>
