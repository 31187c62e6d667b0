/** What an item names, and how much of it a step holds: files and identifiers by their letters, words by how rare they are in the session. */

import type { SessionStep } from './session-steps.js'

/** Paths, identifiers, options, what is quoted. */
const names =
  /`([^`\n]{2,80})`|"([^"\n]{3,80})"|(\.?[\p{L}\p{N}_@~[\]-]*(?:[./\\:_-][\p{L}\p{N}_[\]-]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|--[\w-]+)/gu

/** The names in a text, in small letters, each once. A file is known by its own name, wherever its folder is. */
function namesIn(text: string): readonly string[] {
  const found = [...text.matchAll(names)].flatMap(([, code, quoted, plain]) => {
    const name = (code ?? quoted ?? plain ?? '').toLowerCase()
    const file = /[^/\\]+\.[a-z]\w{0,9}$/.exec(name)?.[0]
    return [file ?? name.replace(/[()]+$/, '')]
  })
  return [...new Set(found)].filter((name) => name.length > 2 && !/^[\d.,:/-]+$/.test(name)).slice(0, 24)
}

const runs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{M}\p{N}]+/gu
const humps = /\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{L}+/gu
const isUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The words of a text, each once, by their first letters: "tests", "tested" and "testing" are one. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [run] of text.matchAll(runs)) {
    if (isUnspaced.test(run)) for (let i = 0; i + 1 < run.length; i += 1) words.add(run.slice(i, i + 2))
    else if (run.length <= 60)
      for (const [part] of run.matchAll(humps)) if (part.length > 1) words.add(stemOf(part))
  }
  return words
}

function stemOf(word: string): string {
  const small = word.toLowerCase()
  return small.replace(/(?:ations?|ing|ed|es|s|e)$/u, '').slice(0, 7) || small
}

/** Which steps of a session hold a word. */
export class StepWords {
  readonly #places = new Map<string, number[]>()
  readonly #steps: readonly SessionStep[]

  constructor(steps: readonly SessionStep[]) {
    this.#steps = steps
    for (const [place, { input, output }] of steps.entries())
      for (const word of wordsIn(`${input}\n${output ?? ''}`)) {
        const known = this.#places.get(word)
        if (known === undefined) this.#places.set(word, [place])
        else known.push(place)
      }
  }

  /** The places of the steps that hold a word, in order. */
  placesOf(word: string): readonly number[] {
    return this.#places.get(word) ?? []
  }

  /** How rare a word is, 0 to 1. */
  rarityOf(word: string): number {
    return 1 - Math.sqrt(this.placesOf(word).length / Math.max(1, this.#steps.length))
  }

  /** The places of the steps that hold all of these words. */
  *placesOfAll(words: ReadonlySet<string>): Iterable<number> {
    const [rarest, ...others] = [...words]
      .map((word) => this.placesOf(word))
      .sort((a, b) => a.length - b.length)
    const sets = others.map((places) => new Set(places))
    for (const place of rarest ?? []) if (sets.every((places) => places.has(place))) yield place
  }
}

/** What one item is about, and where in its session. */
export class ItemWords {
  readonly #weights: ReadonlyMap<string, number>
  readonly #sum: number
  readonly #names: readonly string[]
  readonly #shares = new Map<number, number>()
  readonly #named = new Map<number, number>()

  /** @param description what the list says beside its text: what it names counts by half */
  constructor(text: string, description: string, steps: readonly SessionStep[], words: StepWords) {
    this.#weights = new Map([...wordsIn(text)].map((word) => [word, words.rarityOf(word)]))
    this.#sum = Math.max(
      1e-9,
      [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0),
    )
    for (const [word, weight] of this.#weights)
      for (const place of words.placesOf(word))
        this.#shares.set(place, (this.#shares.get(place) ?? 0) + weight / this.#sum)
    this.#names = namesIn(text)
    const worths = new Map([
      ...namesIn(description).map((name) => [name, 0.5] as const),
      ...this.#names.map((name) => [name, 1] as const),
    ])
    for (const [name, worth] of worths)
      for (const place of words.placesOfAll(wordsIn(name))) {
        const { input = '', output } = steps[place] ?? {}
        const inInput = input.toLowerCase().includes(name)
        if (!inInput && output?.toLowerCase().includes(name) !== true) continue
        this.#named.set(place, Math.max(this.namedAt(place), inInput ? worth : 0.3 * worth))
      }
  }

  /** The share of the item's words that the step at a place holds, 0 to 1; rare words count more. */
  shareAt(place: number): number {
    return this.#shares.get(place) ?? 0
  }

  /** Whether the step touches what the item names: 1 for its input, less for its output or what only the description names. */
  namedAt(place: number): number {
    return this.#named.get(place) ?? 0
  }

  /** How much of the item stands in a line. */
  readonly inLine = (line: string): number => {
    let held = 0
    for (const word of wordsIn(line)) held += this.#weights.get(word) ?? 0
    const small = line.toLowerCase()
    return held / this.#sum + (this.#names.some((name) => small.includes(name)) ? 0.5 : 0)
  }
}
