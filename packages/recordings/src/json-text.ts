/** JSON text: parsed within bounds, and where its values stand. */

/** Shorter texts hold few enough values, whatever they hold. */
const harmless = 1_000_000
/** Each level costs the parser memory of its own, and whoever walks it by recursion a call. */
const deepest = 500
/** Each value costs 50 bytes and more, of three characters. */
const mostValues = 5_000_000

const backslash = 0x5c
const quote = 0x22
const comma = 0x2c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d

/** What a text holds, or why that is not known. */
export type Parsed = { readonly value: unknown } | { readonly problem: string }

/** Parses a text, unless it would come to more than memory should hold. */
export function parseJson(text: string): Parsed {
  const problem = excessIn(text)
  if (problem !== null) return { problem }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: 'not JSON' }
  }
}

function excessIn(text: string): string | null {
  if (text.length <= harmless && isSurelyShallow(text)) return null
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfText(text, at + 1)
      if (end === -1) return null
      at = end
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      values += 1
      if (depth > deepest) return 'nested too deep'
    } else if (code === closeBrace || code === closeBracket) depth -= 1
    else if (code === comma) values += 1
    if (values > mostValues) return `it holds more than ${mostValues} values`
  }
  return null
}

/** True where the text has so few brackets that what it holds can't nest too deep. */
function isSurelyShallow(text: string): boolean {
  let opened = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      opened += 1
      if (opened > deepest) return false
    }
  }
  return true
}

/** True where a line may be the beginning of a document: it does not end inside a text, as what was torn does. */
export function mayGoOn(line: string): boolean {
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) {
    at = endOfText(line, at + 1)
    if (at === -1) return false
  }
  return true
}

/** The place of the quote that ends a text. @param from where the text goes on; -1 is given where it does not end */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end !== -1 && isEscaped(text, end, from)) end = text.indexOf('"', end + 1)
  return end
}

/** True where backslashes before a place, from `from` on, take its character's meaning. */
function isEscaped(text: string, at: number, from: number): boolean {
  let before = at
  while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1
  return (at - before) % 2 === 1
}

/**
 * Where the values stand in the object or array that begins at a place, by their keys or indexes.
 * @param text JSON that was parsed without trouble
 */
export function placesIn(text: string, start: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const isArray = text.charCodeAt(start) === openBracket
  let at = afterSpace(text, start + 1)
  for (let index = 0; !isClosing(text.charCodeAt(at)); index += 1) {
    let key = String(index)
    if (!isArray) {
      const end = endOfText(text, at + 1)
      key = String(JSON.parse(text.slice(at, end + 1)))
      at = afterSpace(text, text.indexOf(':', end) + 1)
    }
    places.set(key, at)
    at = afterSpace(text, endOfValue(text, at))
    if (text.charCodeAt(at) === comma) at = afterSpace(text, at + 1)
  }
  return places
}

function isClosing(code: number): boolean {
  return code === closeBrace || code === closeBracket || Number.isNaN(code)
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at + 1)
    else if (code === openBrace || code === openBracket) depth += 1
    else if (depth === 0 && (code === comma || isClosing(code))) return at
    else if (isClosing(code)) depth -= 1
  }
  return text.length
}

/** The place of the first character from a place on that is no space. @param at 0 for the beginning of the text */
export function afterSpace(text: string, at: number): number {
  let place = at
  while (text.charCodeAt(place) <= 0x20 || text.charCodeAt(place) === 0xfeff) place += 1
  return place
}
