/** What is taken out of JSON text as it passes (message-stream.ts). */

import type { JsonObject } from './json-value.js'

/** A piece of it. */
export type StreamPiece =
  | {
      /** An array of messages begins; those before it are of another one. */
      readonly kind: 'open'
      /** What stood before the messages in the object that holds them; null where nothing did, or it was too long. */
      readonly head: JsonObject | null
      /** The array's name; null where it has none. */
      readonly name: string | null
      /** The line, from 1. */
      readonly line: number
    }
  | {
      /** A message. */
      readonly kind: 'message'
      /** The message. */
      readonly value: JsonObject
      /** The line where it begins, from 1. */
      readonly line: number
      /** Its length, in characters. */
      readonly length: number
    }
  | {
      /** A piece could not be read. */
      readonly kind: 'unreadable'
      /** Why. */
      readonly reason: string
      /** The line where it begins, from 1. */
      readonly line: number
      /** True where the end of the text cut it off. */
      readonly isEnd?: boolean
    }
