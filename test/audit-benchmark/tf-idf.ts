/** TF-IDF: how much of what an item says its calls say too. A baseline, and the measure of what is related. */

import type { RecordingStep } from '@todo-ledger/recordings'

const counted = new WeakMap<object, ReadonlyMap<string, number>>()

/** The words of a text with how often each comes, in lower case, identifiers split. */
export function termsOf(text: string): ReadonlyMap<string, number> {
  const terms = new Map<string, number>()
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]{2,40}/gu)
  for (const [word] of words) {
    const pieces = /\p{Script=Han}/u.test(word)
      ? [...word].map((one, i, all) => one + (all[i + 1] ?? ''))
      : [word]
    for (const piece of pieces) terms.set(piece, (terms.get(piece) ?? 0) + 1)
  }
  return terms
}

/** The words of a call or a result: its arguments, or the first 2,000 characters of its output. */
function termsOfStep(step: RecordingStep): ReadonlyMap<string, number> {
  const known = counted.get(step)
  if (known !== undefined) return known
  const terms =
    step.kind === 'call'
      ? termsOf(JSON.stringify(step.input ?? '').slice(0, 8000))
      : step.kind === 'result'
        ? termsOf(step.output.slice(0, 2000))
        : new Map<string, number>()
  counted.set(step, terms)
  return terms
}

/** How telling each word is over some documents. */
export class Rarity {
  readonly #documents = new Map<string, number>()
  readonly #count: number

  /** @param steps the steps of a session; calls and results are its documents */
  constructor(steps: readonly RecordingStep[]) {
    const documents = steps.filter((step) => step.kind === 'call' || step.kind === 'result')
    this.#count = documents.length
    for (const step of documents) {
      for (const term of termsOfStep(step).keys())
        this.#documents.set(term, (this.#documents.get(term) ?? 0) + 1)
    }
  }

  /** The cosine of a text and some steps together, 0 to 1. */
  cosine(text: string, steps: readonly RecordingStep[]): number {
    const query = termsOf(text)
    const together = new Map<string, number>()
    for (const step of steps) {
      for (const [term, times] of termsOfStep(step)) together.set(term, (together.get(term) ?? 0) + times)
    }
    let product = 0
    let left = 0
    for (const [term, times] of query) {
      const weight = (1 + Math.log(times)) * this.#rarity(term)
      left += weight ** 2
      const others = together.get(term)
      if (others !== undefined) product += weight * (1 + Math.log(others)) * this.#rarity(term)
    }
    let right = 0
    for (const [term, times] of together) right += ((1 + Math.log(times)) * this.#rarity(term)) ** 2
    return product === 0 ? 0 : product / Math.sqrt(left * right)
  }

  #rarity(term: string): number {
    return Math.log(1 + (this.#count + 1) / (1 + (this.#documents.get(term) ?? 0)))
  }
}
