/** The pieces of a file that were left out, kept so that reporting them later says the same as at once. */

import type { SkippedPiece } from '@todo-ledger/recordings'

/** The pieces of one file that were left out. */
export interface SkippedPieces {
  /** The first of them, whole. */
  readonly first: readonly SkippedPiece[]
  /** The lines of those that came next. */
  readonly lines: readonly number[]
  /** How many more there were. */
  readonly more: number
}

/** Of so many pieces the reasons are named, and of so many the lines: the rest is a number. */
const keptWhole = 20
const keptLines = 10_020

/** Keeps the pieces of one file as they come. */
export class SkippedPiecesKeeper {
  readonly #first: SkippedPiece[] = []
  readonly #lines: number[] = []
  #more = 0

  /** What was kept so far. */
  get pieces(): SkippedPieces {
    return { first: this.#first, lines: this.#lines, more: this.#more }
  }

  /** A piece was left out. */
  skipped(piece: SkippedPiece): void {
    if (this.#first.length < keptWhole || piece.rest === true) this.#first.push(piece)
    else if (this.#lines.length < keptLines) this.#lines.push(piece.line)
    else this.#more += 1
  }
}

/** The pieces once more, one after the other. Of those after the first ones the reason is gone. */
export function* piecesAgain(file: string, { first, lines, more }: SkippedPieces): Generator<SkippedPiece> {
  yield* first
  for (const line of lines) yield { file, line, reason: '' }
  const last = lines.at(-1) ?? 0
  for (let index = 0; index < more; index += 1) yield { file, line: last, reason: '' }
}
