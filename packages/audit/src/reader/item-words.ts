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

/** The words of each step of a session. */
export class StepWords {
  readonly #ofSteps: readonly ReadonlySet<string>[]
  readonly #counts = new Map<string, number>()

  constructor(readonly steps: readonly SessionStep[]) {
    this.#ofSteps = steps.map(({ input, output }) => wordsIn(`${input}\n${output ?? ''}`))
    for (const words of this.#ofSteps)
      for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }

  /** How rare a word is, 0 to 1. */
  rarityOf(word: string): number {
    return 1 - Math.sqrt((this.#counts.get(word) ?? 0) / Math.max(1, this.steps.length))
  }

  has(place: number, word: string): boolean {
    return this.#ofSteps[place]?.has(word) === true
  }
}

/** What one item is about, and where in its session. */
export class ItemWords {
  readonly #steps: StepWords
  /** Each word of the item with its share of all, by how rare it is. */
  readonly #shares: readonly (readonly [word: string, share: number])[]
  /** What it names, with the words of each name and its worth. */
  readonly #names: readonly {
    readonly name: string
    readonly words: readonly string[]
    readonly worth: number
  }[]

  /** @param description what the list says beside its text: what it names counts by half */
  constructor(text: string, description: string, steps: StepWords) {
    this.#steps = steps
    const weights = [...wordsIn(text)].map((word) => [word, steps.rarityOf(word)] as const)
    const sum = weights.reduce((all, [, weight]) => all + weight, 0)
    this.#shares = weights.map(([word, weight]) => [word, weight / Math.max(1e-9, sum)])
    const worths = new Map([
      ...namesIn(description).map((name) => [name, 0.5] as const),
      ...namesIn(text).map((name) => [name, 1] as const),
    ])
    this.#names = [...worths].map(([name, worth]) => ({ name, words: [...wordsIn(name)], worth }))
  }

  /** The share of the item's words that the step at a place holds, 0 to 1; rare words count more. */
  shareAt(place: number): number {
    return this.#shareOf((word) => this.#steps.has(place, word))
  }

  /** Whether the step touches what the item names: 1 for its input, less for its output or what only the description names. */
  namedAt(place: number): number {
    const { input = '', output } = this.#steps.steps[place] ?? {}
    const worths = this.#names.map(({ name, words, worth }) => {
      if (!words.every((word) => this.#steps.has(place, word))) return 0
      if (input.toLowerCase().includes(name)) return worth
      return output?.toLowerCase().includes(name) === true ? 0.3 * worth : 0
    })
    return Math.max(0, ...worths)
  }

  /** How much of the item stands in a line. */
  readonly inLine = (line: string): number => {
    const words = wordsIn(line)
    const small = line.toLowerCase()
    const isNamed = this.#names.some(({ name, worth }) => worth === 1 && small.includes(name))
    return this.#shareOf((word) => words.has(word)) + (isNamed ? 0.5 : 0)
  }

  #shareOf(holds: (word: string) => boolean): number {
    return this.#shares.reduce((sum, [word, share]) => (holds(word) ? sum + share : sum), 0)
  }
}
