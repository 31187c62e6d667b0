/** The text of a message while it comes, of which a bounded part is held. */

import { jsonExcess } from './json-excess.js'
import { isObject, type JsonObject, nestsTooDeep, parsedJson, surelyShallow } from './json-value.js'

/** As much of one message, or before the messages, is held, in characters. */
const mostHeld = 32 * 1024 * 1024
/** As many pieces are kept, before they are put together. */
const mostPieces = 1000

/** The text of a message, as far as it came. */
export class MessageText {
  /** Its length, in characters, also where it is not held any more. */
  length = 0
  #parts: string[] = []
  #pieces: string[] = []

  /** True where it is so long that it is not held. */
  get isTooLong(): boolean {
    return this.length > mostHeld
  }

  /** What it holds, with an end where it has none; or why that can't be read. */
  read(end = ''): JsonObject | string {
    if (this.isTooLong) return `more than ${mostHeld} characters long`
    const text = this.held() + end
    const excess = jsonExcess(text)
    if (excess !== null) return excess
    const value = parsedJson(text)
    const isRead = isObject(value) && (surelyShallow(text) || !nestsTooDeep(value))
    return isRead ? value : 'not JSON, or nested too deep'
  }

  /** All of it; nothing where it is so long that it is not held. */
  held(): string {
    return this.#parts.join('') + this.#pieces.join('')
  }

  /** Takes more of it. */
  keep(piece: string): void {
    this.length += piece.length
    this.#pieces.push(piece)
    if (this.isTooLong) {
      this.#parts = []
      this.#pieces = []
    } else if (this.#pieces.length === mostPieces) {
      this.#parts.push(this.#pieces.join(''))
      this.#pieces = []
    }
  }
}
