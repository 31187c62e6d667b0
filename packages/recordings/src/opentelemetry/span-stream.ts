/** Takes the spans out of OTLP/JSON as it passes, whatever its layout; only one span at a time is held. */

import { JSONParser } from '@streamparser/json'
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

/** Reads documents of spans, one after the other. */
export class SpanStream {
  readonly #onSkipped: (line: number, reason: string) => void
  #parser: JSONParser
  #found: RawSpan[] = []
  #line = 0
  #isOpen = false

  /** @param onSkipped is told each line where what was open is no JSON */
  constructor(onSkipped: (line: number, reason: string) => void) {
    this.#onSkipped = onSkipped
    this.#parser = this.#newParser()
  }

  /** Takes the next line; gives the spans that are complete with it. */
  take({ text, line }: FileLine): readonly RawSpan[] {
    this.#line = line
    const wasOpen = this.#isOpen
    if (!this.#write(`${text}\n`)) {
      this.#onSkipped(line, 'not JSON')
      // A document that was torn ends where the next one begins.
      if (wasOpen && text.trimStart().startsWith('{"resource') && !this.#write(`${text}\n`)) {
        this.#onSkipped(line, 'not JSON')
      }
    }
    return this.#found.splice(0)
  }

  /** Tells of a document that the end of the file cut off. */
  finish(): void {
    if (this.#isOpen) this.#onSkipped(this.#line, 'a document that the end of the file cut off')
  }

  #write(text: string): boolean {
    try {
      this.#parser.write(text)
      if (text.trim() !== '') this.#isOpen = this.#depth > 0
      return true
    } catch {
      this.#parser = this.#newParser()
      return false
    }
  }

  #depth = 0

  #newParser(): JSONParser {
    const parser = new JSONParser({ paths, keepStack: false, separator: '' })
    this.#depth = 0
    this.#isOpen = false
    parser.onValue = ({ value }) => {
      const isShallow = !nestsTooDeep(value)
      if (isShallow) this.#found.push({ value, line: this.#line })
      else this.#onSkipped(this.#line, 'a span that is nested too deep')
    }
    parser.onToken = ({ token }) => {
      if (token === openBrace || token === openBracket) this.#depth += 1
      else if (token === closeBrace || token === closeBracket) this.#depth -= 1
    }
    return parser
  }
}
