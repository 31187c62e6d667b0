/** The text in JSON that is passed at the moment, which may come in pieces. */

import { endOfText, isEscaped } from './json-text.js'

/** As much of the beginning is kept: enough for the names that are looked for. */
const keptStart = 32

/** Finds the end of a text. */
export class OpenText {
  /** How the text begins, or the one before it. */
  start = ''
  /** True where the text goes on in the next piece. */
  isOpen = false
  /** Of its next character, whether a backslash stands before it that takes its meaning. */
  isNextEscaped = false

  /** A text begins. @returns the place of the quote that ends it; the end of the piece where it goes on */
  begin(piece: string, from: number): number {
    this.start = ''
    return this.pass(piece, from)
  }

  /** The text goes on. @returns the place of the quote that ends it; the end of the piece where it goes on */
  pass(piece: string, from: number): number {
    const first = this.isNextEscaped ? from + 1 : from
    const end = endOfText(piece, first)
    const to = end === -1 ? piece.length : end
    this.isOpen = end === -1
    this.isNextEscaped = this.isOpen && to >= first && isEscaped(piece, to, first)
    if (this.start.length < keptStart) {
      this.start += piece.slice(from, Math.min(to, from + keptStart))
    }
    return to
  }

  /** The text ends, whatever comes. */
  end(): void {
    this.isOpen = false
    this.isNextEscaped = false
  }
}
