/** Takes the messages out of one JSON document of any layout as they pass, without holding the whole of it. */

import { nestsTooDeep, surelyShallow } from '../json-value.js'
import type { FileLine } from '../recording.js'

/** A message of the document, or a piece of it that could not be read. */
export interface DocumentPiece {
  /** The line where it begins. */
  readonly line: number
  /** What it holds; undefined where that could not be read. */
  readonly value: unknown
}

/** As much of one message is held, in characters. */
const longestMessage = 64 * 1024 * 1024
/** As much before the messages is held, for the names of the session. */
const longestHead = 64 * 1024

const quote = 0x22
const backslash = 0x5c

/** Reads a document line by line. What stands in `messages` is given one by one. */
export class MessageDocument {
  private depth = 0
  private inText = false
  private isEscaped = false
  private inMessages = false
  private key = ''
  private pieces: string[] = []
  private held = 0
  private startedAt = 0
  private headText = ''

  /** What stands before the messages, as it stands in the file. */
  get head(): string {
    return this.headText
  }

  /** True while a message is not complete. */
  get isOpen(): boolean {
    return this.startedAt > 0
  }

  /** Takes the next line; gives the messages that are complete with it. */
  *take({ text, line }: FileLine): Iterable<DocumentPiece> {
    let start = 0
    let textStart = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (this.inText) {
        if (this.isEscaped) {
          this.isEscaped = false
        } else if (code === backslash) {
          this.isEscaped = true
        } else if (code === quote) {
          this.inText = false
          this.key = this.depth === 1 ? text.slice(textStart, Math.min(at, textStart + 40)) : this.key
        }
      } else if (code === quote) {
        this.inText = true
        textStart = at + 1
      } else if (code === 0x7b || code === 0x5b) {
        this.inMessages ||= this.depth === 1 && code === 0x5b && this.key === 'messages'
        if (this.inMessages && this.depth === 2 && code === 0x7b) {
          start = at
          this.startedAt = line
        }
        this.depth += 1
      } else if (code === 0x7d || code === 0x5d) {
        this.depth -= 1
        if (this.inMessages && this.depth === 2 && this.isOpen) {
          this.keep(text.slice(start, at + 1))
          yield this.finish()
        }
        this.inMessages &&= this.depth > 1
      }
    }
    // A text can't go on over the end of a line: what was torn there ends with it.
    this.inText = false
    this.isEscaped = false
    if (this.isOpen) {
      this.keep(`${text.slice(start)}\n`)
    } else if (this.headText.length < longestHead) {
      this.headText += `${text.slice(0, longestHead)}\n`
    }
  }

  /** The message that the end of the file cut off; null where none is open. */
  cutOff(): DocumentPiece | null {
    return this.isOpen ? { line: this.startedAt, value: undefined } : null
  }

  private keep(piece: string): void {
    this.held += piece.length
    if (this.held <= longestMessage) {
      this.pieces.push(piece)
    } else {
      this.pieces = []
    }
  }

  private finish(): DocumentPiece {
    const text = this.pieces.join('')
    const line = this.startedAt
    this.pieces = []
    this.held = 0
    this.startedAt = 0
    try {
      const value: unknown = JSON.parse(text)
      return { line, value: !surelyShallow(text) && nestsTooDeep(value) ? undefined : value }
    } catch {
      return { line, value: undefined }
    }
  }
}
