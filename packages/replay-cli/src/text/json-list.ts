/** An object as JSON whose first property is a list: written element by element, so that they are never held all. */

import { jsonPieces } from './json-pieces.js'

/** Writes what `JSON.stringify({ [name]: elements, ...rest }, null, 2)` gives, byte for byte, with a newline at the end. */
export class JsonList {
  readonly #name: string
  readonly #write: (piece: string) => void
  #length = 0

  /** @param name the name of the list; @param write takes the pieces of the text */
  constructor(name: string, write: (piece: string) => void) {
    this.#name = name
    this.#write = write
  }

  /** Writes the next element. @param element plain data */
  element(element: unknown): void {
    this.#write(this.#length === 0 ? `${this.#opening()}\n    ` : ',\n    ')
    for (const piece of jsonPieces(element, '\n    ')) this.#write(piece)
    this.#length += 1
  }

  /** Writes the properties behind the list, and the end. @param rest plain data */
  end(rest: { readonly [name: string]: unknown }): void {
    this.#write(this.#length === 0 ? `${this.#opening()}]` : '\n  ]')
    for (const [name, value] of Object.entries(rest)) {
      if (value === undefined) continue
      this.#write(`,\n  ${JSON.stringify(name)}: `)
      for (const piece of jsonPieces(value, '\n  ')) this.#write(piece)
    }
    this.#write('\n}\n')
  }

  #opening(): string {
    return `{\n  ${JSON.stringify(this.#name)}: [`
  }
}
