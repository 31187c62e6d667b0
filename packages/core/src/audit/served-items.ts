/** Whose a piece of work was by the list: of the items in progress, or else of those that the next update completed. */

import { isRequest, type Work } from '../evidence/work/work.js'
import type { Completion } from './item-histories.js'
import { firstFrom, Places } from './places.js'

/** What an update completed that had never been started: its work lies between it and the update before. */
interface Claim {
  readonly update: string
  readonly keys: readonly string[]
}

/** Knows for each piece of a session's work which items it served. */
export class ServedItems {
  readonly #claims = new Map<number, Claim>()
  readonly #completedAt = new Map<string, number[]>()
  readonly #requests: Places
  readonly #marks: readonly number[]
  /** Of several items in progress those that were started last, by the list of them. */
  readonly #latest = new WeakMap<readonly string[], readonly string[]>()

  /**
   * Linear in the session's work and completions.
   * @param work the session's work, in order
   */
  constructor(completions: readonly Completion[], work: readonly Work[]) {
    this.#requests = new Places(work, isRequest)
    this.#marks = completions.map(({ at }) => at.position)
    for (const { key, at } of completions) {
      const known = this.#completedAt.get(key)
      if (known === undefined) this.#completedAt.set(key, [at.position])
      else known.push(at.position)
    }
    this.#noteStarts(work)
    const seen = new Set<string>()
    for (const { update, batch, started, at, previousUpdate, from } of completions) {
      if (started !== null || from === 'added' || seen.has(update)) continue
      seen.add(update)
      const claim: Claim = { update, keys: batch }
      for (let i = previousUpdate?.position ?? 0; i < at.position; i += 1) {
        if (work[i]?.busy.length === 0) this.#claims.set(i, claim)
      }
    }
  }

  /** The items that a piece of work served first, by key, as a completion's audit sees it; none where it may be its own. */
  ownersOf(piece: Work, completion: Completion): readonly string[] {
    if (piece.busy.length > 0) return piece.busy
    const claim = this.#claims.get(piece.position)
    return claim === undefined || claim.update === completion.update ? [] : claim.keys
  }

  /**
   * Of the items that a piece served those that were started last: to start an item while another is open says that
   * the other waits, or that its mark is late.
   */
  latestOf(piece: Work): readonly string[] {
    return this.#latest.get(piece.busy) ?? piece.busy
  }

  /** The first piece of work after the request under which the item came into the list, or 0. */
  requestOf({ added, previousUpdate, from }: Completion): number {
    const listed = from === 'added' ? (previousUpdate ?? added) : added
    return this.#requests.lastBefore(listed.position) ?? 0
  }

  /** The first piece of work after the next update that completes something, or the end. */
  nextMarkOf({ at }: Completion): number {
    return this.#marks[firstFrom(this.#marks, at.position + 1)] ?? Number.POSITIVE_INFINITY
  }

  /** True where an item that the piece served was completed before the other item even came into the list. */
  isSpent(piece: Work, completion: Completion): boolean {
    if (completion.from === 'added') return false
    const until = completion.added.position
    if (until <= piece.position) return false
    return this.ownersOf(piece, completion).some((key) => {
      const marks = this.#completedAt.get(key) ?? []
      const next = marks[firstFrom(marks, piece.position + 1)]
      return next !== undefined && next <= until
    })
  }

  #noteStarts(work: readonly Work[]): void {
    let starts = new Map<string, number>()
    let busy: readonly string[] = []
    for (const piece of work) {
      if (piece.busy === busy) continue
      busy = piece.busy
      starts = new Map(busy.map((key) => [key, starts.get(key) ?? piece.position]))
      const last = Math.max(...starts.values())
      if (busy.length > 1)
        this.#latest.set(
          busy,
          busy.filter((key) => starts.get(key) === last),
        )
    }
  }
}
