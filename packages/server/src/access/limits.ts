/** How much one may ask, where nobody says otherwise. */
export const usualLimits = Object.freeze({
  /** Bytes of a request's body. */
  body: 1024 * 1024,
  /** Requests a second, by token. */
  rate: 1_000,
  /** Requests a second without a token that is known, by address. */
  strangers: 20,
  /** Sessions, by token. */
  sessions: 10_000,
  /** Streams that are open at the same time, by token. */
  streams: 100,
  /** Audits and pages of sessions that wait for their turn, by token. */
  analyses: 16,
  /** Milliseconds that one of them may take. */
  analysisTime: 30_000,
})

export type Limits = Readonly<Record<keyof typeof usualLimits, number>>
