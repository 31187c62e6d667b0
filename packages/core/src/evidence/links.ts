/** How far each piece of work belongs to an item: by closeness in time, shared words and named files. */

import { isNamed, normalizePath } from './named-files.js'
import {
  closeness,
  contestedOverlapLink,
  fileLink,
  fullOverlap,
  lookAheadBesideOthers,
  lookAheadWork,
  lookBackCalls,
  overlapLink,
} from './weights.js'
import { type CallWork, isRequest, type Work } from './work.js'

/** How rare each word is in a session's work. */
export class Rarity {
  readonly #counts = new Map<string, number>()
  readonly #total: number

  /** Counts in how many pieces of work each word occurs. */
  constructor(work: readonly Work[]) {
    this.#total = work.length
    for (const piece of work) {
      for (const word of piece.words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    }
  }

  /** From just above 0, in every piece, to about ln of the number of pieces, in one or none. */
  of(word: string): number {
    return Math.log(1 + this.#total / (1 + (this.#counts.get(word) ?? 0)))
  }

  /** The share of some words that is among others, weighed by rarity, 0 to 1. */
  overlap(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
    let shared = 0
    let all = 0
    for (const word of words) {
      const weight = this.of(word)
      all += weight
      if (others.has(word)) shared += weight
    }
    return all === 0 ? 0 : shared / all
  }
}

/** Where a piece of work stands to an item's window. */
export type Place = 'before' | 'within' | 'after'

/** A piece of work and how far it belongs to the item. */
export interface Link {
  /** The work. */
  readonly work: Work
  /** How far it belongs to the item, 0 to 1. */
  readonly strength: number
  /** The share of it that shared words and files alone give, 0 to 1. */
  readonly relation: number
  /** Where it stands. */
  readonly place: Place
  /** True where the item itself was in progress then. */
  readonly own: boolean
}

/** The span of an item's work, as positions in the session's work. */
export interface Window {
  /** The item's key. */
  readonly key: string
  /** The item's words. */
  readonly words: ReadonlySet<string>
  /** The files that the item names, normalized. */
  readonly files: readonly string[]
  /** The first piece of its work: where it was started, else created, else the last update. */
  readonly from: number
  /** The first piece behind its completion. */
  readonly to: number
}

/**
 * The work that may belong to an item, in order: of its window, of the calls before it, and of the next steps after
 * it, to the user's next request. Linear in the window's length times the item's words.
 * @param wordsOf the words of any item of the session, by key
 */
export function linksOf(
  window: Window,
  work: readonly Work[],
  rarity: Rarity,
  wordsOf: (key: string) => ReadonlySet<string> | undefined,
): readonly Link[] {
  const links: Link[] = []
  const add = (piece: Work, place: Place, time: number) => {
    const own = piece.busy.includes(window.key)
    const relation = relationOf(piece, window, own, rarity, wordsOf)
    links.push({ work: piece, strength: 1 - (1 - time) * (1 - relation), relation, place, own })
  }
  let calls = 0
  const before: Work[] = []
  for (let i = window.from - 1; i >= 0 && calls < lookBackCalls; i -= 1) {
    const piece = work[i]
    if (piece === undefined) break
    if (piece.kind === 'call') calls += 1
    before.push(piece)
  }
  for (const piece of before.reverse()) {
    if (piece.kind === 'call') calls -= 1
    const fade = 1 - calls / lookBackCalls
    add(piece, 'before', fade * closenessBefore(piece, window.key))
  }
  for (let i = window.from; i < window.to; i += 1) {
    const piece = work[i]
    if (piece !== undefined) add(piece, 'within', closenessWithin(piece, window.key))
  }
  let ahead = 0
  for (let i = window.to; i < work.length; i += 1) {
    const piece = work[i]
    if (piece === undefined || isRequest(piece)) break
    ahead += 1
    if (ahead > (piece.busy.length === 0 ? lookAheadWork : lookAheadBesideOthers)) break
    add(piece, 'after', piece.busy.length === 0 ? closeness.after : closeness.afterOther)
  }
  return links
}

function closenessBefore(piece: Work, key: string): number {
  if (piece.busy.includes(key)) return closenessWithin(piece, key)
  return piece.busy.length === 0 ? closeness.before : closeness.beforeOther
}

function closenessWithin(piece: Work, key: string): number {
  if (piece.busy.includes(key)) return Math.max(closeness.ownAmongMany, closeness.own / piece.busy.length)
  return piece.busy.length === 0 ? closeness.unowned : closeness.besideOther
}

/** What words and files say. Words that fit the item in progress as well are that item's. */
function relationOf(
  piece: Work,
  window: Window,
  own: boolean,
  rarity: Rarity,
  wordsOf: (key: string) => ReadonlySet<string> | undefined,
): number {
  const overlap = rarity.overlap(window.words, piece.words)
  let strength = Math.min(1, overlap / fullOverlap)
  const contested =
    !own &&
    piece.busy.some((key) => {
      const words = wordsOf(key)
      return words !== undefined && rarity.overlap(words, piece.words) >= overlap
    })
  strength *= contested ? contestedOverlapLink : overlapLink
  return piece.kind === 'call' && touchesNamed(piece, window.files) ? Math.max(strength, fileLink) : strength
}

/** True where the call reads or writes one of the files by name. */
export function touchesNamed(call: CallWork, files: readonly string[], access?: 'read' | 'write'): boolean {
  return (
    files.length > 0 &&
    call.description.files.some(
      (file) =>
        (access === undefined || file.access === access) &&
        files.some((name) => isNamed(normalizePath(file.path), name)),
    )
  )
}
