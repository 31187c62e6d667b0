/**
 * What a text says once encodings are undone: base64, hexadecimal, percent signs, escapes, colours. A secret in one of them is
 * found there and taken out here, so each decoded text knows which part of the encoded one a part of it came from.
 */

/** A text decoded out of a part of another one. */
interface DecodedText {
  /** What it says. */
  readonly text: string
  /** The part of the encoded text that characters `start` to `end` of `text` came from. */
  readonly place: (start: number, end: number) => readonly [number, number]
}

/** How thoroughly to look. */
interface DecodingOptions {
  /** True to decode whatever can be decoded, for a secret that is known; else what decodes to ASCII text. */
  readonly thorough: boolean
}

/** Every text that is encoded in a text, one level deep. */
export function* decodedTexts(text: string, { thorough }: DecodingOptions): Generator<DecodedText> {
  const present = escapesIn(text, thorough)
  if (present !== null) yield unescaped(text, present)
  yield* windows(text, thorough ? anyBase64 : asciiBase64, fromBase64)
  yield* windows(text, thorough ? anyHex : asciiHex, fromHex)
  if (thorough) yield* shiftedBase64(text)
}

/** What each escape begins with, where it may hide a secret, what it looks like, and what it stands for. */
interface Escape {
  readonly sign: string
  readonly telling: RegExp
  readonly pattern: string
  readonly meaning: (written: string) => string
}

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }),
)
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }),
)

function characterOf(digits: string, radix: number): string | undefined {
  const code = Number.parseInt(digits, radix)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const escapes: readonly Escape[] = [
  // A shell's line goes on behind it.
  { sign: '\\\n', telling: /^/, pattern: '\\\\\\n[ \\t]{0,20}', meaning: () => '' },
  {
    // Any number of backslashes is one escape: JSON in JSON in JSON has seven.
    sign: '\\',
    telling: /\\(?:u00[0-7]|x[0-7])[\da-f]|\\\//i,
    pattern: '\\\\{1,64}(?:u[\\da-fA-F]{4}|x[\\da-fA-F]{2}|u\\{[\\da-fA-F]{1,6}\\}|[^\\\\\\s])',
    meaning: (written) => {
      const said = written.replace(/^\\+/, '')
      const digits = /^[ux]\{?([\da-fA-F]{2,})\}?$/.exec(said)?.[1]
      return (digits === undefined ? letters.get(said) : characterOf(digits, 16)) ?? said
    },
  },
  {
    // UTF-8 bytes, so that any text is found.
    sign: '%',
    telling: /%[0-7][\da-f]/i,
    pattern: '(?:%[\\da-fA-F]{2})+',
    meaning: (written) => Buffer.from(written.replaceAll('%', ''), 'hex').toString('utf8'),
  },
  // ASCII in UTF-16, as a shell's encoded commands have it.
  { sign: '\0', telling: /^/, pattern: '\\0+', meaning: () => '' },
  // What a terminal takes for a colour, as `grep --color` writes it within what it found.
  { sign: '\u001b[', telling: /^/, pattern: '(?:\\u001b\\[[\\d;:]{0,40}[A-Za-z])+', meaning: () => '' },
  {
    sign: '&',
    telling: /&(?:#\d{2}|#x[\da-f]{2}|quot;|apos;|amp;|lt;|gt;)/i,
    pattern: '&(?:#\\d{2,6}|#[xX][\\da-fA-F]{2,5}|quot|apos|amp|lt|gt);',
    meaning: (written) => {
      const name = written.slice(1, -1).toLowerCase()
      const said = name.startsWith('#x') ? characterOf(name.slice(2), 16) : characterOf(name.slice(1), 10)
      return (name.startsWith('#') ? said : entities.get(name)) ?? written
    },
  },
]

/** The escapes of a text, to be undone in one pass: one kind after the other would read it many times over. */
interface Escapes {
  readonly pattern: RegExp
  readonly meaning: (written: string) => string
}

const known = new Map<string, Escapes>()

function escapesIn(text: string, thorough: boolean): Escapes | null {
  const present = escapes.filter(
    ({ sign, telling }) => text.includes(sign) && (thorough || telling.test(text)),
  )
  const signs = present.map(({ sign }) => sign).join('')
  const made = known.get(signs) ?? {
    pattern: new RegExp(present.map(({ pattern }) => pattern).join('|'), 'g'),
    meaning: (written) => present.find(({ sign }) => written.startsWith(sign))?.meaning(written) ?? written,
  }
  known.set(signs, made)
  return present.length === 0 ? null : made
}

function unescaped(text: string, { pattern, meaning }: Escapes): DecodedText {
  const parts: string[] = []
  /** Where each part starts: in the decoded text, and in the encoded one. */
  const decodedAt: number[] = []
  const encodedAt: number[] = []
  /** Where each part ends in the encoded text: signs that stand for nothing belong to no part. */
  const encodedTo: number[] = []
  let length = 0
  let done = 0
  const add = (part: string, at: number, to: number): void => {
    if (part === '') return
    parts.push(part)
    decodedAt.push(length)
    encodedAt.push(at)
    encodedTo.push(to)
    length += part.length
  }
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    add(text.slice(done, match.index), done, match.index)
    const said = meaning(match[0])
    // Several escapes in a row are a part each, so that a secret in them is taken out and nothing else.
    if (said.length > 1 && said.length * 3 === match[0].length) {
      for (let index = 0; index < said.length; index += 1) {
        add(said.slice(index, index + 1), match.index + index * 3, match.index + index * 3 + 3)
      }
    } else add(said, match.index, match.index + match[0].length)
    done = match.index + match[0].length
  }
  add(text.slice(done), done, text.length)
  return {
    text: parts.join(''),
    place: (start, end) => {
      const first = partAt(decodedAt, start)
      const last = partAt(decodedAt, end - 1)
      return [
        placeIn(
          start - at(decodedAt, first),
          parts[first],
          at(encodedAt, first),
          at(encodedTo, first),
          false,
        ),
        placeIn(end - at(decodedAt, last), parts[last], at(encodedAt, last), at(encodedTo, last), true),
      ]
    },
  }
}

/** Where a place within a part is in the encoded text. A part that is longer there is taken whole. */
function placeIn(within: number, part: string | undefined, from: number, to: number, isEnd: boolean): number {
  if (to - from === part?.length) return from + within
  return isEnd ? to : from
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0
}

/** The last part that starts at or before a place. */
function partAt(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (at(starts, middle) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Four characters of base64, of both alphabets, that are three ASCII characters: each byte's first bit is none. Words
 * and paths seldom look so five times in a row, and a secret always does.
 */
const fourOfAscii = ['[A-Za-f]', '[A-HQ-Xg-nw-z0-3]', '[ABEFIJMNQRUVYZcdghklopstwx014589]', '[\\w+/-]']
const ascii4 = fourOfAscii.join('')
const lineBreak = '(?:\\\\r)?(?:\\\\n|\\r?\\n)'
const asciiBase64 = new RegExp(
  `(?:${ascii4}){5}(?:${ascii4}|${lineBreak}(?=${ascii4}))*[\\w+/-]{0,3}={0,2}`,
  'g',
)
const anyBase64 = new RegExp(`[\\w+/-]{8,}(?:${lineBreak}[\\w+/-]{4,})*={0,2}`, 'g')

const asciiHex = /(?:[2-7][\da-fA-F]|0[9aAdD]){12,}/g
const anyHex = /(?:[\da-fA-F]{2}){4,}/g

/** Decodes a window and says which characters of it a part came from. */
type Decoder = (window: string) => DecodedText

function* windows(text: string, pattern: RegExp, decoder: Decoder): Generator<DecodedText> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { lastIndex } = pattern
    yield placed(match, decoder)
    pattern.lastIndex = lastIndex // the same pattern may have been used on what was decoded
  }
}

function placed({ 0: window, index }: RegExpExecArray, decoder: Decoder): DecodedText {
  const { text, place } = decoder(window)
  return {
    text,
    place: (start, end) => {
      const [from, to] = place(start, end)
      return [index + from, index + to]
    },
  }
}

/** A known secret may stand at any of four places in a word of base64 that other signs run into. */
function* shiftedBase64(text: string): Generator<DecodedText> {
  for (const shift of [1, 2, 3]) {
    yield* windows(text, anyBase64, (window) => {
      const { text: decoded, place } = fromBase64(window.slice(shift))
      return {
        text: decoded,
        place: (start, end) => {
          const [from, to] = place(start, end)
          return [from + shift, to + shift]
        },
      }
    })
  }
}

const brokenLines = /(?:\\r)?\\n|\r?\n/g

function fromBase64(window: string): DecodedText {
  if (window.includes('\n') || window.includes('\\')) return fromBrokenBase64(window)
  return fromBytes(Buffer.from(window, 'base64'), (start, end) => [
    Math.floor(start / 3) * 4,
    // What is left of the last four characters would say nothing.
    Math.min(Math.ceil(end / 3) * 4, window.length),
  ])
}

/** Base64 in lines: decoded as one, with the places of the lines. */
function fromBrokenBase64(window: string): DecodedText {
  const places: number[] = []
  const characters: string[] = []
  let done = 0
  const add = (line: string): void => {
    for (let index = 0; index < line.length; index += 1) places.push(done + index)
    characters.push(line)
  }
  brokenLines.lastIndex = 0
  for (let match = brokenLines.exec(window); match !== null; match = brokenLines.exec(window)) {
    add(window.slice(done, match.index))
    done = match.index + match[0].length
  }
  add(window.slice(done))
  const { text, place } = fromBase64(characters.join(''))
  return {
    text,
    place: (start, end) => {
      const [from, to] = place(start, end)
      return [at(places, from), at(places, to - 1) + 1]
    },
  }
}

function fromHex(window: string): DecodedText {
  return fromBytes(Buffer.from(window, 'hex'), (start, end) => [start * 2, end * 2])
}

/** Bytes as text. One byte is one character where all are ASCII; else UTF-8 and UTF-16 are both looked at. */
function fromBytes(
  bytes: Buffer,
  place: (start: number, end: number) => readonly [number, number],
): DecodedText {
  const text = bytes.toString('latin1')
  const utf8 = bytes.toString('utf8')
  if (utf8.length === text.length) return { text, place }
  // Both readings in one text: the one that is byte for byte, then the one of characters.
  const starts = byteStarts(utf8)
  const border = text.length + 1
  return {
    text: `${text}\n${utf8}`,
    place: (start, end) => {
      if (start < border) return place(start, Math.min(end, text.length))
      return place(at(starts, start - border), Math.min(at(starts, end - border), bytes.length))
    },
  }
}

/** How long a character is in UTF-8. */
const bytesOfCharacter = (code: number): number =>
  code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4

/** The byte at which each UTF-16 unit of a text starts, and the end. */
function byteStarts(text: string): readonly number[] {
  const starts: number[] = []
  let bytes = 0
  for (const character of text) {
    for (let unit = 0; unit < character.length; unit += 1) starts.push(bytes)
    bytes += bytesOfCharacter(character.codePointAt(0) ?? 0)
  }
  starts.push(bytes)
  return starts
}
