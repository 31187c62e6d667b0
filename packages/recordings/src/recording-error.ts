/** What goes wrong when a recording is read. */

import { LedgerError } from '@todo-ledger/core'

/** The kinds of trouble, for programs. */
export type RecordingErrorCode =
  | 'missing'
  | 'is-directory'
  | 'permission'
  | 'unreadable'
  | 'empty'
  | 'not-a-recording'
  | 'unknown-format'
  | 'bad-recording'
  | 'unknown-profile'

/** A file can't be read as a recording. The message says what is wrong, of which file and line, and what was expected. */
export class RecordingError extends LedgerError {
  /** A stable name of the kind of trouble, for programs. */
  declare readonly code: RecordingErrorCode
  /** The file as it was named. */
  readonly file: string
  /** The line, from 1, or null where the file as a whole is wrong. */
  readonly line: number | null

  /** @param code the kind; @param file the file; @param message what is wrong with it; @param line the line, from 1 */
  constructor(
    code: RecordingErrorCode,
    file: string,
    message: string,
    line: number | null = null,
    options?: ErrorOptions,
  ) {
    super(code, `${file}${line === null ? '' : `, line ${line}`}: ${message}`, options)
    this.file = file
    this.line = line
  }
}
