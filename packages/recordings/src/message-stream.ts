/**
 * Takes the messages out of JSON text as it passes, whatever its layout: one document over many lines, a document on one
 * line, a document a line, a message a line. Only what stands before the messages and one message at a time is held.
 *
 * Messages are the objects at the top of the text, those in arrays at its top, and those in an array called `messages`
 * inside such an object, itself or within others (`{"values":{"messages":[…]}}`). Arrays in those arrays are the same.
 */

import { isObject, type JsonObject, nestsTooDeep, surelyShallow } from './json-value.js'
import type { FileLine } from './recording.js'

/** What passes. */
export type StreamPiece =
  | {
      /** An array of messages begins; those before it are of another one. */
      readonly kind: 'open'
      /** What stood before the messages in the object that holds them; null where nothing did, or it was too long. */
      readonly head: JsonObject | null
      /** The line, from 1. */
      readonly line: number
    }
  | {
      /** A message. */
      readonly kind: 'message'
      /** The message. */
      readonly value: JsonObject
      /** The line where it begins, from 1. */
      readonly line: number
      /** Its length, in characters. */
      readonly length: number
    }
  | {
      /** A piece could not be read. */
      readonly kind: 'unreadable'
      /** Why. */
      readonly reason: string
      /** The line where it begins, from 1. */
      readonly line: number
    }

/** As much of one message, or before the messages, is held, in characters. */
const mostHeld = 64 * 1024 * 1024
/** As many objects may stand around an array of messages. */
const mostAround = 3
const longestKey = 40

const quote = 0x22
const backslash = 0x5c
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
  key: string
}

/** Reads text line by line. */
export class MessageStream {
  private readonly frames: Frame[] = []
  private readonly found: StreamPiece[] = []
  private text = ''
  /** The last character that is no space; 0 at the start of a value. */
  private last = 0
  private lastText = ''
  private line = 0
  /** The message that is open: at which depth it began, on which line, and its text so far. */
  private captured: {
    readonly depth: number
    readonly line: number
    from: number
    pieces: string[]
    held: number
  } | null = null
  /** True once a line held a whole value: then each line is one for itself. */
  private isLines = false
  private isStray = false
  private isGood = false

  /** What the end of the text cut off. */
  finish(): readonly StreamPiece[] {
    if (this.captured !== null) {
      this.unreadable(this.captured.line, 'a message that the end of the file cut off')
    }
    this.captured = null
    this.frames.length = 0
    return this.found.splice(0)
  }

  /** Takes the next line; gives what is complete with it. */
  *take({ text, line }: FileLine): Iterable<StreamPiece> {
    const begins = this.frames.length === 0
    this.text = text
    this.line = line
    this.isStray = false
    this.isGood = false
    if (this.captured !== null) {
      this.captured.from = 0
    }
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) {
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
    this.endLine()
    this.isLines ||= begins && this.frames.length === 0 && this.isGood
    yield* this.found.splice(0)
  }

  private endLine(): void {
    if (this.isLines && this.frames.length > 0) {
      this.giveUp()
    } else if (this.isStray) {
      this.unreadable(this.line, 'not JSON')
    }
    if (this.captured !== null) {
      this.keep(`${this.text.slice(this.captured.from)}\n`)
    }
  }

  /** The place of the quote that ends a text. A text can't go on over the end of a line: what was torn ends with it. */
  private passText(from: number): number {
    let end = this.text.indexOf('"', from)
    while (end !== -1 && this.isEscaped(end, from)) {
      end = this.text.indexOf('"', end + 1)
    }
    this.countScalar(quote)
    const to = end === -1 ? this.text.length : end
    this.lastText = this.text.slice(from, Math.min(to, from + longestKey))
    return to
  }

  private isEscaped(at: number, from: number): boolean {
    let before = at
    while (before > from && this.text.charCodeAt(before - 1) === backslash) {
      before -= 1
    }
    return (at - before) % 2 === 1
  }

  private pass(code: number): void {
    const top = this.frames.at(-1)
    if (code === colon && top !== undefined && !top.isArray) {
      top.key = this.lastText
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
        this.captured = { depth: this.frames.length, line: this.line, from: at, pieces: [], held: 0 }
      }
      const around = isMessage ? !this.isInMessages() : top?.kind === 'around' && this.around() < mostAround
      this.frames.push({ isArray, kind: around ? 'around' : 'inner', key: '' })
    }
    this.last = code
  }

  private openArray(top: Frame | undefined, at: number): void {
    const isNamed = top?.kind === 'around' && top.key === 'messages'
    const isList = isNamed || (this.captured === null && (top === undefined || top.kind === 'list'))
    if (isList) {
      const head = isNamed && this.captured !== null ? this.headBefore(at) : null
      this.captured = null
      this.isGood = true
      this.found.push({ kind: 'open', head, line: this.line })
    }
    this.frames.push({ isArray: true, kind: isList ? 'list' : 'inner', key: '' })
  }

  private close(code: number, at: number): void {
    const top = this.frames.at(-1)
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
    this.last = 0
  }

  private complete(captured: {
    readonly line: number
    readonly pieces: readonly string[]
    readonly held: number
  }): void {
    const { line, pieces, held } = captured
    const value = held > mostHeld ? undefined : parse(pieces.join(''))
    if (value === undefined) {
      const reason =
        held > mostHeld ? `more than ${mostHeld} characters long` : 'not JSON, or nested too deep'
      this.unreadable(line, reason)
    } else {
      this.isGood = true
      this.found.push({ kind: 'message', value, line, length: held })
    }
  }

  /** The object that is open, as if it ended with an empty array. */
  private headBefore(at: number): JsonObject | null {
    this.keep(this.text.slice(this.captured?.from ?? at, at))
    const { pieces = [], held = 0, depth = 0 } = this.captured ?? {}
    const closers = '}'.repeat(this.frames.length - depth)
    return held > mostHeld ? null : (parse(`${pieces.join('')}[]${closers}`) ?? null)
  }

  private keep(piece: string): void {
    if (this.captured !== null) {
      this.captured.held += piece.length
      if (this.captured.held <= mostHeld) {
        this.captured.pieces.push(piece)
      } else {
        this.captured.pieces = []
      }
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

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && (surelyShallow(text) || !nestsTooDeep(value)) ? value : undefined
  } catch {
    return undefined
  }
}
