/** Shortens texts that are too long to be held, in JSON that comes in pieces. */

import { isEscaped } from '../../json-text.js'
import { OpenText } from '../../open-text.js'

/** An escape can be cut by the end of a piece: how it begins, and how much of it is missing at most. */
const cutEscape = /\\u[\da-f]{0,3}$/i
const restOfEscape = /^(?:u?[\da-f]{1,4}|.)?/i

/** Passes JSON on, its long texts shortened. */
export class ShortTexts {
  /** True once a text was shortened, until it is asked to forget that. */
  isShortened = false
  readonly #open = new OpenText()
  readonly #mostKept: number
  #kept = 0
  #isCut = false

  /** @param mostKept as many characters of a text are kept, but for the piece in which it grows longer */
  constructor(mostKept: number) {
    this.#mostKept = mostKept
  }

  /** Takes the next piece. @param goesOn false where the line ends with it, and with it every text */
  take(piece: string, goesOn: boolean): string {
    const parts: string[] = []
    let at = 0
    if (this.#open.isOpen) {
      const end = this.#open.pass(piece, 0)
      parts.push(this.#keep(piece.slice(0, end)))
      at = this.#behind(end, parts)
    }
    for (let quote = this.#next(piece, at); quote !== -1; quote = this.#next(piece, at)) {
      const begin = quote + 1
      parts.push(piece.slice(at, begin))
      this.#kept = 0
      const end = this.#open.begin(piece, begin)
      parts.push(this.#keep(piece.slice(begin, end)))
      at = this.#behind(end, parts)
    }
    parts.push(piece.slice(at))
    if (!goesOn) this.#open.end()
    return parts.join('')
  }

  /** Where the next text begins; -1 where one is open, or none begins. */
  #next(piece: string, at: number): number {
    return this.#open.isOpen ? -1 : piece.indexOf('"', at)
  }

  /** The place behind a text, whose quote is passed on where it has come. */
  #behind(end: number, parts: string[]): number {
    if (this.#open.isOpen) return end
    parts.push('"')
    return end + 1
  }

  #keep(text: string): string {
    const isOver = this.#kept > this.#mostKept
    this.#kept += text.length
    if (!isOver) {
      const [cut] = cutEscape.exec(text.slice(-6)) ?? []
      const isCutLater = cut !== undefined && !isEscaped(text, text.length - cut.length, 0)
      this.#isCut = isCutLater || this.#open.isNextEscaped
      return text
    }
    this.isShortened = true
    const rest = this.#isCut ? (restOfEscape.exec(text)?.[0] ?? '') : ''
    this.#isCut = false
    return rest
  }
}
