/** Lists of texts that come again and again: the same list is kept once. */

/** As many lists are remembered. */
const mostRemembered = 1000

const none: readonly string[] = []

/** Knows the lists that it was given. */
export class SharedTexts {
  readonly #lists = new Map<string, readonly string[]>()

  /** A list of the same texts: one that was given before, where there was one. */
  of(texts: readonly string[]): readonly string[] {
    if (texts.length === 0) return none
    const name = JSON.stringify(texts)
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    if (this.#lists.size >= mostRemembered) this.#lists.clear()
    const list = texts.slice()
    this.#lists.set(name, list)
    return list
  }
}
