/** How much one may ask. */

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

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
  /** Milliseconds that one of them may take. */
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
  analysisTime: 60_000,
})

/** Counts requests. */
export class RequestRate {
  readonly #known: RateLimiterMemory
  readonly #strangers: RateLimiterMemory

  /** @param limits requests a second */
  constructor({ rate, strangers }: Pick<Limits, 'rate' | 'strangers'>) {
    this.#known = new RateLimiterMemory({ points: rate, duration: 1 })
    this.#strangers = new RateLimiterMemory({ points: strangers, duration: 1 })
  }

  /** A request of a token comes. Gives the milliseconds to wait; 0 where it may pass. */
  known(token: string): Promise<number> {
    return waitOf(this.#known, token)
  }

  /** A request without a known token comes. */
  stranger(address: string): Promise<number> {
    return waitOf(this.#strangers, address)
  }
}

async function waitOf(limiter: RateLimiterMemory, name: string): Promise<number> {
  try {
    await limiter.consume(name)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, refusal.msBeforeNext)
  }
}

/** Things that are open, by who opened them. */
export class OpenCount {
  readonly #most: number
  readonly #open = new Map<string, number>()

  /** @param most how many one may have open */
  constructor(most: number) {
    this.#most = most
  }

  /** How many are open in all. */
  get total(): number {
    let total = 0
    for (const count of this.#open.values()) total += count
    return total
  }

  /** Opens one; null where there are as many as there may be. What it gives closes it, once. */
  open(name: string): (() => void) | null {
    const count = this.#open.get(name) ?? 0
    if (count >= this.#most) return null
    this.#open.set(name, count + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      const left = (this.#open.get(name) ?? 1) - 1
      if (left === 0) this.#open.delete(name)
      else this.#open.set(name, left)
    }
  }
}
