/** Lays a text out in a number of columns. */

/** Fewer columns than this are no room for a text. */
const leastColumns = 10

/**
 * The lines of a printable text, none wider than `columns`: broken at spaces, and within a word that is too long.
 * There is at least one line.
 */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(leastColumns, columns)
  if (widthOf(text) <= room) return [text]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const width = widthOf(word)
    const space = line === '' ? 0 : 1
    if (used + space + width <= room) {
      line += `${space === 1 ? ' ' : ''}${word}`
      used += space + width
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = width <= room ? [word] : broken(word, room)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
    used = widthOf(line)
  }
  lines.push(line)
  return lines
}

/** As `wrap`, with what stands before the first line, and as much space before the others. */
export function hang(before: string, text: string, columns: number): readonly string[] {
  const indent = widthOf(before)
  return wrap(text, columns - indent).map(
    (line, index) => `${index === 0 ? before : ' '.repeat(indent)}${line}`,
  )
}

/** A printable text in one line of at most `columns`, its end replaced by … where it is longer. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let line = ''
  let used = 1
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme)
    if (used > columns) break
    line += grapheme
  }
  return `${line.trimEnd()}…`
}

/** A printable text with spaces up to `columns`. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

function broken(word: string, room: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const grapheme of graphemes(word)) {
    const width = graphemeWidth(grapheme)
    if (used + width > room) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += grapheme
    used += width
  }
  pieces.push(piece)
  return pieces
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
export function graphemes(text: string): readonly string[] {
  if (plain.test(text)) return text.split('')
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The columns that a printable text takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
}

/** The columns of one character as people see it: 0, 1 or 2. */
export function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length
  if (halfWidthKana.test(grapheme)) return 1
  if (wide.test(grapheme)) return 2
  return mark.test(grapheme) ? 0 : 1
}

/** The text in lines of at most `columns`. Lines that begin with a space, such as examples, are not touched. */
export function reflow(text: string, columns: number): string {
  const lines: string[] = []
  let paragraph: string[] = []
  const end = (): void => {
    if (paragraph.length > 0) lines.push(...wrap(paragraph.join(' '), columns))
    paragraph = []
  }
  for (const line of text.split('\n')) {
    if (line !== '' && !line.startsWith(' ')) paragraph.push(line)
    else {
      end()
      lines.push(line)
    }
  }
  end()
  return lines.join('\n')
}
