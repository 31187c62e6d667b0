/** Finds out the format of a file by its beginning, of which a bounded part is held. */

import { recogniseFormat } from './formats/index.js'
import { defaultLongestLine, tooLong } from './lines.js'
import type { FileLine, ReadContext, RecordingFormat } from './recording.js'

/** What was found. */
export interface Recognition {
  /** The format; null where none is sure. */
  readonly format: RecordingFormat | null
  /** The pieces of lines that were taken to find it out. */
  readonly head: readonly FileLine[]
}

/** So many lines are asked about one by one. */
const singleLines = 200
/** As many characters are looked at where lines are short: a document may say much before its messages begin. */
const shortBeginning = 1_000_000
/** As many characters are looked at where lines are long. */
const longBeginning = 4_000_000
/** As many characters are held, of lines that are looked at in part. */
const mostHeld = defaultLongestLine

/** How a record, or a document of them, begins; most lines of a document say nothing, and are not asked about. */
const beginning = /^\s*[[{]\s*\S/

/** What any JSON that holds something begins with, on a line of its own or not. */
const opening = /^\s*[[{]/

/** Takes lines until one of the formats is sure, enough was looked at, or there are no more. */
export async function recognise(
  pieces: AsyncIterator<FileLine>,
  context: ReadContext,
  formats: readonly RecordingFormat[],
): Promise<Recognition> {
  const formatOf = (head: readonly string[]): RecordingFormat | null => recogniseFormat(head, formats)
  const head = new Head(context)
  let askedAgain = singleLines
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    const begun = head.take(next.value)
    if (
      begun !== null &&
      head.texts.length <= singleLines &&
      beginning.test(begun) &&
      formatOf([begun]) !== null
    )
      break
    if (head.isFull) break
    if (head.texts.length === askedAgain) {
      if (!head.mayBeJson || formatOf(head.texts) !== null) break
      askedAgain *= 4
    }
  }
  return { format: formatOf(head.texts) ?? formatOfLongLine(head, formatOf), head: head.pieces }
}

/** A record on a long line shows what it is only as a whole. */
function formatOfLongLine(
  head: Head,
  formatOf: (head: readonly string[]) => RecordingFormat | null,
): RecordingFormat | null {
  for (const text of head.longLines()) {
    const format = formatOf([text])
    if (format !== null) return format
  }
  return null
}

/** The beginning that was taken. */
class Head {
  /** The pieces of its lines. */
  readonly pieces: FileLine[] = []
  /** What is looked at of each line: all of it, of a long one its first piece. */
  readonly texts: string[] = []
  readonly #context: ReadContext
  #looked = 0
  #held = 0
  /** Of the line that goes on: where its pieces begin, and its length. */
  #open: { readonly from: number; length: number } | null = null

  constructor(context: ReadContext) {
    this.#context = context
  }

  /** True where enough was looked at. */
  get isFull(): boolean {
    if (this.#open !== null) return false
    const enough = this.texts.length < singleLines ? longBeginning : shortBeginning
    return this.#looked >= enough || this.#held >= mostHeld
  }

  /** False where none of the lines can begin anything: a file that is still written would be waited for in vain. */
  get mayBeJson(): boolean {
    return this.texts.some((text) => opening.test(text))
  }

  /** Takes a piece. Gives what is looked at of its line; null where that is known. */
  take(piece: FileLine): string | null {
    const begins = this.#open === null
    const open = this.#open ?? { from: this.pieces.length, length: 0 }
    open.length += piece.text.length
    this.#held += piece.text.length
    this.pieces.push(piece)
    if (open.length > defaultLongestLine) this.#drop(open, piece)
    this.#open = piece.goesOn === true ? open : null
    if (!begins) return null
    this.texts.push(piece.text)
    this.#looked += piece.text.length + 1
    return piece.text
  }

  /** The lines that were looked at in part, whole, one after the other. */
  *longLines(): Iterable<string> {
    let begun: string[] = []
    for (const { text, goesOn } of this.pieces) {
      begun.push(text)
      if (goesOn === true) continue
      if (begun.length > 1) yield begun.join('')
      begun = []
    }
  }

  /** A line that no reader would take is not held, where its beginning said nothing. */
  #drop({ from, length }: { readonly from: number; readonly length: number }, piece: FileLine): void {
    for (const { text } of this.pieces.splice(from)) this.#held -= text.length
    if (piece.goesOn !== true) {
      const { file, onSkipped } = this.#context
      onSkipped({ file, line: piece.line, reason: tooLong(length) })
    }
  }
}
