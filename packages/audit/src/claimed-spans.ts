/** Which pieces of a session's work an item that was never started may claim: since the update before its completion. */

import type { Completion } from './item-histories.js'

/** Knows for each piece of work whether an item of another key may claim it. */
export class ClaimedSpans {
  /** By position the key of the item that may claim it; null where several may. */
  readonly #claims = new Map<number, string | null>()

  /** Linear in the spans: those of different updates do not overlap. */
  constructor(completions: readonly Completion[]) {
    const spans = new Map<string, { readonly from: number; readonly to: number; key: string | null }>()
    for (const { key, started, previousUpdate, at } of completions) {
      if (started !== null) continue
      const from = previousUpdate?.position ?? 0
      const name = `${from} ${at.position}`
      const span = spans.get(name)
      if (span === undefined) spans.set(name, { from, to: at.position, key })
      else if (span.key !== key) span.key = null
    }
    for (const { from, to, key } of spans.values()) {
      for (let position = from; position < to; position += 1) {
        const known = this.#claims.get(position)
        this.#claims.set(position, known === undefined || known === key ? key : null)
      }
    }
  }

  /** True where an item of another key may claim the piece at a position. */
  isOthers(position: number, key: string): boolean {
    const claim = this.#claims.get(position)
    return claim !== undefined && claim !== key
  }
}
