/** Lays printable texts out in columns, as a terminal counts them. */

/** Fewer columns than this are no room for a text. */
const leastColumns = 10

/** The lines of a text, none wider than `columns`: broken at spaces, and within a word that is too long. At least one. */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(leastColumns, columns)
  if (widthOf(text) <= room) return [text]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ').flatMap((each) => broken(each, room))) {
    const width = widthOf(word)
    const space = line === '' ? '' : ' '
    if (used + space.length + width > room) {
      if (line !== '') lines.push(line)
      line = word
      used = width
    } else {
      line += `${space}${word}`
      used += space.length + width
    }
  }
  return [...lines, line]
}

/** As `wrap`, with what stands before the first line, and as much space before the others. */
export function hang(before: string, text: string, columns: number): readonly string[] {
  const indent = widthOf(before)
  return wrap(text, columns - indent).map((line, index) => (index === 0 ? before : ' '.repeat(indent)) + line)
}

/** A text in one line of at most `columns`, its end replaced by … where it is longer. */
export function fit(text: string, columns: number): string {
  return widthOf(text) <= columns
    ? text
    : `${upTo(graphemes(text), columns - 1)
        .join('')
        .trimEnd()}…`
}

/** The same with its beginning replaced. */
export function fitEnd(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  return `…${upTo(graphemes(text).toReversed(), columns - 1)
    .toReversed()
    .join('')
    .trimStart()}`
}

/** A text with spaces up to `columns`. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

function broken(word: string, room: number): readonly string[] {
  if (widthOf(word) <= room) return [word]
  const pieces: string[] = []
  for (let left = graphemes(word); left.length > 0; ) {
    const piece = upTo(left, room)
    pieces.push(piece.join(''))
    left = left.slice(piece.length)
  }
  return pieces
}

/** As many of these characters, from the first on, as the columns hold. */
function upTo(characters: readonly string[], columns: number): readonly string[] {
  let used = 0
  const end = characters.findIndex((character) => {
    used += graphemeWidth(character)
    return used > columns
  })
  return end === -1 ? characters : characters.slice(0, end)
}

/** Characters of two columns: CJK, Kana, Hangul, full-width forms and emoji. Source: Unicode UAX #11. */
const wide =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u1100-\u115f\u3000-\u303e\u3200-\u33ff\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6]/u
const halfWidthKana = /^[\uff61-\uff9f]/
const mark = /^\p{M}/u
/**
 * Characters of one column that never join another one: ASCII, Latin, and the punctuation, arrows and lines that the
 * program itself draws with. They need no segmenter, which is a hundred times slower.
 */
const plain =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u22ff\u23ce\u2500-\u25fc\u2713\u2717]*$/

let segmenter: Intl.Segmenter | undefined

/** What people see as single characters, in their order. */
function graphemes(text: string): readonly string[] {
  if (plain.test(text)) return text.split('')
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The columns that a text takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
}

/** The columns of one character as people see it: 0, 1 or 2. */
function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length
  if (halfWidthKana.test(grapheme)) return 1
  if (wide.test(grapheme)) return 2
  return mark.test(grapheme) ? 0 : 1
}
