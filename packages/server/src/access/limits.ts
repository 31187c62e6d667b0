/** How much one may ask. */

/** What is the most. */
export interface Limits {
  /** Bytes of a request's body. */
  readonly body: number
  /** Requests a second, by token. */
  readonly rate: number
  /** Requests a second without a token that is known, by address. */
  readonly strangers: number
  /** Sessions, by token. */
  readonly sessions: number
  /** Streams that are open at the same time, by token. */
  readonly streams: number
  /** Audits and pages of sessions that wait for their turn, by token. */
  readonly analyses: number
  /** Milliseconds that one of them may take, and before it may wait. */
  readonly analysisTime: number
}

/** The limits where nobody says. */
export const usualLimits: Limits = Object.freeze({
  body: 1024 * 1024,
  rate: 1_000,
  strangers: 20,
  sessions: 10_000,
  streams: 100,
  analyses: 16,
  analysisTime: 30_000,
})
