/** Which texts stand in which field, and which payloads a field never held. */

/** The texts of values, by the names of the fields that they stand in; the names of fields are texts, too. */
export class TextsByField {
  readonly #texts = new Map<string, Set<string>>()

  /** Takes in a value with all that is in it. @param field the name of its field; its parts have longer ones */
  add(value: unknown, field: string): void {
    if (typeof value === 'string') this.#note(field, value)
    else if (Array.isArray(value)) for (const part of value) this.add(part, field)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        const isPlain = /^\w{1,20}$/.test(key) && key !== 'prototype' && key !== 'constructor'
        if (!isPlain) this.#note(`${field} (names)`, key)
        this.add(part, isPlain ? `${field}.${key}` : `${field}.*`)
      }
    }
  }

  /** The texts that stand in no text of a field. */
  missingIn(field: string, texts: readonly string[]): readonly string[] {
    const held = [...(this.#texts.get(field) ?? [])].join('\u{10fffd}')
    return texts.filter((text) => !held.includes(text))
  }

  /** The fields that hold all of these, at least within longer texts. */
  fieldsWithAll(texts: readonly string[]): readonly string[] {
    return [...this.#texts.keys()].filter((field) => this.missingIn(field, texts).length === 0).toSorted()
  }

  #note(field: string, text: string): void {
    const texts = this.#texts.get(field)
    if (texts === undefined) this.#texts.set(field, new Set([text]))
    else texts.add(text)
  }
}
