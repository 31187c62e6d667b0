/**
 * Takes the messages out of JSON text as it passes, whatever its layout: one document over many lines, a document on one
 * line, a document a line, a message a line. Only what stands before the messages and one message at a time is held.
 *
 * Messages are the objects at the top of the text, those in arrays at its top, and those in an array called `messages` (or as
 * the reader of the format says) inside such an object, itself or within others (`{"values":{"messages":[…]}}`). Arrays
 * in those arrays are the same.
 */

import { endOfText, isEscaped } from './json-text.js'
import type { JsonObject } from './json-value.js'
import { MessageText } from './message-text.js'
import type { FileLine } from './recording.js'
import type { StreamPiece } from './stream-piece.js'

/** What nests deeper in a message can't be read; of it, the depth alone is held. */
const deepestHeld = 1000
/** Lists in lists are held as deep as this; those deeper are taken for the one that they are in. */
const mostLists = 100
/** As many objects may stand around an array of messages. */
const mostAround = 3
const onlyMessages: ReadonlySet<string> = new Set(['messages'])
const longestKey = 16

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

/** An object or array that is open. `list`: its objects are messages; `around`: it may hold such an array. */
interface Frame {
  readonly isArray: boolean
  readonly kind: 'list' | 'around' | 'inner'
  /** The name of what comes next where it is the list of messages, or null. */
  list: string | null
}

/** Reads text line by line; a line may come in pieces. */
export class MessageStream {
  private readonly listNames: ReadonlySet<string>
  private readonly frames: Frame[] = []
  /** What is open and not held: lists in lists, and objects and arrays deep in a message. */
  private lists = 0
  private deeper = 0
  private readonly found: StreamPiece[] = []
  private text = ''
  /** The last character that is no space; 0 at the start of a value. */
  private last = 0
  private lastText = ''
  private line = 0
  /** The line goes on from a piece before. */
  private isContinued = false
  /** A text is open; of the next character of it in the next piece, whether a backslash stands before it. */
  private isInText = false
  private isNextEscaped = false
  /** True where the line began at the top. */
  private beganAtTop = true
  /** The message that is open: at which depth it began, on which line, and its text so far. */
  private captured: {
    readonly depth: number
    readonly line: number
    from: number
    text: MessageText
  } | null = null
  /** True once a line held a whole value: then each line is one for itself. */
  private isLines = false
  private isStray = false
  private isGood = false

  /** @param listNames what arrays of messages are called in objects; the names are 15 characters long at most */
  constructor(listNames: ReadonlySet<string> = onlyMessages) {
    this.listNames = listNames
  }

  /** What the end of the text cut off. */
  finish(): readonly StreamPiece[] {
    if (this.captured !== null) {
      this.unreadable(this.captured.line, 'a message that the end of the file cut off')
    }
    this.captured = null
    this.frames.length = 0
    return this.found.splice(0)
  }

  /** Takes the next line, or the next piece of one; gives what is complete with it. */
  *take({ text, line, goesOn = false }: FileLine): Iterable<StreamPiece> {
    this.text = text
    this.line = line
    if (!this.isContinued) this.beginLine()
    this.isContinued = goesOn
    if (this.captured !== null) {
      this.captured.from = 0
    }
    for (let at = this.isInText ? this.passText(0) + 1 : 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.countScalar(quote)
        this.lastText = ''
        at = this.passText(at + 1)
      } else if (code === openBrace || code === openBracket) {
        this.open(code, at)
      } else if (code === closeBrace || code === closeBracket) {
        this.close(code, at)
      } else if (code > 0x20 && code !== 0xfeff) {
        this.pass(code)
      }
      if (this.found.length > 0) {
        yield* this.found.splice(0)
      }
    }
    if (goesOn) {
      this.keep(text.slice(this.captured?.from))
      return
    }
    this.endLine()
    this.isLines ||= this.beganAtTop && this.frames.length === 0 && this.isGood
    yield* this.found.splice(0)
  }

  private beginLine(): void {
    this.beganAtTop = this.frames.length === 0
    this.isStray = false
    this.isGood = false
  }

  private endLine(): void {
    // A text can't go on over the end of a line: what was torn ends with it.
    this.isInText = false
    this.isNextEscaped = false
    if (this.isLines && this.frames.length > 0) {
      this.giveUp()
    } else if (this.isStray) {
      this.unreadable(this.line, 'not JSON')
    }
    if (this.captured !== null) {
      this.keep(`${this.text.slice(this.captured.from)}\n`)
    }
  }

  /** The place of the quote that ends the open text; where it goes on, the end of the piece. */
  private passText(from: number): number {
    const start = this.isNextEscaped ? from + 1 : from
    const end = endOfText(this.text, start)
    const to = end === -1 ? this.text.length : end
    this.isInText = end === -1
    this.isNextEscaped = this.isInText && to >= start && isEscaped(this.text, to, start)
    if (this.lastText.length < longestKey) {
      this.lastText += this.text.slice(from, Math.min(to, from + longestKey))
    }
    return to
  }

  private pass(code: number): void {
    const top = this.frames.at(-1)
    if (code === colon && top !== undefined && !top.isArray) {
      top.list = this.listNames.has(this.lastText) ? this.lastText : null
    }
    if (code === colon || code === comma) {
      this.last = code
    } else {
      this.countScalar(code)
    }
  }

  /** A text, a number or a word among messages is none of them, nor is one at the top. */
  private countScalar(code: number): void {
    const top = this.frames.at(-1)
    const begins = this.last === comma || this.last === openBracket
    if (begins && this.captured === null && top?.kind === 'list') {
      this.unreadable(this.line, 'a message that is no JSON object')
    }
    this.isStray ||= top === undefined
    this.last = code
  }

  private open(code: number, at: number): void {
    if (this.passesOpen(code)) {
      this.last = code
      return
    }
    const above = this.frames.at(-1)
    if (above !== undefined && !above.isArray && this.last !== colon) {
      this.giveUp()
    }
    const top = this.frames.at(-1)
    const isArray = code === openBracket
    if (isArray) {
      this.openArray(top, at)
    } else {
      const isMessage = this.captured === null && (top === undefined || top.kind === 'list')
      if (isMessage) {
        this.captured = { depth: this.frames.length, line: this.line, from: at, text: new MessageText() }
      }
      const around = isMessage ? !this.isInMessages() : top?.kind === 'around' && this.around() < mostAround
      this.frames.push({ isArray, kind: around ? 'around' : 'inner', list: null })
    }
    this.last = code
  }

  /** Counts what opens, where it is too deep to be held. */
  private passesOpen(code: number): boolean {
    const { captured, frames } = this
    const isDeep = captured !== null && frames.length - captured.depth >= deepestHeld
    const isList = captured === null && code === openBracket && frames.length >= mostLists
    this.deeper += isDeep ? 1 : 0
    this.lists += isList ? 1 : 0
    return isDeep || isList
  }

  private passesClose(code: number): boolean {
    const isDeep = this.deeper > 0
    const isList = !isDeep && this.captured === null && this.lists > 0 && code === closeBracket
    this.deeper -= isDeep ? 1 : 0
    this.lists -= isList ? 1 : 0
    return isDeep || isList
  }

  private openArray(top: Frame | undefined, at: number): void {
    const name = top?.kind === 'around' ? top.list : null
    const isList = name !== null || (this.captured === null && (top === undefined || top.kind === 'list'))
    if (isList) {
      const head = name !== null && this.captured !== null ? this.headBefore(this.captured, at) : null
      this.captured = null
      this.isGood = true
      this.found.push({ kind: 'open', head, name, line: this.line })
    }
    this.frames.push({ isArray: true, kind: isList ? 'list' : 'inner', list: null })
  }

  private close(code: number, at: number): void {
    if (this.passesClose(code)) {
      this.last = code
      return
    }
    const top = this.frames.at(-1)
    this.isStray ||= this.isLines && top === undefined
    if (top !== undefined && top.isArray !== (code === closeBracket)) {
      this.giveUp()
    } else {
      this.frames.pop()
    }
    const { captured } = this
    if (captured !== null && this.frames.length === captured.depth) {
      this.keep(this.text.slice(captured.from, at + 1))
      this.captured = null
      this.complete(captured)
    }
    this.last = code
  }

  /** What is open is no JSON: it is left out, and what follows is read from its top. */
  private giveUp(): void {
    this.unreadable(this.captured?.line ?? this.line, 'not JSON')
    this.captured = null
    this.frames.length = 0
    this.lists = 0
    this.deeper = 0
    this.last = 0
  }

  private complete({ line, text }: { readonly line: number; readonly text: MessageText }): void {
    const value = text.read()
    if (typeof value === 'string') {
      this.unreadable(line, value)
    } else {
      this.isGood = true
      this.found.push({ kind: 'message', value, line, length: text.length })
    }
  }

  /** The object that is open, as if it ended with an empty array. */
  private headBefore(
    { depth, text }: { readonly depth: number; readonly text: MessageText },
    at: number,
  ): JsonObject | null {
    this.keep(this.text.slice(this.captured?.from ?? at, at))
    const head = text.read(`[]${'}'.repeat(this.frames.length - depth)}`)
    return typeof head === 'string' ? null : head
  }

  private keep(piece: string): void {
    if (this.captured !== null) {
      this.captured.text.keep(piece)
      this.captured.from = this.text.length
    }
  }

  /** True where an array called `messages` is open, or one at the top of another one. */
  private isInMessages(): boolean {
    return this.frames.some(({ kind }) => kind === 'around')
  }

  private around(): number {
    return this.frames.filter(({ kind }) => kind === 'around').length
  }

  private unreadable(line: number, reason: string): void {
    this.found.push({ kind: 'unreadable', reason, line })
  }
}
