/**
 * Takes the messages out of JSON text as it passes, whatever its layout: one document over many lines, a document on one
 * line, a document a line, a message a line. Only what stands before the messages and one message at a time is held.
 *
 * Messages are the objects at the top of the text, those in arrays at its top, and those in an array called `messages` (or as
 * the reader of the format says) inside such an object, itself or within others (`{"values":{"messages":[…]}}`). Arrays
 * in those arrays are the same.
 */

import type { JsonObject } from './json-value.js'
import { MessageText } from './message-text.js'
import { OpenText } from './open-text.js'
import type { FileLine } from './recording.js'
import type { StreamPiece } from './stream-piece.js'
import { UnheldDepth } from './unheld-depth.js'

/** An object or array that is open. */
interface Frame {
  /** True for an array. */
  readonly isArray: boolean
  /** `list`: its objects are messages; `around`: it may hold such an array. */
  readonly kind: 'list' | 'around' | 'inner'
  /** The name of what comes next where it is the list of messages, or null. */
  list: string | null
}

/** The message that is open. */
interface Captured {
  /** As many objects and arrays stand around it. */
  readonly depth: number
  /** The line where it begins, from 1. */
  readonly line: number
  /** True where it begins its line, without a space before it. */
  readonly beginsLine: boolean
  /** Where it begins in the piece that is read. */
  from: number
  /** Its text so far. */
  readonly text: MessageText
}

/** As many objects may stand around an array of messages. */
const mostAround = 3
const onlyMessages: ReadonlySet<string> = new Set(['messages'])

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

/** Reads text line by line; a line may come in pieces. */
export class MessageStream {
  readonly #listNames: ReadonlySet<string>
  readonly #frames: Frame[] = []
  readonly #unheld = new UnheldDepth()
  readonly #found: StreamPiece[] = []
  #text = ''
  /** The last character that is no space; 0 at the start of a value. */
  #last = 0
  readonly #openText = new OpenText()
  #line = 0
  #lineBefore = 0
  /** The line goes on from a piece before. */
  #isContinued = false
  /** The piece that is read is the first of its line. */
  #beganLine = false
  /** True where the line began at the top. */
  #beganAtTop = true
  #captured: Captured | null = null
  /** True once a line held a whole value: then each line is one for itself. */
  #isLines = false
  #isStray = false
  #isGood = false

  /** @param listNames what arrays of messages are called in objects; the names are 31 characters long at most */
  constructor(listNames: ReadonlySet<string> = onlyMessages) {
    this.#listNames = listNames
  }

  /** What the end of the text cut off. */
  finish(): readonly StreamPiece[] {
    if (this.#captured !== null) {
      this.#leaveOut(this.#captured, 'a message that the end of the file cut off', true)
    }
    this.#captured = null
    this.#frames.length = 0
    return this.#found.splice(0)
  }

  /** Takes the next line, or the next piece of one; gives what is complete with it. */
  *take({ text, line, goesOn = false }: FileLine): Iterable<StreamPiece> {
    this.#text = text
    this.#beganLine = !this.#isContinued
    if (this.#beganLine) this.#lineBefore = this.#line
    this.#line = line
    if (this.#beganLine) this.#beginLine()
    this.#isContinued = goesOn
    if (this.#captured !== null) {
      this.#captured.from = 0
    }
    for (let at = this.#openText.isOpen ? this.#openText.pass(text, 0) + 1 : 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#countScalar(quote)
        at = this.#openText.begin(text, at + 1)
      } else if (code === openBrace || code === openBracket) {
        this.#open(code, at)
      } else if (code === closeBrace || code === closeBracket) {
        this.#close(code, at)
      } else if (code > 0x20 && code !== 0xfeff) {
        this.#pass(code)
      }
      if (this.#found.length > 0) {
        yield* this.#found.splice(0)
      }
    }
    if (goesOn) {
      this.#keep(text.slice(this.#captured?.from))
      return
    }
    this.#endLine()
    this.#isLines ||= this.#beganAtTop && this.#frames.length === 0 && this.#isGood
    yield* this.#found.splice(0)
  }

  #beginLine(): void {
    this.#beganAtTop = this.#frames.length === 0
    this.#isStray = false
    this.#isGood = false
  }

  #endLine(): void {
    // A text can't go on over the end of a line: what was torn ends with it.
    this.#openText.end()
    if (this.#isLines && this.#frames.length > 0) {
      this.#giveUp()
    } else if (this.#isStray) {
      this.#unreadable(this.#line, 'not JSON')
    }
    if (this.#captured !== null) {
      this.#keep(`${this.#text.slice(this.#captured.from)}\n`)
    }
  }

  #pass(code: number): void {
    const top = this.#frames.at(-1)
    if (code === colon && top !== undefined && !top.isArray) {
      const { start } = this.#openText
      top.list = this.#listNames.has(start) ? start : null
    }
    if (code === colon || code === comma) {
      this.#last = code
    } else {
      this.#countScalar(code)
    }
  }

  /** A text, a number or a word among messages is none of them, nor is one at the top. */
  #countScalar(code: number): void {
    const top = this.#frames.at(-1)
    const begins = this.#last === comma || this.#last === openBracket
    if (begins && this.#captured === null && top?.kind === 'list') {
      this.#unreadable(this.#line, 'a message that is no JSON object')
    }
    this.#isStray ||= top === undefined
    this.#last = code
  }

  #open(code: number, at: number): void {
    if (this.#unheld.opens(code === openBracket, this.#frames.length, this.#captured?.depth ?? null)) {
      this.#last = code
      return
    }
    if (this.#isOutOfPlace(code, at)) {
      const isArray = this.#frames.at(-1)?.isArray === true
      const tornAt = at === 0 && this.#beganLine ? this.#lineBefore : this.#line
      this.#giveUp(tornAt, isArray ? 'no comma after it' : 'not JSON')
    }
    const top = this.#frames.at(-1)
    const isArray = code === openBracket
    if (isArray) {
      this.#openArray(top, at)
    } else {
      const isMessage = this.#captured === null && (top === undefined || top.kind === 'list')
      if (isMessage) {
        this.#captured = {
          depth: this.#frames.length,
          line: this.#line,
          beginsLine: at === 0 && this.#beganLine,
          from: at,
          text: new MessageText(),
        }
      }
      const around = isMessage ? !this.#isInMessages() : top?.kind === 'around' && this.#around() < mostAround
      this.#frames.push({ isArray, kind: around ? 'around' : 'inner', list: null })
    }
    this.#last = code
  }

  /**
   * True where nothing can open here. In a list only an object that begins a line says so, where a comma is missing before
   * it: of what else is wrong in a message no other one is to suffer.
   */
  #isOutOfPlace(code: number, at: number): boolean {
    const top = this.#frames.at(-1)
    if (top === undefined) return false
    if (!top.isArray) return this.#last !== colon
    const begins = code === openBrace && at === 0 && this.#beganLine
    return begins && this.#last !== comma && this.#last !== openBracket
  }

  #openArray(inner: Frame | undefined, at: number): void {
    const top = this.#isTorn(inner) ? this.#withoutOuter(inner) : inner
    const name = top?.kind === 'around' ? top.list : null
    const isList = name !== null || (this.#captured === null && (top === undefined || top.kind === 'list'))
    if (isList) {
      const head = name !== null && this.#captured !== null ? this.#headBefore(this.#captured, at) : null
      this.#captured = null
      this.#isGood = true
      this.#found.push({ kind: 'open', head, name, line: this.#line })
    }
    this.#frames.push({ isArray: true, kind: isList ? 'list' : 'inner', list: null })
  }

  /** No message has messages of its own: where one begins a line that does, what is around it was torn before. */
  #isTorn(top: Frame | undefined): top is Frame {
    const captured = this.#captured
    if (captured?.beginsLine !== true || captured.depth === 0) return false
    const isField = captured.depth === this.#frames.length - 1
    return isField && top !== undefined && !top.isArray && top.list !== null
  }

  #withoutOuter({ list }: Frame): Frame {
    const top: Frame = { isArray: false, kind: 'around', list }
    this.#unreadable(this.#lineBefore, 'messages that were cut off')
    this.#unheld.forget()
    this.#frames.splice(0, this.#frames.length, top)
    this.#beganAtTop = true
    if (this.#captured !== null) this.#captured = { ...this.#captured, depth: 0 }
    return top
  }

  #close(code: number, at: number): void {
    if (this.#unheld.closes(code === closeBracket, this.#captured !== null)) {
      this.#last = code
      return
    }
    const top = this.#frames.at(-1)
    this.#isStray ||= this.#isLines && top === undefined
    if (top !== undefined && top.isArray !== (code === closeBracket)) {
      this.#giveUp()
    } else {
      this.#frames.pop()
    }
    const captured = this.#captured
    if (captured !== null && this.#frames.length === captured.depth) {
      this.#keep(this.#text.slice(captured.from, at + 1))
      this.#captured = null
      this.#complete(captured)
    }
    this.#last = code
  }

  /** What is open is no JSON: it is left out, and what follows is read from its top. */
  #giveUp(line = this.#line, reason = 'not JSON'): void {
    if (this.#captured === null) this.#unreadable(line, reason)
    else this.#leaveOut(this.#captured, 'not JSON')
    this.#captured = null
    this.#frames.length = 0
    this.#unheld.forget()
    this.#last = 0
  }

  /** A message that was torn has taken in the lines after it: those that are records are read. */
  #leaveOut({ line, text }: Captured, reason: string, isEnd = false): void {
    this.#found.push({ kind: 'unreadable', reason, line, isEnd })
    for (const taken of recordLines(text.held(), line)) {
      const stream = new MessageStream(this.#listNames)
      this.#found.push(...stream.take(taken))
      if (stream.finish().length > 0) this.#unreadable(taken.line, 'not JSON')
    }
  }

  #complete({ line, text }: Captured): void {
    const value = text.read()
    if (typeof value === 'string') {
      this.#unreadable(line, value)
    } else {
      this.#isGood = true
      this.#found.push({ kind: 'message', value, line, length: text.length })
    }
  }

  /** The object that is open, as if it ended with an empty array. */
  #headBefore({ depth, text }: Captured, at: number): JsonObject | null {
    this.#keep(this.#text.slice(this.#captured?.from ?? at, at))
    const head = text.read(`[]${'}'.repeat(this.#frames.length - depth)}`)
    return typeof head === 'string' ? null : head
  }

  #keep(piece: string): void {
    if (this.#captured !== null) {
      this.#captured.text.keep(piece)
      this.#captured.from = this.#text.length
    }
  }

  /** True where an array called `messages` is open, or one at the top of another one. */
  #isInMessages(): boolean {
    return this.#frames.some(({ kind }) => kind === 'around')
  }

  #around(): number {
    return this.#frames.filter(({ kind }) => kind === 'around').length
  }

  #unreadable(line: number, reason: string): void {
    this.#found.push({ kind: 'unreadable', reason, line })
  }
}

/**
 * The lines after the first that are records of their own in text that was taken for one message, since a line before
 * them was torn; what stands inside another one is indented, or goes on with a comma.
 * @param line the number of the first
 */
function* recordLines(text: string, line: number): Generator<FileLine, void, undefined> {
  let number = line
  for (let end = text.indexOf('\n'); end !== -1; ) {
    const start = end + 1
    number += 1
    end = text.indexOf('\n', start)
    const whole = text.slice(start, end === -1 ? text.length : end).trimEnd()
    if (whole.startsWith('{"') && !whole.endsWith(',')) yield { line: number, text: whole }
  }
}
