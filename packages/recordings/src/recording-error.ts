import { LedgerError } from '@todo-ledger/core'

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
  declare readonly code: RecordingErrorCode
  readonly file: string
  /** The line, from 1, or null where the file as a whole is wrong. */
  readonly line: number | null

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
