/** How many columns a text takes in a terminal. */

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
