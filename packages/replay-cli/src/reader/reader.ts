/** What answers pages: a program that people have already, a model at an address, a command. */

import type { Page } from '@todo-ledger/audit/reader'

/** An answer as a reader gave it. */
export interface ReaderReply {
  /** A text or a value. */
  readonly answer: unknown
  /** As far as the reader says it. */
  readonly model: string
  /** In US dollars, or null. */
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

/** A reader gave no answer. */
export class ReaderTrouble extends Error {
  override readonly name = 'ReaderTrouble'
  /** True where asking again can't help: a missing program or key, a wrong name. */
  readonly isFinal: boolean
  /** Seconds after which the reader wants to be asked again, or null where it does not say. */
  readonly retryAfter: number | null

  /** @param message what happened and what to do */
  constructor(
    message: string,
    given: { readonly isFinal?: boolean; readonly retryAfter?: number | null } = {},
  ) {
    super(message)
    this.isFinal = given.isFinal ?? false
    this.retryAfter = given.retryAfter ?? null
  }
}
