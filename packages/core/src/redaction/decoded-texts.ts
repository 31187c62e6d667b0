/**
 * What a text says once encodings are undone: base64, hexadecimal, percent signs, escapes, colours, lines that a terminal
 * broke. A secret in one of them is found there and taken out here, so each knows which part of the encoded text a part of it
 * came from.
 */

import { mixing } from './literals.js'

interface DecodedText {
  readonly text: string
  /** The part of the encoded text that characters `start` to `end` of `text` came from. */
  readonly place: (start: number, end: number) => readonly [number, number]
}

/**
 * Every text that is encoded in a text, one level deep.
 * @param thorough true to decode whatever can be decoded, for a secret that is known; else what decodes to ASCII text
 */
export function* decodedTexts(text: string, thorough: boolean): Generator<DecodedText> {
  const present = escapes.filter(
    ({ sign, telling }) => text.includes(sign) && (thorough || telling === undefined || telling.test(text)),
  )
  if (present.length > 0) yield unescaped(text, present)
  for (const { 0: window, index } of windowsOf(text, thorough ? anyBase64 : asciiBase64)) {
    // A known secret may stand at any of four places in a word of base64 that other signs run into.
    for (const shift of thorough ? [0, 1, 2, 3] : [0]) yield fromBase64(window.slice(shift), index + shift)
  }
  for (const { 0: window, index } of windowsOf(text, thorough ? anyHex : asciiHex)) {
    const place = (start: number, end: number) => [index + start * 2, index + end * 2] as const
    yield fromBytes(Buffer.from(window, 'hex'), place)
  }
}

/** Where a pattern stands; as `matchAll`, which makes a pattern anew for each text. It may be used on what was decoded meanwhile. */
function* windowsOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { lastIndex } = pattern
    yield match
    pattern.lastIndex = lastIndex
  }
}

/** A text put together of parts, each with where it stands in the encoded one. */
class PartsOfText {
  readonly #texts: string[] = []
  readonly #starts: number[] = []
  readonly #places: (readonly [from: number, to: number])[] = []
  #length = 0

  add(said: string, from: number, to: number): void {
    if (said === '') return
    this.#texts.push(said)
    this.#starts.push(this.#length)
    this.#places.push([from, to])
    this.#length += said.length
  }

  decoded(): DecodedText {
    const place = (start: number, end: number) =>
      [this.#placeOf(start)[0], this.#placeOf(end - 1)[1]] as const
    return { text: this.#texts.join(''), place }
  }

  /** Where a character is in the encoded text. A part that is longer there is taken whole. */
  #placeOf(at: number): readonly [from: number, to: number] {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const [from, to] = this.#places[low] ?? [0, 0]
    if (to - from !== this.#texts[low]?.length) return [from, to]
    const own = from + at - (this.#starts[low] ?? 0)
    return [own, own + 1]
  }
}

/** What an escape begins with, where it may hide a secret (anywhere when absent), how it looks, and what it stands for. */
interface Escape {
  readonly sign: string
  readonly telling?: RegExp
  readonly pattern: string
  readonly meaning?: (written: string) => string
}

const letters = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }))
const entities = new Map(Object.entries({ quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }))

function characterOf(digits: string, radix: number): string | undefined {
  const code = Number.parseInt(digits, radix)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const escapes: readonly Escape[] = [
  // A shell's line goes on behind it.
  { sign: '\\\n', pattern: '\\\\\\n[ \\t]{0,20}' },
  {
    // Any number of backslashes is one escape: JSON in JSON in JSON has seven.
    sign: '\\',
    telling: /\\(?:u00[0-7]|x[0-7])[\da-f]|\\\//i,
    pattern: '\\\\{1,64}(?:u[\\da-fA-F]{4}|x[\\da-fA-F]{2}|u\\{[\\da-fA-F]{1,6}\\}|[^\\\\\\s])',
    meaning(written) {
      const said = written.replace(/^\\+/, '')
      const digits = /^[ux]\{?([\da-fA-F]{2,})\}?$/.exec(said)?.[1]
      return (digits === undefined ? letters.get(said) : characterOf(digits, 16)) ?? said
    },
  },
  // UTF-8 bytes, so that any text is found.
  { sign: '%', telling: /%[0-7][\da-f]/i, pattern: '(?:%[\\da-fA-F]{2})+' },
  // ASCII in UTF-16, as a shell's encoded commands have it.
  { sign: '\0', pattern: '\\0+' },
  // What a terminal takes for a colour, as `grep --color` writes it within what it found.
  { sign: '\u001b[', pattern: '(?:\\u001b\\[[\\d;:]{0,40}[A-Za-z])+' },
  {
    sign: '&',
    telling: /&(?:#\d{2}|#x[\da-f]{2}|quot;|apos;|amp;|lt;|gt;)/i,
    pattern: '&(?:#\\d{2,6}|#[xX][\\da-fA-F]{2,5}|quot|apos|amp|lt|gt);',
    meaning(written) {
      const name = written.slice(1, -1).toLowerCase()
      const said = name.startsWith('#x') ? characterOf(name.slice(2), 16) : characterOf(name.slice(1), 10)
      return (name.startsWith('#') ? said : entities.get(name)) ?? written
    },
  },
]

const madePatterns = new Map<string, RegExp>()

/** All escapes undone in one pass: one kind after the other would read the text many times over. */
function unescaped(text: string, present: readonly Escape[]): DecodedText {
  const parts = new PartsOfText()
  let done = 0
  const source = present.map(({ pattern }) => pattern).join('|')
  const pattern = madePatterns.get(source) ?? new RegExp(source, 'g')
  madePatterns.set(source, pattern)
  for (const { 0: written, index } of windowsOf(text, pattern)) {
    parts.add(text.slice(done, index), done, index)
    done = index + written.length
    if (written.startsWith('%')) {
      // Each is a part of its own, so that a secret in a row of them is taken out and nothing else.
      const place = (start: number, end: number) => [index + start * 3, index + end * 3] as const
      const bytes = fromBytes(Buffer.from(written.replaceAll('%', ''), 'hex'), place)
      for (const at of bytes.text.split('').keys())
        parts.add(bytes.text.charAt(at), ...bytes.place(at, at + 1))
    } else {
      const said = present.find(({ sign }) => written.startsWith(sign))?.meaning?.(written) ?? ''
      parts.add(said, index, done)
    }
  }
  parts.add(text.slice(done), done, text.length)
  return parts.decoded()
}

/**
 * Four characters of base64, of both alphabets, that are three ASCII characters: each byte's first bit is none. Words
 * and paths seldom look so five times in a row, and a secret always does.
 */
const ascii4 = '[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\\w+/-]'
const lineBreak = '(?:\\\\r)?(?:\\\\n|\\r?\\n)'
const brokenLines = new RegExp(`(${lineBreak})`)
const asciiBase64 = new RegExp(
  `(?:${ascii4}){5}(?:${ascii4}|${lineBreak}(?=${ascii4}))*[\\w+/-]{0,3}={0,2}`,
  'g',
)
const anyBase64 = new RegExp(`[\\w+/-]{8,}(?:${lineBreak}[\\w+/-]{4,})*={0,2}`, 'g')
const asciiHex = /(?:[2-7][\da-fA-F]|0[9aAdD]){12,}/g
const anyHex = /(?:[\da-fA-F]{2}){4,}/g

/** @param index where the base64 begins in the text; it may be in lines */
function fromBase64(window: string, index: number): DecodedText {
  const characters: string[] = []
  const places: number[] = []
  let at = index
  for (const [place, part] of window.split(brokenLines).entries()) {
    if (place % 2 === 0) {
      characters.push(part)
      for (let within = 0; within < part.length; within += 1) places.push(at + within)
    }
    at += part.length
  }
  return fromBytes(Buffer.from(characters.join(''), 'base64'), (start, end) => [
    places[Math.floor(start / 3) * 4] ?? index,
    // What is left of the last four characters would say nothing.
    (places[Math.min(Math.ceil(end / 3) * 4, places.length) - 1] ?? index) + 1,
  ])
}

/** Bytes as text: UTF-8, and where they are none, each a character. @param place that of bytes in the encoded text */
function fromBytes(bytes: Buffer, place: DecodedText['place']): DecodedText {
  const text = bytes.toString('latin1')
  if (bytes.toString('utf8').length === text.length) return { text, place }
  const parts: string[] = []
  /** The byte at which each UTF-16 unit starts, and the end. */
  const starts: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0
    const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    const character = length === 1 ? '' : bytes.toString('utf8', at, at + length)
    const isUtf8 = character.length === (length === 4 ? 2 : 1) && character !== '\ufffd'
    const said = isUtf8 ? character : String.fromCharCode(lead)
    for (const _ of said.split('')) starts.push(at)
    parts.push(said)
    at += isUtf8 ? length : 1
  }
  starts.push(bytes.length)
  return {
    text: parts.join(''),
    place: (start, end) => place(starts[start] ?? 0, starts[end] ?? bytes.length),
  }
}

/** A narrower line was not broken because it was full, and none of a terminal is longer. In characters. */
const narrowest = 40
const longestLine = 5000

/** Every group of lines that a terminal may have made of one, joined: all but the last are of one length, and full. */
export function* joinedLines(text: string): Generator<DecodedText> {
  let previous = 0
  for (let start = 0; start < text.length; ) {
    const [end, width] = lineAt(text, start)
    let last = width
    let next = end + 1
    if (width >= narrowest && width <= longestLine && previous <= width) {
      const parts = new PartsOfText()
      parts.add(text.slice(start, start + width), start, start + width)
      for (let from = start; last === width && next < text.length; ) {
        const [to, size] = lineAt(text, next)
        if (size === 0 || size > width || /\s/.test(text.charAt(from + width - 1) + text.charAt(next))) break
        parts.add(text.slice(next, next + size), next, next + size)
        from = next
        last = size
        next = to + 1
      }
      if (next > end + 1) yield parts.decoded()
    }
    previous = last
    start = next
  }
}

/** Where a line ends, and how wide it is. */
function lineAt(text: string, start: number): readonly [end: number, width: number] {
  const found = text.indexOf('\n', start)
  const end = found === -1 ? text.length : found
  return [end, Math.max(0, end - start - Number(text.charAt(end - 1) === '\r'))]
}

const run = /[\w+/=.~:%@!#?*-]{1,400}/y

/** True where the line after that of a place begins with the rest of a word: of a password, too. */
export function isContinued(text: string, at: number): boolean {
  run.lastIndex = text.indexOf('\n', at) + 1
  const part = run.exec(text)?.[0] ?? ''
  // No date, no name with a value, no word.
  if (/^\d{4}-\d\d(?!\d)|^\d+[.:]?$|^[A-Za-z_][\w.-]*[=:](?!=?$)/.test(part)) return false
  return /[A-Za-z]/.test(part) && (/\d/.test(part) || mixing(part) >= 0.12)
}
