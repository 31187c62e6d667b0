/** What a session's items are known by: their words with the weight of each, and whether they ask for a check. */

import type { ItemPromise, NeedKind } from '../evidence/items/item-class.js'
import { itemWordsOf } from '../evidence/items/words.js'
import type { ItemFeatures, ItemFeaturesByKey } from '../evidence/support/links.js'
import { Vocabulary } from '../evidence/support/vocabulary.js'
import type { Work } from '../evidence/work/work.js'
import type { ItemHistories } from './item-histories.js'
import type { JudgeContext } from './judge-completion.js'

/** Needs that no written file of the product meets. */
const writesNothing: ReadonlySet<NeedKind> = new Set(['reading', 'prose', 'inspection'])

/** Needs to which a deployment or a commit may belong. */
const mayExecute: ReadonlySet<NeedKind> = new Set(['execute', 'anything', 'delegation'])

/** What is to be known of each item, worked out when first asked for. */
export function lookupsOf(
  items: ItemHistories,
  work: readonly Work[],
  promise: (text: string) => ItemPromise,
): FeatureLookups {
  const words = new Map([...items.histories].map(([key, { text }]) => [key, itemWordsOf(text)]))
  return lookupsBy(items, words, new Vocabulary(work, words.values()), promise)
}

/** What a completion's judge knows of the session's items and their words. */
export type FeatureLookups = Pick<JudgeContext, 'featuresOfItem' | 'sharesOf' | 'knownOf'>

/** The same by words that are known already. @param words the words of each item, by key */
function lookupsBy(
  items: ItemHistories,
  words: ReadonlyMap<string, ReadonlySet<string>>,
  vocabulary: Vocabulary,
  promise: (text: string) => ItemPromise,
): FeatureLookups {
  const known = new Map<string, ItemFeatures>()
  const featuresOfItem: ItemFeaturesByKey = (key) => {
    const features = known.get(key)
    const history = items.histories.get(key)
    const itsWords = words.get(key)
    if (features !== undefined || history === undefined || itsWords === undefined) return features
    const { needs } = promise(history.text)
    const found: ItemFeatures = {
      words: vocabulary.sharesOf(itsWords),
      asksForCheck: needs.some(({ kind }) => kind === 'check'),
      writesNothing: needs.every(({ kind }) => writesNothing.has(kind)),
      executesNothing: needs.every(({ kind }) => !mayExecute.has(kind)),
      suitesOnly: needs.every(({ kind, checks }) => kind === 'check' && checks.length > 0),
    }
    known.set(key, found)
    return found
  }
  return {
    featuresOfItem,
    sharesOf: (text) => vocabulary.sharesOf(itemWordsOf(text)),
    knownOf: (shares) => vocabulary.knownShare(shares),
  }
}

/** The words of so many of the last pieces of work give a word its weight, so that judging does not grow with the log. */
const wordsOfWork = 1000

/** A call whose words grow when its result comes. */
interface OpenCall {
  readonly position: number
  /** The words with which it was counted. */
  readonly words: ReadonlySet<string>
}

/** Follows the words of a session. */
export class LiveFeatures {
  readonly #vocabulary = new Vocabulary()
  readonly #words = new Map<string, ReadonlySet<string>>()
  readonly #texts = new Map<string, string>()
  readonly #mostWork: number
  #touched = new Set<string>()
  #open: readonly OpenCall[] = []
  #from = 0
  #to = 0

  /** @param mostWork the words of so many of the last pieces of work count */
  constructor(mostWork: number = wordsOfWork) {
    this.#mostWork = mostWork
  }

  /** The items of these keys came, were reworded, or may have been. */
  touch(keys: Iterable<string>): void {
    for (const key of keys) this.#touched.add(key)
  }

  /**
   * The features as of now.
   * @param tried the keys that `items` holds for the length of this judgement alone, or in other words
   */
  of(
    items: ItemHistories,
    work: readonly Work[],
    promise: (text: string) => ItemPromise,
    tried: readonly string[],
  ): FeatureLookups {
    this.touch(tried)
    for (const key of this.#touched) this.#follow(key, items.histories.get(key)?.text)
    this.#touched = new Set(tried)
    this.#followWork(work)
    return lookupsBy(items, this.#words, this.#vocabulary, promise)
  }

  #follow(key: string, text: string | undefined): void {
    const words = this.#words.get(key)
    if (words !== undefined && this.#texts.get(key) === text) return
    if (words !== undefined) this.#vocabulary.dropItem(words)
    if (text === undefined) {
      this.#words.delete(key)
      this.#texts.delete(key)
      return
    }
    const now = itemWordsOf(text)
    this.#vocabulary.addItem(now)
    this.#words.set(key, now)
    this.#texts.set(key, text)
  }

  /** The words of a call grow once, when its result comes: until then they are counted anew each time. */
  #followWork(work: readonly Work[]): void {
    for (const { words } of this.#open) this.#vocabulary.dropWork('call', words)
    const first = Math.max(0, work.length - this.#mostWork)
    const counted = new Set(this.#open.map(({ position }) => position))
    for (const piece of work.slice(this.#from, Math.min(first, this.#to)))
      if (!counted.delete(piece.position)) this.#vocabulary.dropWork(piece.kind, piece.words)
    const open: OpenCall[] = []
    const again = [...counted].flatMap((position) => work[position] ?? [])
    for (const piece of [...again, ...work.slice(Math.max(first, this.#to))]) {
      const { words } = piece
      this.#vocabulary.addWork(piece.kind, words)
      if (piece.kind === 'call' && piece.outcome === null) open.push({ position: piece.position, words })
    }
    this.#open = open
    this.#from = first
    this.#to = work.length
  }
}

/** The function, remembering what it answered. Memory grows with the number of different texts. */
export function remembered<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const found = known.get(text) ?? { answer: answerTo(text) }
    known.set(text, found)
    return found.answer
  }
}
