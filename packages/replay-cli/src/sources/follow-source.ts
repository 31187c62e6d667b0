/** Follows a source that grows: whoever reads on at its end reads what came, by the same reader. */

import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { plainBytes, type RecordingStream, type SessionEvent } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { printable } from '../text/printable.js'
import { RecordedFamily } from './beside.js'
import { followLedger } from './follow-ledger.js'
import { AwaitedRecording, type FollowedRecording, type Pieces } from './followed-recording.js'
import { Following, type FollowOptions } from './following.js'
import { limitsInForce } from './limits.js'
import { profileOfLedger } from './open-source.js'
import { troubleOf } from './read-report.js'
import { EventReader } from './recording-file.js'
import { nameOf, type Source } from './source.js'
import { FileChanges, withPauses } from './waiting.js'

/** What can be followed: of a folder it is one recording. */
export type FollowedSource = Exclude<Source, { readonly kind: 'folder' }>

/**
 * Follows a source until it ends, or the end is asked for. Of a ledger the session that is wanted comes, and those that
 * it starts; where none is, the one that was active last, and each in which something happens. Of a recording all come.
 * @throws Failure `profile-of-ledger`, `no-session`, `unknown-session`
 * @throws RecordingError, LedgerError where it can't be read
 */
export async function followSource(source: FollowedSource, options: FollowOptions): Promise<void> {
  const { session, once, profile } = options
  const name = nameOf(source)
  let isFound = false
  const following = new Following({
    ...options,
    take: (item) => {
      if ('event' in item && item.event.type === 'session.opened')
        isFound ||= session === undefined || item.event.session.startsWith(session)
      options.take(item)
    },
  })
  if (source.kind === 'ledger') {
    if (profile !== undefined) throw profileOfLedger(name)
    await followLedger(name, following)
  } else if (source.kind === 'stream') await followStream(source, following)
  else if (source.form === 'pipe') await followStream({ name, bytes: pipeAt(name) }, following)
  else await followRecording(source.file, following)
  if (!once || isFound) return
  throw session === undefined
    ? new Failure('no-session', `${name}: there is no session in it.`)
    : new Failure('unknown-session', `There is no session ${JSON.stringify(session)} in ${name}.`)
}

/** A named pipe, or a device. A pipe is opened without waiting for its writer: that could not be given up. */
function pipeAt(path: string): Readable {
  if (!statSync(path).isFIFO()) return createReadStream(path)
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

/** Follows a recording that comes through a pipe, until it ends. */
async function followStream({ name, bytes }: RecordingStream, following: Following): Promise<void> {
  const { end, report, take } = following.options
  const reader = new EventReader(name, { ...following.options, onSkipped: (piece) => report.skipped(piece) })
  const plain = plainBytes(bytes, limitsInForce())
  try {
    for await (const piece of withPauses(plain, () => following.caughtUp(), end.stop)) {
      end.moved()
      await following.takeAll(reader.push(piece))
    }
  } finally {
    // Where its writer holds it open, the process would wait for it.
    if (bytes instanceof Readable) bytes.destroy()
  }
  if (end.reason === 'asked') return
  take({ kind: 'drained' })
  await following.takeAll(reader.end())
}

/** Follows the files that one name leads to, one after the other. */
async function followRecording(path: string, following: Following): Promise<void> {
  const { end, once, take } = following.options
  const changes = new FileChanges(path)
  const awaited = new AwaitedRecording(path, following.options)
  try {
    while (!following.isOver) {
      const main = awaited.open()
      if (main !== null || awaited.missing !== null) following.missing(awaited.missing)
      if (main === null) {
        await changes.next(end.stop)
        continue
      }
      const family = new FollowedFamily(main, following)
      try {
        const change = await family.follow(changes)
        if (change === null || once) return
        const { reason, goesOn } = change
        take({ kind: 'restarted', reason, goesOn })
      } finally {
        family.close()
      }
    }
  } finally {
    changes.close()
  }
}

/** One that appeared as late as at the end has not been read before. */
async function* toItsEnd(file: FollowedRecording): Pieces {
  yield* file.pieces()
  yield* file.end()
}

/**
 * A recording, and the files that its sub-agents have of their own beside it, as they appear. What they do is evidence for
 * the session's completions, so it is not said that all was read before they were.
 */
class FollowedFamily {
  readonly #main: FollowedRecording
  readonly #following: Following
  readonly #family: RecordedFamily
  #files: readonly FollowedRecording[]
  /** Files of sub-agents that were found and not opened yet. */
  #awaited: readonly AwaitedRecording[] = []
  /** Files that could not be read on. */
  readonly #failed = new Set<FollowedRecording>()
  /** What was said of files that could not be found or opened: it is said once. */
  readonly #reported = new Set<string>()
  /** The file that each session is read from. */
  readonly #fileOf = new Map<string, FollowedRecording>()

  constructor(main: FollowedRecording, following: Following) {
    this.#main = main
    this.#following = following
    this.#family = new RecordedFamily(main.path)
    this.#files = [main]
  }

  /** Follows them. @returns why they are to be read from their start; null where the watch is over */
  async follow(
    changes: FileChanges,
  ): Promise<{ readonly reason: string | null; readonly goesOn: boolean } | null> {
    const { once, end, take } = this.#following.options
    for (;;) {
      const change = once ? null : this.#main.change()
      this.#following.missing(this.#main.isGone ? 'the file is gone' : null)
      if (change !== null && !change.isReadable) return change
      // What the old file still holds is read.
      await this.#readAll((file) => file.pieces())
      if (change !== null) return change
      if (end.reason === 'asked') return null
      if (once || this.#following.isOver || this.#main.isWhole) {
        take({ kind: 'drained' })
        await this.#readAll(toItsEnd)
      }
      if (once || this.#following.isOver) return null
      await changes.next(end.stop, await this.#following.caughtUp())
    }
  }

  close(): void {
    for (const file of this.#files) file.close()
  }

  /** Reads each file, and those that appear beside it. Only trouble with the recording itself ends the watch. */
  async #readAll(pieces: (file: FollowedRecording) => Pieces): Promise<void> {
    const { beside = true } = this.#following.options
    for (let added = this.#files; added.length > 0; added = beside ? await this.#openMore() : []) {
      for (const file of added)
        for await (const events of this.#piecesOf(file, pieces)) await this.#following.takeAll(events)
    }
    for (const file of this.#failed) file.close()
    this.#files = this.#files.filter((file) => !this.#failed.has(file))
    this.#failed.clear()
  }

  /** What a file gives until it can't be read on. What goes wrong where it is taken does not come by here. */
  async *#piecesOf(file: FollowedRecording, pieces: (file: FollowedRecording) => Pieces): Pieces {
    try {
      for await (const events of pieces(file)) {
        yield this.#own(file, events)
        if (this.#failed.has(file)) return
      }
    } catch (error) {
      this.#fail(file, error)
    }
  }

  #fail(file: FollowedRecording, error: unknown): void {
    if (file === this.#main) throw error
    this.#failed.add(file)
    this.#report(file.path, error)
  }

  #report(path: string, error: unknown): void {
    const message = `${printable(path)}: ${printable(troubleOf(error, path).reason)}`
    if (this.#reported.has(message)) return
    this.#reported.add(message)
    this.#following.options.report.message(message)
  }

  /** Opens the files of sub-agents that appeared, or became whole. @returns these */
  async #openMore(): Promise<readonly FollowedRecording[]> {
    const { options } = this.#following
    const found = await this.#family.more().catch((error: unknown): readonly string[] => {
      this.#report(this.#main.path, error)
      return []
    })
    const opened: FollowedRecording[] = []
    this.#awaited = [...this.#awaited, ...found.map((path) => new AwaitedRecording(path, options))].filter(
      (awaited) => {
        try {
          const file = awaited.open()
          if (file !== null) opened.push(file)
          return file === null
        } catch (error) {
          this.#report(awaited.path, error)
          return false
        }
      },
    )
    this.#files = [...this.#files, ...opened]
    return opened
  }

  /** The events of sessions that are not read from another file. */
  *#own(file: FollowedRecording, events: Iterable<SessionEvent>): Generator<SessionEvent, void, undefined> {
    try {
      for (const passed of events) {
        const { session, type } = passed.event
        if (type === 'session.opened' && !this.#fileOf.has(session)) this.#fileOf.set(session, file)
        if (this.#fileOf.get(session) !== file) continue
        this.#family.note(passed)
        yield passed
      }
    } catch (error) {
      this.#fail(file, error)
    }
  }
}
