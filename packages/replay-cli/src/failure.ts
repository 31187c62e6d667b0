/** What goes wrong for a person: one line that says what, and what to do. */

import { HostError, LedgerError, RuleViolationError } from '@todo-ledger/core'
import { RecordingError } from '@todo-ledger/recordings'
import { CommanderError } from 'commander'
import { type ExitCode, exitCode } from './exit-code.js'

/** The call or the source is not as it must be. The message says what is wrong and what to do. */
export class Failure extends Error {
  /** A stable name of the kind of failure, for programs. */
  readonly code: string
  /** More of it for people, a line each: where it was looked, what to type. May hold text from outside. */
  readonly lines: readonly string[]

  /** @param code a stable name of the kind; @param message what is wrong and what to do */
  constructor(code: string, message: string, options: ErrorOptions & { lines?: readonly string[] } = {}) {
    super(message, options)
    this.name = new.target.name
    this.code = code
    this.lines = options.lines ?? []
  }
}

/** An error as the program prints it. */
export interface ToldFailure {
  /** A stable name of the kind of failure. */
  readonly code: string
  /** What is wrong. May hold text from outside. */
  readonly message: string
  /** What the program ends with. */
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
  if (error instanceof CommanderError) {
    return { code: 'usage', message: usageMessage(error.message), exit: exitCode.usage }
  }
  if (isOfThePerson(error)) {
    const message = error instanceof RecordingError ? ended(error.message) : error.message
    return { code: error.code, message, exit: exitCode.usage }
  }
  const system = systemMessage(error)
  if (system !== null) {
    const { code, message, path } = system
    return { code, message: path === null ? message : `${path}: ${message}`, exit: exitCode.usage }
  }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    exit: exitCode.fault,
  }
}

function isOfThePerson(error: unknown): error is Failure | RecordingError | LedgerError {
  if (error instanceof RuleViolationError) return false
  if (error instanceof HostError) return hostErrorsOfThePerson.has(error.code)
  return error instanceof Failure || error instanceof RecordingError || error instanceof LedgerError
}

/** Commander's message in one line, with a capital and an end. */
function usageMessage(message: string): string {
  const line = message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
  const sentence = ended(line)
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
}

/** A message with its full stop. */
function ended(message: string): string {
  return /[.)?!…]$/.test(message) ? message : `${message}.`
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

/** A fault of the program, as people see it. */
export function faultMessage(message: string): string {
  return `a fault of todo-replay itself: ${message} (TODO_REPLAY_DEBUG=1 shows where)`
}

/** What the system says of a file, in words. */
export interface SystemMessage {
  /** A stable name of the kind of trouble. */
  readonly code: string
  /** What is wrong. */
  readonly message: string
  /** The file, or null where the system does not say. */
  readonly path: string | null
}

/** What the system says of a file, in words; null for any other error. */
export function systemMessage(error: unknown): SystemMessage | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const reason = systemReasons.get(error.code)
  if (reason === undefined) return null
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  return { code: error.code === 'ENOENT' ? 'missing' : 'system', message: `${reason}.`, path }
}
