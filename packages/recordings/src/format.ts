/** A format is a reader of records; how a file is cut into them is the same for all. */

import type { JsonObject } from './json-value.js'
import { wholeLines } from './lines.js'
import { headPieces } from './message-pieces.js'
import type { ReadContext, RecordingFormat, RecordingStep } from './recording.js'
import { type FileValue, FileValues, recordsIn } from './records.js'

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
      const { file, onSkipped } = context
      const reader = begin(context)
      const skip = (line: number, reason: string) => onSkipped({ file, line, reason })
      const values = new FileValues(skip)
      const stepsOf = function* (found: Iterable<FileValue>): Generator<RecordingStep, void, undefined> {
        for (const value of found)
          for (const piece of recordsIn(value, lists, skip))
            yield* piece.kind === 'record'
              ? reader.take(piece.record, piece.line)
              : (reader.begin?.(piece.head, piece.name, piece.line) ?? [])
      }
      for await (const line of wholeLines(lines, context)) yield* stepsOf(values.take(line))
      yield* stepsOf(values.finish())
      yield* reader.finish()
    },
  }
}
