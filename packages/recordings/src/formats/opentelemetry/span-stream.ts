/** Takes the spans out of OTLP/JSON as it passes, whatever its layout; only one span at a time is held. */

import { JSONParser, TokenType } from '@streamparser/json'
import { nestsTooDeep } from '../../json-value.js'
import type { FileLine } from '../../recording.js'
import { ShortTexts } from './short-texts.js'

/** A span as it stands in the file. */
export interface RawSpan {
  /** What it holds. */
  readonly value: unknown
  /** The line where it ends, from 1. */
  readonly line: number
}

/** Where the spans stand. Sources: opentelemetry-proto, trace.proto; until 2022 scopes were called otherwise. */
const paths = [
  '$.resourceSpans.*.scopeSpans.*.spans.*',
  '$.resource_spans.*.scope_spans.*.spans.*',
  '$.resourceSpans.*.instrumentationLibrarySpans.*.spans.*',
]

/** No document holds another one: where one begins, the one before it is over. */
const documentBegins = /^\s*\{\s*"resource_?spans"/i

/** How a line begins where no document is open. */
const canBegin = /^\s*(?:[[{]|$)/

/** What is more than memory should hold, from one span to the next. */
export interface SpanLimits {
  /** Characters. */
  readonly length: number
  /** Characters of one text; a span with a longer one is left out. */
  readonly text: number
  /** Values. */
  readonly values: number
  /** Levels. */
  readonly depth: number
}

const usualLimits: SpanLimits = { length: 2 ** 25, text: 2 ** 24, values: 2_000_000, depth: 1000 }

/** Between two spans there is more than is held. */
class TooMuch extends Error {}

/** Reads documents of spans, one after the other. */
export class SpanStream {
  readonly #onSkipped: (line: number, reason: string) => void
  #parser: JSONParser
  #found: RawSpan[] = []
  #line = 0
  #depth = 0
  /** True while the line that is read goes on. */
  #goesOn = false
  #isLost = false
  /** Since the last span. */
  #length = 0
  #values = 0
  readonly #most: SpanLimits
  readonly #texts: ShortTexts

  /** @param onSkipped is given each line where what was open is no JSON; @param most what is held of a span */
  constructor(onSkipped: (line: number, reason: string) => void, most: SpanLimits = usualLimits) {
    this.#onSkipped = onSkipped
    this.#most = most
    this.#texts = new ShortTexts(most.text)
    this.#parser = this.#newParser()
  }

  /** Takes the next line, or the next piece of one; gives the spans that are complete with it. */
  take({ text, line, goesOn = false }: FileLine): readonly RawSpan[] {
    const isFirst = !this.#goesOn
    const before = this.#line
    this.#line = line
    this.#goesOn = goesOn
    if (isFirst && this.#depth > 0 && documentBegins.test(text)) {
      this.#onSkipped(before, 'a document that was cut off')
      this.#parser = this.#newParser()
    }
    const isStray = isFirst && this.#depth === 0 && !canBegin.test(text)
    const short = isFirst && !goesOn ? text : this.#texts.take(text, goesOn)
    // What follows in a line that made no sense makes none either.
    if (isFirst || !this.#isLost) {
      const trouble = isStray ? 'not JSON' : this.#write(goesOn ? short : `${short}\n`)
      this.#isLost = trouble !== null
      if (trouble !== null) this.#onSkipped(line, trouble)
    }
    return this.#found.splice(0)
  }

  /** Reports a document that the end of the file cut off. */
  finish(): void {
    if (this.#depth > 0) this.#onSkipped(this.#line, 'a document that the end of the file cut off')
  }

  /** @returns what is wrong, or null */
  #write(text: string): string | null {
    this.#length += text.length
    try {
      if (this.#length > this.#most.length + text.length) throw new TooMuch()
      this.#parser.write(text)
      return null
    } catch (error) {
      this.#parser = this.#newParser()
      return error instanceof TooMuch ? 'more than is held at once' : 'not JSON'
    }
  }

  #spanEnds(value: unknown): void {
    const trouble = this.#texts.isShortened
      ? 'a span with a text that is too long'
      : nestsTooDeep(value)
        ? 'a span that is nested too deep'
        : null
    if (trouble === null) this.#found.push({ value, line: this.#line })
    else this.#onSkipped(this.#line, trouble)
    this.#texts.isShortened = false
    this.#length = 0
    this.#values = 0
  }

  #newParser(): JSONParser {
    const parser = new JSONParser({ paths, keepStack: false, separator: '', stringBufferSize: 64 * 1024 })
    this.#depth = 0
    this.#length = 0
    this.#values = 0
    this.#texts.isShortened = false
    parser.onValue = ({ value }) => this.#spanEnds(value)
    parser.onToken = ({ token }) => {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1
      else if (token === TokenType.COMMA) this.#values += 1
      if (this.#depth > this.#most.depth || this.#values > this.#most.values) throw new TooMuch()
    }
    return parser
  }
}
