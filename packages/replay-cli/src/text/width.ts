/** How many columns a text takes in a terminal. */

/** Characters of two columns: CJK, Kana, Hangul, full-width forms and emoji. Source: Unicode UAX #11. */
const wide =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u1100-\u115f\u3000-\u303e\u3200-\u33ff\uac00-\ud7a3\uff01-\uff60\uffe0-\uffe6]/u
const halfWidthKana = /^[\uff61-\uff9f]/
const mark = /^\p{M}/u
const plain = /^[\x20-\x7e]*$/

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
