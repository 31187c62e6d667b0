/** Lays a text out in a number of columns. */

import { graphemes, graphemeWidth, widthOf } from './width.js'

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
