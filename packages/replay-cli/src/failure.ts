/** What goes wrong for a person: one line that says what, and what to do. */

import { HostError, LedgerError, RuleViolationError } from '@todo-ledger/core'
import { RecordingError } from '@todo-ledger/recordings'
import { CommanderError } from 'commander'

/** The call or the source is not as it must be. The message says what is wrong and what to do. */
export class Failure extends Error {
  /** A stable name of the kind of failure, for programs. */
  readonly code: string
  /** More of it for people, a line each: where it was looked, what to type. May hold text from outside. */
  readonly lines: readonly string[]

  constructor(code: string, message: string, options: ErrorOptions & { lines?: readonly string[] } = {}) {
    super(message, options)
    this.name = new.target.name
    this.code = code
    this.lines = options.lines ?? []
  }
}

/** An error as the program prints it, and what it ends with. The message may hold text from outside. */
interface ToldFailure {
  readonly code: string
  readonly message: string
  readonly exit: ExitCode
}

/** What a host asked wrongly in the name of the person who called: a ledger of another program, another profile. */
const hostErrorsOfThePerson: ReadonlySet<string> = new Set([
  'profile-mismatch',
  'unknown-profile',
  'unknown-rule',
  'unknown-pattern',
  'bad-pattern',
  'bad-secret',
  'not-redactable',
])

/** Says what an error means to the person who called. */
export function toldFailure(error: unknown): ToldFailure {
  const exit = exitCode.usage
  if (error instanceof CommanderError) {
    const line = ended(
      error.message
        .replace(/^error: /, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    return { code: 'usage', message: `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`, exit }
  }
  if (isOfThePerson(error)) {
    const message = error instanceof RecordingError ? ended(error.message) : error.message
    return { code: error.code, message, exit }
  }
  const system = systemMessage(error)
  if (system !== null) {
    const { code, message, path } = system
    return { code, message: path === null ? message : `${path}: ${message}`, exit }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, exit: exitCode.fault }
}

function isOfThePerson(error: unknown): error is Failure | RecordingError | LedgerError {
  if (error instanceof RuleViolationError) return false
  if (error instanceof HostError) return hostErrorsOfThePerson.has(error.code)
  return error instanceof Failure || error instanceof RecordingError || error instanceof LedgerError
}

function ended(message: string): string {
  return /[.)?!…]$/.test(message) ? message : `${message}.`
}

export function faultMessage(message: string): string {
  return `a fault of todo-replay itself: ${message} (TODO_REPLAY_DEBUG=1 shows where)`
}

const systemReasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'you may not open it'],
  ['EPERM', 'you may not do that there'],
  ['EISDIR', 'it is a folder, not a file'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the space that you may take is used up'],
  ['EFBIG', 'it would be larger than files may be there'],
  ['EIO', 'the disk or the device failed'],
  ['EPIPE', 'nobody reads it any more'],
  ['ENXIO', 'nobody answers there'],
  ['EROFS', 'the disk is read-only'],
  ['EMFILE', 'too many files are open'],
  ['ERR_INVALID_ARG_VALUE', 'that is no name of a file'],
])

/** What the system says of a file, in words; null for any other error. */
export function systemMessage(
  error: unknown,
): { readonly code: string; readonly message: string; readonly path: string | null } | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const reason = systemReasons.get(error.code)
  if (reason === undefined) return null
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  return { code: error.code === 'ENOENT' ? 'missing' : 'system', message: `${reason}.`, path }
}

/** What the system says of a file that a person named; any other error as it is. @param hint what to do */
export function fileFailure(file: string, error: unknown, hint = ''): unknown {
  const system = systemMessage(error)
  if (system === null) return error
  return new Failure(system.code, `${file}: ${system.message}${hint}`, { cause: error })
}

/**
 * What the program's exit code says; scripts rely on it: nothing wrong, what `--fail-on` names, a mistake in the call or
 * a source that can't be read, a fault of the program.
 */
export const exitCode: { readonly fine: 0; readonly findings: 1; readonly usage: 2; readonly fault: 3 } = {
  fine: 0,
  findings: 1,
  usage: 2,
  fault: 3,
}

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
