/** Follows a source that grows: whoever reads on at its end reads what came, by the same reader. */

import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { plainBytes, type RecordingStream, type SessionEvent } from '@todo-ledger/recordings'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { OptionValues, sourceOptions } from '../options.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { followLedger } from './follow-ledger.js'
import { type Change, type FollowedRecording, openFollowed, type Pieces } from './followed-recording.js'
import { Following, type FollowOptions } from './following.js'
import { RecordedFamily } from './open-source.js'
import { troubleOf } from './read-report.js'
import { EventReader, profileOfLedger } from './recording-file.js'
import { resolveSource } from './resolve-source.js'
import { nameOf, type Source } from './source.js'
import { FileChanges, withPauses } from './waiting.js'

/** What can be followed: of a folder it is one recording. */
export type FollowedSource = Exclude<Source, { readonly kind: 'folder' }>

/**
 * Says what is followed: of a folder the newest recording. What is named need not exist yet.
 * @param mustExist true where it is not waited for
 * @throws Failure as `resolveSource` does
 */
export async function followedSource(
  call: Call<OptionValues<typeof sourceOptions>>,
  mustExist: boolean,
): Promise<FollowedSource> {
  const source = await resolveSource(call.source, call, { mayBeMissing: !mustExist })
  if (source.kind !== 'folder') return source
  const files = source.files
    .map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1 }))
    .toSorted((one, other) => other.at - one.at)
  const newest = files[0]?.file ?? ''
  if (files.length > 1)
    call.output.note(`the newest of ${count(files.length, 'recording')}: ${printable(newest)}`)
  return { kind: 'recording', file: newest }
}

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
  else if (source.isPipe === true) await followStream({ name, bytes: pipeAt(name) }, following)
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
  const { stop, report, take } = following.options
  const reader = new EventReader(name, { ...following.options, onSkipped: (piece) => report.skipped(piece) })
  const plain = plainBytes(bytes, (damage) => reader.damaged(damage))
  try {
    for await (const piece of withPauses(plain, () => following.caughtUp(), stop)) {
      await following.takeAll(reader.push(piece))
    }
  } finally {
    // Where its writer holds it open, the process would wait for it.
    if (bytes instanceof Readable) bytes.destroy()
  }
  if (stop.aborted) return
  take({ kind: 'drained' })
  await following.takeAll(reader.end())
}

/** Follows the files that one name leads to, one after the other. */
async function followRecording(path: string, following: Following): Promise<void> {
  const { stop, once, take } = following.options
  const changes = new FileChanges(path)
  try {
    while (!following.isOver) {
      const main = openFollowed(path, following.options)
      following.missing(typeof main === 'string' ? main : null)
      if (typeof main === 'string') {
        await changes.next(stop)
        continue
      }
      const family = new FollowedFamily(main, following)
      try {
        const change = await family.follow(changes)
        if (change === null || once) return
        take({ kind: 'restarted', ...change })
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
  readonly #files: Set<FollowedRecording>
  /** Files of sub-agents that were found and not opened yet. */
  readonly #awaited = new Set<string>()
  /** What was said of files that could not be found or read: it is said once. */
  readonly #reported = new Set<string>()
  /** The file that each session is read from. */
  readonly #fileOf = new Map<string, FollowedRecording>()

  constructor(main: FollowedRecording, following: Following) {
    this.#main = main
    this.#following = following
    this.#family = new RecordedFamily(main.path)
    this.#files = new Set([main])
  }

  /** Follows them. @returns why they are to be read from their start; null where the watch is over */
  async follow(changes: FileChanges): Promise<Change | null> {
    const { once, stop, take } = this.#following.options
    for (;;) {
      const change = once ? null : this.#main.change()
      if (change !== 'gone' && change !== null) return change
      this.#following.missing(change === 'gone' ? 'the file is gone' : null)
      await this.#readAll((file) => file.pieces())
      if (stop.aborted) return null
      if (once || this.#main.isWhole) {
        take({ kind: 'drained' })
        await this.#readAll(toItsEnd)
      }
      if (once || stop.aborted) return null
      await changes.next(stop, await this.#following.caughtUp())
    }
  }

  close(): void {
    for (const file of this.#files) file.close()
  }

  /** Reads each file, and those that appear beside it. Only trouble with the recording itself ends the watch. */
  async #readAll(pieces: (file: FollowedRecording) => Pieces): Promise<void> {
    const { beside = true } = this.#following.options
    for (let added = [...this.#files]; added.length > 0; added = beside ? await this.#openMore() : [])
      for (const file of added)
        for await (const events of this.#piecesOf(file, pieces)) await this.#following.takeAll(events)
  }

  /** What a file gives until it can't be read on. What goes wrong where it is taken does not come by here. */
  async *#piecesOf(file: FollowedRecording, pieces: (file: FollowedRecording) => Pieces): Pieces {
    try {
      for await (const events of pieces(file)) {
        yield this.#own(file, events)
        if (!this.#files.has(file)) return
      }
    } catch (error) {
      this.#fail(file, error)
    }
  }

  #fail(file: FollowedRecording, error: unknown): void {
    if (file === this.#main) throw error
    this.#files.delete(file)
    file.close()
    this.#report(file.path, error)
  }

  #report(path: string, error: unknown): void {
    const message = `${printable(path)}: ${printable(troubleOf(error, path).reason)}`
    if (this.#reported.has(message)) return
    this.#reported.add(message)
    this.#following.options.report.message(message)
  }

  /** Opens the files of sub-agents that appeared, or became whole. @returns these */
  async #openMore(): Promise<FollowedRecording[]> {
    const found = await this.#family.more().catch((error: unknown) => {
      this.#report(this.#main.path, error)
      return []
    })
    for (const path of found) this.#awaited.add(path)
    const opened: FollowedRecording[] = []
    for (const path of this.#awaited) {
      try {
        const file = openFollowed(path, this.#following.options)
        if (typeof file === 'string') continue
        this.#files.add(file)
        opened.push(file)
      } catch (error) {
        this.#report(path, error)
      }
      this.#awaited.delete(path)
    }
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
