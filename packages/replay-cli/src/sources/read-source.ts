/** Reads a source: every session of it passes by, event after event, with the state that each leads to. */

import type { EventOf, Profile, SessionState, TodoEvent } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import type { Output } from '../output.js'
import { someOf } from '../text/count.js'
import { readLedgerFile } from './ledger-file.js'
import { ReadReport } from './read-report.js'
import { readRecording } from './recording-file.js'
import type { Source } from './source.js'

/** Whether a listener has seen what it needs. */
export type Wish = 'more' | 'enough'

/** What is done with one session. */
export interface SessionListener {
  /** An event passed; `state` is the frozen state after it. */
  passed(event: TodoEvent, state: SessionState): Wish
  /** The session was read as far as it is wanted. Not called where its file can't be read to the end. */
  finished(): void | Promise<void>
}

/** Says what is done with a session that appears; null: nothing. */
export type ListenerFor = (opened: EventOf<'session.opened'>) => SessionListener | null

/** What is read of a source. */
export interface Reading {
  /** What is done with each session. */
  readonly listenerFor: ListenerFor
  /** The one session that is wanted; all when absent. */
  readonly session?: string | undefined
  /** What is done with the sessions that are not wanted; nothing when absent. */
  readonly besides?: ListenerFor
  /** The profile that recordings are read under in place of the one that they name. */
  readonly profile?: Profile | undefined
  /** Is waited for after each step, so that what listens is not outrun. */
  readonly settle?: () => Promise<void>
}

/** Reads one file, a recording or a ledger, for `readSource`. */
export interface FileReading {
  /** What is done with each session that is wanted. */
  readonly listenerFor: ListenerFor
  /** True once nothing more is wanted. */
  readonly isOver: () => boolean
  /** The profile in place of the one that the recording names. */
  readonly profile: Profile | undefined
  /** Where trouble is noted. */
  readonly report: ReadReport
  /** Is waited for after each step. */
  readonly settle: () => Promise<void>
}

/**
 * Reads a source. A file of a folder that can't be read is reported and left out.
 * @throws Failure `unknown-session`, `no-session`, `nothing-readable`, `profile-of-ledger`
 * @throws RecordingError, LedgerError where a single file can't be read
 */
export async function readSource(
  source: Source,
  reading: Reading,
  host: Host,
  output: Output,
): Promise<ReadReport> {
  const report = new ReadReport(output)
  const sessions = new Wanted(reading)
  const fileReading: FileReading = {
    listenerFor: sessions.listenerFor,
    isOver: () => sessions.isOver,
    profile: reading.profile,
    report,
    settle: reading.settle ?? (() => output.ready()),
  }
  if (source.kind === 'folder') {
    for (const folder of source.closed) report.unreadable(folder, 'you may not open this folder.')
    for (const file of source.files) {
      if (!sessions.isOver) await report.tryFile(file, () => readRecording(file, fileReading))
    }
    report.finish()
    if (report.readable === 0) {
      throw new Failure(
        'nothing-readable',
        `${source.folder}: none of its files could be read as a recorded session.`,
      )
    }
  } else {
    if (source.kind === 'ledger') await readLedgerFile(source.file, fileReading)
    else await readRecording(source.kind === 'input' ? standardInput(host) : source.file, fileReading)
    report.finish()
  }
  sessions.check(nameOf(source))
  return report
}

/** What messages call a source. */
export function nameOf(source: Source): string {
  if (source.kind === 'input') return 'standard input'
  return source.kind === 'folder' ? source.folder : source.file
}

function standardInput(host: Host): { readonly name: string; readonly bytes: Host['stdin'] } {
  return { name: 'standard input', bytes: host.stdin }
}

/** Which sessions are wanted, and which there are. */
class Wanted {
  readonly #reading: Reading
  readonly #present: string[] = []
  #found = false
  #enough = false

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** True where the one session that is wanted was read as far as it is. */
  get isOver(): boolean {
    return this.#enough
  }

  readonly listenerFor: ListenerFor = (opened) => {
    const { session, listenerFor, besides = () => null } = this.#reading
    this.#present.push(opened.session)
    if (session !== undefined && session !== opened.session) return besides(opened)
    this.#found = true
    const listener = listenerFor(opened)
    if (listener === null || session === undefined) return listener
    return {
      passed: (event, state) => {
        if (listener.passed(event, state) === 'enough') this.#enough = true
        return this.#enough ? 'enough' : 'more'
      },
      finished: () => listener.finished(),
    }
  }

  /** Sees to it that there was what was asked for. */
  check(source: string): void {
    const { session } = this.#reading
    const present = [...new Set(this.#present)]
    if (present.length === 0) throw new Failure('no-session', `${source}: there is no session in it.`)
    if (session === undefined || this.#found) return
    throw new Failure(
      'unknown-session',
      `There is no session ${JSON.stringify(session)} in ${source}. It holds ${someOf(present)}.`,
    )
  }
}
