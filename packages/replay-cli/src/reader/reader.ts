/** What answers pages. */

import type { Page } from '@todo-ledger/audit/reader'

/** An answer as a reader gave it: a text or a value, the model as far as it says it, and US dollars or null. */
export interface ReaderReply {
  readonly answer: unknown
  readonly model: string
  readonly cost: number | null
}

/** Something that reads pages. */
export interface Reader {
  /** What it is called on record where its replies name no model. */
  readonly name: string
  /** Where pages go, for people: "the program claude", "https://api.example.com". */
  readonly where: string
  /** @throws ReaderTrouble */
  ask(page: Page, signal: AbortSignal): Promise<ReaderReply>
}

/** What an answer may take. */
export const readerLimits = { milliseconds: 5 * 60 * 1000, characters: 1_000_000 }

/** A reader gave no answer. The message says what happened and what to do. */
export class ReaderTrouble extends Error {
  override readonly name = 'ReaderTrouble'
  /** True where asking again can't help: a missing program or key, a wrong name. */
  readonly isFinal: boolean
  /** Seconds after which the reader wants to be asked again, or null where it does not say. */
  readonly retryAfter: number | null

  constructor(
    message: string,
    { isFinal = false, retryAfter = null }: { isFinal?: boolean; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.isFinal = isFinal
    this.retryAfter = retryAfter
  }
}

/** A field of a value that came from outside. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}
