/** Takes the spans out of OTLP/JSON as it passes, whatever its layout; only one span at a time is held. */

import { JSONParser, TokenType } from '@streamparser/json'
import { nestsTooDeep } from '../json-value.js'
import type { FileLine } from '../recording.js'

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

  /** @param onSkipped is told each line where what was open is no JSON */
  constructor(onSkipped: (line: number, reason: string) => void) {
    this.#onSkipped = onSkipped
    this.#parser = this.#newParser()
  }

  /** Takes the next line, or the next piece of one; gives the spans that are complete with it. */
  take({ text, line, goesOn = false }: FileLine): readonly RawSpan[] {
    const isFirst = !this.#goesOn
    this.#line = line
    this.#goesOn = goesOn
    if (isFirst && this.#depth > 0 && documentBegins.test(text)) {
      this.#onSkipped(line, 'a document before this line that was cut off')
      this.#parser = this.#newParser()
    }
    const isStray = isFirst && this.#depth === 0 && !canBegin.test(text)
    // What follows in a line that made no sense makes none either.
    if (isFirst || !this.#isLost) {
      this.#isLost = isStray || !this.#write(goesOn ? text : `${text}\n`)
      if (this.#isLost) this.#onSkipped(line, 'not JSON')
    }
    return this.#found.splice(0)
  }

  /** Tells of a document that the end of the file cut off. */
  finish(): void {
    if (this.#depth > 0) this.#onSkipped(this.#line, 'a document that the end of the file cut off')
  }

  #write(text: string): boolean {
    try {
      this.#parser.write(text)
      return true
    } catch {
      this.#parser = this.#newParser()
      return false
    }
  }

  #newParser(): JSONParser {
    const parser = new JSONParser({ paths, keepStack: false, separator: '' })
    this.#depth = 0
    parser.onValue = ({ value }) => {
      const isShallow = !nestsTooDeep(value)
      if (isShallow) this.#found.push({ value, line: this.#line })
      else this.#onSkipped(this.#line, 'a span that is nested too deep')
    }
    parser.onToken = ({ token }) => {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1
    }
    return parser
  }
}
