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

  constructor(
    code: RecordingErrorCode,
    file: string,
    message: string,
    line: number | null = null,
    options?: ErrorOptions,
  ) {
    // In a folder of many files each that is none comes to one: it is told, and its stack would cost more than the reading.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(code, `${file}${line === null ? '' : `, line ${line}`}: ${message}`, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
