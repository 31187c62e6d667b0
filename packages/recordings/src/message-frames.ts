/** What is open while messages are taken out of JSON text (message-stream.ts). */

import type { MessageText } from './message-text.js'

/** An object or array that is open. */
export interface Frame {
  /** True for an array. */
  readonly isArray: boolean
  /** `list`: its objects are messages; `around`: it may hold such an array. */
  readonly kind: 'list' | 'around' | 'inner'
  /** The name of what comes next where it is the list of messages, or null. */
  list: string | null
}

/** The message that is open. */
export interface Captured {
  /** As many objects and arrays stand around it. */
  readonly depth: number
  /** The line where it begins, from 1. */
  readonly line: number
  /** True where it begins its line, without a space before it. */
  readonly beginsLine: boolean
  /** Where it begins in the piece that is read. */
  from: number
  /** Its text so far. */
  readonly text: MessageText
}
