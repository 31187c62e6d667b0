/** JSON that came out of a file: parsed within bounds, and narrowed from what is unknown to known shapes. */

/** A JSON object whose fields nobody has looked at yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** What a text holds, or why that is not known. */
export type Parsed = { readonly value: unknown } | { readonly problem: string }

/** Each level costs the parser memory of its own, and whoever walks it by recursion a call. */
const deepest = 500
/** Each value costs 50 bytes and more, of three characters. */
const mostValues = 5_000_000

const quote = 0x22
const openBrace = 0x7b
const newline = 0x0a

/** Parses a text, unless it would come to more than memory should hold. */
export function parseJson(text: string): Parsed {
  const problem = text.length <= deepest ? null : excessIn(text)
  if (problem !== null) return { problem }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: 'not JSON' }
  }
}

/** What the text holds; undefined where it is no JSON, nests too deep or holds too much. */
export function parsedJson(text: string): unknown {
  const parsed = parseJson(text)
  return 'value' in parsed ? parsed.value : undefined
}

function excessIn(text: string): string | null {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    // The brackets differ from each other by 2, and from the braces by 0x20.
    else if ((code | 0x20) === openBrace) {
      depth += 1
      values += 1
      if (depth > deepest) return 'nested too deep'
    } else if ((code | 0x20) === openBrace + 2) depth -= 1
    else if (code === 0x2c) values += 1
    if (values > mostValues) return `it holds more than ${mostValues} values`
  }
  return null
}

/** The place of the quote that ends a text, or the end of all. @param start that of the quote that begins it */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/** Says in which line of a text its objects begin, by their number in the order in which they stand there. */
export class ObjectLines {
  readonly #text: string
  #line: number
  #at = 0
  #objects = 0
  /** False where all of it stands on one line. */
  readonly isNeeded: boolean

  /** @param line where the text begins */
  constructor(text: string, line: number) {
    this.#text = text
    this.#line = line
    this.isNeeded = text.includes('\n')
  }

  /** @param number from 1, and not less than the one that was asked for before */
  of(number: number): number {
    for (; this.isNeeded && this.#objects < number && this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === quote) this.#at = endOfText(this.#text, this.#at)
      else if (code === openBrace) this.#objects += 1
      else if (code === newline) this.#line += 1
    }
    return this.#line
  }
}

/** How many objects are in a value, itself among them. */
export function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : 1
  return Object.values(value).reduce<number>((sum, inner) => sum + objectsIn(inner), own)
}

/** True for a JSON object; not for an array, not for null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The field as an object; null where it is none. */
export function objectIn(record: JsonObject, field: string): JsonObject | null {
  const value = record[field]
  return isObject(value) ? value : null
}

/** The field as a string with something in it; null where it is none. */
export function stringIn(record: JsonObject, field: string): string | null {
  const value = record[field]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The field as an array; empty where it is none. */
export function arrayIn(record: JsonObject, field: string): readonly unknown[] {
  const value = record[field]
  return Array.isArray(value) ? value : []
}

/** The objects in an array; none where the value is no array. */
export function objectsOf(values: unknown): readonly JsonObject[] {
  return Array.isArray(values) ? values.filter(isObject) : []
}

/** The moment that a text names, as JSON writes dates; null where it names none. */
export function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : moment
}
