/**
 * Texts within a text: JSON's and percent escapes undone, terminal colours removed, base64 decoded. A secret found there is
 * taken out here, so each decoded text knows where its parts stand.
 */

interface DecodedText {
  readonly text: string
  /** The part of the encoded text that characters `start` to `end` of `text` came from. */
  readonly place: (start: number, end: number) => readonly [number, number]
}

/** What a terminal's colours begin with. */
const colour = '\\u001b\\['
/** Any number of backslashes is one escape: JSON in JSON in JSON has seven. */
const escapes = new RegExp(
  `\\\\{1,64}(?:u([\\da-f]{4})|x([\\da-f]{2})|([^\\\\\\s]))|%([\\da-f]{2})|${colour}[\\d;:]{0,40}[a-z]`,
  'gi',
)
/** Escapes of ASCII characters that a secret could consist of. Built-in patterns allow for \n and \" themselves. */
const telling = new RegExp(`\\\\(?:u00[0-7]|x[0-7])[\\da-f]|\\\\/|%[0-7][\\da-f]|${colour}`, 'i')
const letters = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }))

/**
 * Four characters of base64 that are three ASCII characters: the first bit of each byte is 0. Words and paths seldom look so
 * five times in a row, and a secret always does.
 */
const asciiBase64 =
  /(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\w+/-]){5,}[\w+/-]{0,3}={0,2}/g

/**
 * Every text that is encoded in a text, one level deep.
 * @param thorough true to undo escapes of any character
 */
export function* decodedTexts(text: string, thorough: boolean): Generator<DecodedText> {
  if (thorough || telling.test(text)) yield unescaped(text)
  for (const { 0: window, index } of text.matchAll(asciiBase64)) {
    yield {
      text: Buffer.from(window, 'base64').toString('latin1'),
      place: (start, end) => [
        index + Math.floor(start / 3) * 4,
        index + Math.min(Math.ceil(end / 3) * 4, window.length),
      ],
    }
  }
}

function unescaped(text: string): DecodedText {
  /** Where each character of the decoded text begins here, and where the last one ends. */
  const places = new Uint32Array(text.length + 1)
  const parts: string[] = []
  let length = 0
  const add = (said: string, from: number) => {
    parts.push(said)
    for (let at = 0; at < said.length; at += 1) places[length + at] = from + at
    length += said.length
  }
  let done = 0
  for (const { 0: written, 1: unit, 2: byte, 3: letter, 4: percent, index } of text.matchAll(escapes)) {
    add(text.slice(done, index), done)
    const code = unit ?? byte ?? percent
    const said = code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16))
    add(letters.get(letter ?? '') ?? said ?? '', index)
    done = index + written.length
  }
  add(text.slice(done), done)
  places[length] = text.length
  return { text: parts.join(''), place: (start, end) => [places[start] ?? 0, places[end] ?? text.length] }
}

/** A shorter run of base64 would be found by chance. In characters. */
const shortestBase64 = 6

/** How a known text stands in percent escapes, hexadecimal and base64, as a regular expression for all of them. */
export function encodedForms(secret: string): string {
  const bytes = Buffer.from(secret)
  const inBase64 = [0, 1, 2].map((shift) => {
    // What it shares a character with is not known.
    const whole = Math.floor(((shift + bytes.length) * 8) / 6)
    return Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((shift * 8) / 6), whole)
  })
  return [secret, encodeURIComponent(secret), bytes.toString('hex')]
    .map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .concat(
      inBase64
        .filter((form) => form.length >= shortestBase64)
        .map((form) => form.replace(/\+/g, '[+-]').replace(/\//g, '[/_]')),
    )
    .join('|')
}
