/** What could not be read: reported on standard error, and counted. */

import { StoreError } from '@todo-ledger/core'
import { RecordingError, type SkippedPiece } from '@todo-ledger/recordings'
import { type ExitCode, exitCode, faultMessage, toldFailure } from '../failure.js'
import { type Output, OutputClosed } from '../output.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { unreadableName } from './source.js'

/** As many pieces and files are named one by one; of the rest the number. */
const namedOneByOne = 20

/** Why a file could not be read: JSON that is no recording at all, a file that is no good, or a fault of ours. */
export interface FileTrouble {
  /** The kind of trouble. */
  readonly kind: 'other-json' | 'unreadable' | 'fault'
  /** What is wrong, for people. May hold text from outside. */
  readonly reason: string
}

/** Says why a file could not be read. @param error what reading it threw */
export function troubleOf(error: unknown, file: string): FileTrouble {
  const { exit, message } = toldFailure(error)
  if (exit === exitCode.fault) return { kind: 'fault', reason: faultMessage(message) }
  const isMissing = error instanceof RecordingError && error.code === 'missing'
  const reason = (isMissing ? unreadableName(file) : null) ?? reasonOf(message, file)
  return { kind: isOtherJson(error, file) ? 'other-json' : 'unreadable', reason }
}

/** Notes and reports what could not be read of a source. */
export class ReadReport {
  readable = 0
  unreadableFiles = 0
  skippedPieces = 0
  /** Where files were read no further, because a limit was reached. */
  readonly unread: SkippedPiece[] = []
  #faults = 0
  readonly output: Output
  readonly #otherJson: string[] = []

  /** @param output where it is reported */
  constructor(output: Output) {
    this.output = output
  }

  skipped(piece: SkippedPiece): void {
    const { file, line, reason, rest = false } = piece
    if (rest) {
      this.unread.push({ file, line, reason })
      this.#warn(`${printable(file)}:${line}: ${printable(reason)}`)
      return
    }
    this.skippedPieces += 1
    if (this.skippedPieces <= namedOneByOne)
      this.#warn(`${printable(file)}:${line}: skipped: ${printable(reason)}`)
  }

  /** A file or a folder could not be read. */
  unreadable(file: string, reason: string): void {
    this.unreadableFiles += 1
    if (this.unreadableFiles <= namedOneByOne)
      this.#warn(`${printable(file)}: not read: ${printable(reason)}`)
  }

  /** What reading one file of several gives: where that fails, it is noted and the others go on. */
  async *tryFile<Result>(
    file: string,
    results: AsyncIterable<Result>,
  ): AsyncGenerator<Result, void, undefined> {
    try {
      yield* results
      this.readable += 1
    } catch (error) {
      if (error instanceof OutputClosed || isOfLedger(error)) throw error
      this.failed(file, troubleOf(error, file))
    }
  }

  /** One file of several could not be read. */
  failed(file: string, { kind, reason }: FileTrouble): void {
    if (kind === 'fault') this.#faults += 1
    if (kind === 'other-json') this.#otherJson.push(file)
    else this.unreadable(file, reason)
  }

  /** Says how far the reading of one file is, where it takes long. @param share 0 to 1 */
  reading(file: string, share: number): void {
    this.output.slowProgress(() => `${printable(file)}: ${Math.floor(share * 100)} % read`)
  }

  /** The same of a ledger, of which is known how many sessions were read. */
  sessionsRead(file: string, sessions: number): void {
    this.output.slowProgress(() => `${printable(file)}: ${count(sessions, 'session')} read`)
  }

  /** What the program ends with, when it would end with `exit`: a fault of ours in one of the files is not hidden. */
  exit(exit: ExitCode): ExitCode {
    if (this.#faults > 0) return exitCode.fault
    // What was read in part was not checked.
    return this.unread.length > 0 && exit === exitCode.fine ? exitCode.usage : exit
  }

  /** Reports the numbers. */
  finish(): void {
    if (this.skippedPieces > 1) this.#warn(`${count(this.skippedPieces, 'piece')} skipped in all`)
    const json = this.#otherJson
    if (json.length > 0) {
      const names = json.length <= 3 ? `: ${printable(json.join(', '))}` : ''
      const what = json.length === 1 ? 'no recorded session' : 'no recorded sessions'
      this.output.note(`${count(json.length, '.json file')} left out, ${what}${names}`)
    }
    if (this.unreadableFiles > 0) this.#warn(`${count(this.unreadableFiles, 'file')} could not be read`)
  }

  #warn(text: string): void {
    this.output.message(`${this.output.messageStyle('yellow', 'warning:')} ${text}`)
  }
}

/** A folder of sessions holds JSON of other kinds, too: settings, indexes, expected results. */
function isOtherJson(error: unknown, file: string): boolean {
  return error instanceof RecordingError && error.code === 'unknown-format' && /\.json$/i.test(file)
}

/** A ledger that is full or locked is no fault of the file that was to go into it; an event that it can't take is. */
function isOfLedger(error: unknown): boolean {
  return error instanceof StoreError && !['bad-event', 'too-large', 'forgotten'].includes(error.code)
}

/** What is wrong, without the file's name that stands before it. */
function reasonOf(message: string, file: string): string {
  return message.startsWith(file) ? message.slice(file.length).replace(/^[:,]\s*/, '') : message
}
