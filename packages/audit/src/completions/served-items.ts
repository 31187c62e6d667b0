/** Whose a piece of work was by the list: of the items in progress, or else of those that the next update completed. */

import { isCreditedTo, nameOf } from '../evidence/work/credited.js'
import { isRequest, type Work } from '../evidence/work/work.js'
import type { Completion } from './item-histories.js'
import { firstFrom, Places } from './places.js'

/** What an update completed that had never been started: its work lies between it and the update before. */
interface Claim {
  readonly update: string
  readonly keys: readonly string[]
  /** The first piece that it may claim. */
  readonly from: number
  /** The piece after the last one that it may claim. */
  readonly to: number
  /** The claims whose place it took; null where it took none. */
  before: Map<number, Claim> | null
}

/** Of the items that a piece of work served so many are looked at: what is shared by more is nobody's in particular. */
const mostOwners = 50

/** A completion that was taken in, with what it alone added. */
interface Marked {
  readonly completion: Completion
  readonly claim: Claim | null
}

/** Knows for each piece of a session's work which items it served. */
export class ServedItems {
  readonly #claims = new Map<number, Claim>()
  readonly #claimedBy = new Set<string>()
  readonly #completedAt = new Map<string, number[]>()
  readonly #requests = new Places([], isRequest)
  /** Where each one marked something as done, by who it is. */
  readonly #marks = new Map<string, number[]>()
  readonly #marked: Marked[] = []
  /** The members of long lists of keys. */
  readonly #members = new WeakMap<readonly string[], ReadonlySet<string>>()
  /** Of several items in progress those that were started last, by the list of them. */
  readonly #latest = new WeakMap<readonly string[], readonly string[]>()
  #known = 0
  #busy: readonly string[] = []
  #starts = new Map<string, number>()

  /**
   * Linear in the session's work and completions.
   * @param work the session's work, in order
   */
  constructor(completions: readonly Completion[] = [], work: readonly Work[] = []) {
    this.follow(completions, work)
  }

  /**
   * Takes in what came since the last time, and takes back what is not there any more at the end of the completions.
   * Linear in that.
   */
  follow(completions: readonly Completion[], work: readonly Work[]): void {
    for (let position = this.#known; position < work.length; position += 1) {
      const piece = work[position]
      if (piece === undefined) continue
      this.#requests.add(piece)
      this.#noteStarts(piece)
    }
    this.#known = work.length
    for (let last = this.#marked.at(-1); last !== undefined; last = this.#marked.at(-1)) {
      if (completions[this.#marked.length - 1] === last.completion) break
      this.#unmark(last)
    }
    for (const completion of completions.slice(this.#marked.length)) this.#mark(completion, work)
  }

  #mark(completion: Completion, work: readonly Work[]): void {
    const { key, at, actor, update, batch, started, previousUpdate } = completion
    const marks = this.#marks.get(nameOf(actor))
    if (marks === undefined) this.#marks.set(nameOf(actor), [at.position])
    else marks.push(at.position)
    const known = this.#completedAt.get(key)
    if (known === undefined) this.#completedAt.set(key, [at.position])
    else known.push(at.position)
    const claims = started === null && completion.from !== 'added' && !this.#claimedBy.has(update)
    const from = previousUpdate?.position ?? 0
    const claim: Claim | null = claims ? { update, keys: batch, from, to: at.position, before: null } : null
    this.#marked.push({ completion, claim })
    if (claim === null) return
    this.#claimedBy.add(update)
    for (let i = claim.from; i < claim.to; i += 1) {
      const piece = work[i]
      if (piece?.busy.length !== 0 || !isCreditedTo(actor, piece)) continue
      const before = this.#claims.get(i)
      if (before !== undefined) {
        claim.before ??= new Map()
        claim.before.set(i, before)
      }
      this.#claims.set(i, claim)
    }
  }

  /** The items that a piece of work served first, by key, as a completion's audit sees it; none where it may be its own. */
  ownersOf(piece: Work, completion: Completion): readonly string[] {
    if (piece.busy.length > 0) return this.#few(piece.busy, completion.key)
    const claim = this.#claims.get(piece.position)
    return claim === undefined || claim.update === completion.update
      ? []
      : this.#few(claim.keys, completion.key)
  }

  /**
   * Of the items that a piece served those that were started last: to start an item while another is open says that
   * the other waits, or that its mark is late.
   */
  latestOf(piece: Work, { key }: Completion): readonly string[] {
    return this.#few(this.#latest.get(piece.busy) ?? piece.busy, key)
  }

  /** Keys, as far as they are looked at: the one in question among them, where it is one of them. */
  #few(keys: readonly string[], key: string): readonly string[] {
    if (keys.length <= mostOwners) return keys
    const members = this.#members.get(keys) ?? new Set(keys)
    this.#members.set(keys, members)
    const few = keys.slice(0, mostOwners)
    return members.has(key) && !few.includes(key) ? [key, ...few.slice(1)] : few
  }

  /** The first piece of work after the request under which the item came into the list, or 0. */
  requestOf({ added, previousUpdate, from }: Completion): number {
    const listed = from === 'added' ? (previousUpdate ?? added) : added
    return this.#requests.lastBefore(listed.position) ?? 0
  }

  /** True where the user asked for something new after the completion: what follows is not its work. */
  isAnswered({ at }: Completion): boolean {
    return this.#requests.nextFrom(at.position) < Number.POSITIVE_INFINITY
  }

  /** True where the user's requests from the one under which the item came into the list up to its mark hold a word. */
  wereAskedFor(completion: Completion, word: string): boolean {
    return this.#requests.someBetween(this.requestOf(completion), completion.at.position, ({ words }) =>
      words.has(word),
    )
  }

  /** The first piece of work after the next update in which the same one completes something, or the end. */
  nextMarkOf({ at, actor }: Completion): number {
    const marks = this.#marks.get(nameOf(actor)) ?? []
    return marks[firstFrom(marks, at.position + 1)] ?? Number.POSITIVE_INFINITY
  }

  /** True where another item was completed at the same place, with no work between. */
  isMarkedWith(other: string, { key, at }: Completion): boolean {
    return other !== key && this.#completedAt.get(other)?.includes(at.position) === true
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

  #unmark({ completion, claim }: Marked): void {
    const { key, update } = completion
    this.#marked.pop()
    this.#marks.get(nameOf(completion.actor))?.pop()
    this.#completedAt.get(key)?.pop()
    if (claim === null) return
    this.#claimedBy.delete(update)
    for (let i = claim.from; i < claim.to; i += 1) {
      const before = claim.before?.get(i)
      if (before !== undefined) this.#claims.set(i, before)
      else if (this.#claims.get(i) === claim) this.#claims.delete(i)
    }
  }

  #noteStarts({ busy, allBusy = busy, position }: Work): void {
    if (allBusy !== this.#busy) {
      this.#busy = allBusy
      this.#starts = new Map(allBusy.map((key) => [key, this.#starts.get(key) ?? position]))
    }
    if (busy.length < 2 || this.#latest.has(busy)) return
    const starts = this.#starts
    const last = busy.reduce((latest, key) => Math.max(latest, starts.get(key) ?? 0), 0)
    this.#latest.set(
      busy,
      busy.filter((key) => starts.get(key) === last),
    )
  }
}
