/** A format is a reader of records; how a file is cut into them is the same for all. */

import type { JsonObject } from './json-value.js'
import { headPieces, messagePieces } from './message-pieces.js'
import type { ReadContext, RecordingFormat, RecordingStep } from './recording.js'
import type { StreamPiece } from './stream-piece.js'

/** Reads the records of one file into steps. */
export interface RecordReader {
  /** Takes the next record. @param line where it begins, from 1 */
  take(record: JsonObject, line: number): Iterable<RecordingStep>
  /**
   * A list of records begins inside a document; those taken before are of another one.
   * @param head what stands before the list in the object that holds it; null where nothing does
   * @param name the list's name; null for an array at the top
   */
  begin?(head: JsonObject | null, name: string | null, line: number): Iterable<RecordingStep>
  /** Ends what the file leaves open. */
  finish(): Iterable<RecordingStep>
}

/** What a format writes. */
export interface FormatDefinition
  extends Pick<
    RecordingFormat,
    'name' | 'hasUniqueCalls' | 'openPath' | 'isDatabase' | 'pathsToRead' | 'notes'
  > {
  /** What lists of records are called in documents of the format; absent where each line is a record. */
  readonly lists?: ReadonlySet<string>
  /** How sure the format is, 0 to 1, that these first records of a file, and the heads of their lists, are its own. */
  recognise(records: readonly JsonObject[]): number
  /** Begins to read a file. */
  reader(context: ReadContext): RecordReader
}

const noLists: ReadonlySet<string> = new Set()

/** Makes a format of its definition. */
export function defineFormat(definition: FormatDefinition): RecordingFormat {
  const { lists = noLists, recognise, reader: begin, ...format } = definition
  return {
    ...format,
    takesPieces: true,
    recognise(head) {
      const records: JsonObject[] = []
      for (const piece of headPieces(head, /./, lists)) {
        if (piece.kind === 'message') records.push(piece.value)
        else if (piece.kind === 'open' && piece.head !== null) records.push(piece.head)
      }
      return recognise(records)
    },
    async *read(lines, context) {
      const reader = begin(context)
      for await (const piece of messagePieces(lines, lists)) yield* stepsOf(piece, reader, context)
      yield* reader.finish()
    },
  }
}

function stepsOf(
  piece: StreamPiece,
  reader: RecordReader,
  { file, onSkipped }: ReadContext,
): Iterable<RecordingStep> {
  switch (piece.kind) {
    case 'message':
      return reader.take(piece.value, piece.line)
    case 'open':
      return reader.begin?.(piece.head, piece.name, piece.line) ?? []
    case 'unreadable':
      onSkipped({ file, line: piece.line, reason: piece.reason })
      return []
  }
}
