/** Follows a source that grows: whoever reads on at its end reads what came, by the same reader. */

import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { StoreError } from '@todo-ledger/core'
import { plainBytes, type RecordingStream, type SessionEvent } from '@todo-ledger/recordings'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { OptionValues, sourceOptions } from '../options.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type Change, type FollowedFile, followedLedger, openFollowed, type Pieces } from './followed-file.js'
import { type ReadOptions, RecordedFamily } from './open-source.js'
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

/** What comes of a source that is followed: events, and what there is to say of the source. */
export type FollowedItem =
  | SessionEvent
  /** All that there is was read. It comes again after more was. */
  | { readonly kind: 'caught-up' }
  /** The source is at its end: events that come now are made up for the reader's sake. */
  | { readonly kind: 'drained' }
  /** There is no such file yet, it is not whole yet, or it is gone. */
  | { readonly kind: 'waiting'; readonly reason: string }
  /** It is read from its start: what comes now takes the place of what came before. */
  | ({ readonly kind: 'restarted' } & Change)

export interface FollowOptions extends Omit<ReadOptions, 'subagents' | 'onFile'> {
  /** Is aborted at the end: what is there is given up. */
  readonly stop: AbortSignal
  /** True: what is there is read once. */
  readonly once: boolean
  readonly take: (item: FollowedItem) => void
  /** After how many milliseconds `caught-up` is to come again, although nothing else came; null: not before. */
  readonly again: () => number | null
}

/**
 * Follows a source until it ends, or the end is asked for. Of a ledger the session that is wanted comes, and those that
 * it starts; where none is, the one that was active last, and each in which something happens. Of a recording all come.
 * @throws Failure `profile-of-ledger`, `no-session`, `unknown-session`
 * @throws RecordingError, LedgerError where it can't be read
 */
export async function followSource(source: FollowedSource, given: FollowOptions): Promise<void> {
  const { session, once, profile } = given
  const name = nameOf(source)
  let isFound = false
  const options: FollowOptions = {
    ...given,
    take(item) {
      if ('event' in item && item.event.type === 'session.opened')
        isFound ||= session === undefined || item.event.session.startsWith(session)
      given.take(item)
    },
  }
  if (source.kind === 'ledger' && profile !== undefined) throw profileOfLedger(name)
  if (source.kind === 'stream') await followStream(source, options)
  else if (source.kind === 'recording' && source.isPipe === true)
    await followStream({ name, bytes: pipeAt(name) }, options)
  else await followFiles(source, options)
  if (!once || isFound) return
  throw session === undefined
    ? new Failure('no-session', `${name}: there is no session in it.`)
    : new Failure('unknown-session', `There is no session ${JSON.stringify(session)} in ${name}.`)
}

async function takeAll(items: Iterable<FollowedItem>, { take, pause }: FollowOptions): Promise<void> {
  for (const item of items) take(item)
  await pause?.()
}

/** Says that all there is was read. @returns after how many milliseconds to say it again, or null */
async function caughtUp(options: FollowOptions): Promise<number | null> {
  await takeAll([{ kind: 'caught-up' }], options)
  return options.again()
}

/** A named pipe, or a device. A pipe is opened without waiting for its writer: that could not be given up. */
function pipeAt(path: string): Readable {
  if (!statSync(path).isFIFO()) return createReadStream(path)
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

/** Follows a recording that comes through a pipe, until it ends. */
async function followStream({ name, bytes }: RecordingStream, options: FollowOptions): Promise<void> {
  const { stop, report, take } = options
  const reader = new EventReader(name, { ...options, onSkipped: (piece) => report.skipped(piece) })
  const plain = plainBytes(bytes, (damage) => reader.damaged(damage))
  try {
    for await (const piece of withPauses(plain, () => caughtUp(options), stop))
      await takeAll(reader.push(piece), options)
  } finally {
    // Where its writer holds it open, the process would wait for it.
    if (bytes instanceof Readable) bytes.destroy()
  }
  if (stop.aborted) return
  take({ kind: 'drained' })
  await takeAll(reader.end(), options)
}

/** Looked at so often a new file may be no ledger yet: it may be one that is being made. */
const mostLooks = 40

/** Follows the files that one name leads to, one after the other. */
async function followFiles(
  { kind, file: path }: { readonly kind: 'ledger' | 'recording'; readonly file: string },
  options: FollowOptions,
): Promise<void> {
  const { stop, once, take } = options
  const changes = new FileChanges(path)
  let told: string | null = null
  const missing = (reason: string | null): void => {
    if (reason !== null && reason !== told) take({ kind: 'waiting', reason })
    told = reason
  }
  let looks = 0
  const open = async (): Promise<ReturnType<typeof openFollowed>> => {
    if (kind === 'recording') return openFollowed(path, options)
    try {
      return await followedLedger(path, options)
    } catch (error) {
      looks += 1
      if (error instanceof StoreError && !once && looks < mostLooks) return 'it is not whole yet'
      throw error
    }
  }
  try {
    while (!stop.aborted) {
      const main = await open()
      missing(typeof main === 'string' ? main : null)
      if (typeof main === 'string') {
        await changes.next(stop)
        continue
      }
      looks = 0
      const family = new FollowedFamily(main, options, missing)
      try {
        const change = await family.follow(changes)
        if (change === null || once) return
        take({ kind: 'restarted', ...change })
      } finally {
        await family.close()
      }
    }
  } finally {
    changes.close()
  }
}

/** One that appeared as late as at the end has not been read before. */
async function* toItsEnd(file: FollowedFile): Pieces {
  yield* file.pieces()
  yield* file.end()
}

/**
 * A recording, and the files that its sub-agents have of their own beside it, as they appear. What they do is evidence for
 * the session's completions, so it is not said that all was read before they were.
 */
class FollowedFamily {
  readonly #main: FollowedFile
  readonly #options: FollowOptions
  readonly #missing: (reason: string | null) => void
  readonly #family: RecordedFamily
  readonly #files: Set<FollowedFile>
  /** Files of sub-agents that were found and not opened yet. */
  readonly #awaited = new Set<string>()
  /** What was said of files that could not be found or read: it is said once. */
  readonly #reported = new Set<string>()
  /** The file that each session is read from. */
  readonly #fileOf = new Map<string, FollowedFile>()

  constructor(main: FollowedFile, options: FollowOptions, missing: (reason: string | null) => void) {
    this.#main = main
    this.#options = options
    this.#missing = missing
    this.#family = new RecordedFamily(main.path)
    this.#files = new Set([main])
  }

  /** Follows them. @returns why they are to be read from their start; null where the watch is over */
  async follow(changes: FileChanges): Promise<Change | null> {
    const { once, stop, take } = this.#options
    for (;;) {
      const change = once ? null : this.#main.change()
      if (change !== 'gone' && change !== null) return change
      this.#missing(change === 'gone' ? 'the file is gone' : null)
      await this.#readAll((file) => file.pieces())
      if (stop.aborted) return null
      if (once || this.#main.isWhole) {
        take({ kind: 'drained' })
        await this.#readAll(toItsEnd)
      }
      if (once || stop.aborted) return null
      await changes.next(stop, await caughtUp(this.#options))
    }
  }

  async close(): Promise<void> {
    for (const file of this.#files) await file.close()
  }

  /** Reads each file, and those that appear beside it. Only trouble with the recording itself ends the watch. */
  async #readAll(pieces: (file: FollowedFile) => Pieces): Promise<void> {
    const { beside = true } = this.#options
    for (let added = [...this.#files]; added.length > 0; added = beside ? await this.#openMore() : [])
      for (const file of added)
        for await (const events of this.#piecesOf(file, pieces)) await takeAll(events, this.#options)
  }

  /** What a file gives until it can't be read on. What goes wrong where it is taken does not come by here. */
  async *#piecesOf(file: FollowedFile, pieces: (file: FollowedFile) => Pieces): Pieces {
    try {
      for await (const events of pieces(file)) {
        yield this.#own(file, events)
        if (!this.#files.has(file)) return
      }
    } catch (error) {
      this.#fail(file, error)
    }
  }

  #fail(file: FollowedFile, error: unknown): void {
    if (file === this.#main) throw error
    this.#files.delete(file)
    void file.close()
    this.#report(file.path, error)
  }

  #report(path: string, error: unknown): void {
    const message = `${printable(path)}: ${printable(troubleOf(error, path).reason)}`
    if (this.#reported.has(message)) return
    this.#reported.add(message)
    this.#options.report.message(message)
  }

  /** Opens the files of sub-agents that appeared, or became whole. @returns these */
  async #openMore(): Promise<FollowedFile[]> {
    const found = await this.#family.more().catch((error: unknown) => {
      this.#report(this.#main.path, error)
      return []
    })
    for (const path of found) this.#awaited.add(path)
    const opened: FollowedFile[] = []
    for (const path of this.#awaited) {
      try {
        const file = openFollowed(path, this.#options)
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
  *#own(file: FollowedFile, events: Iterable<SessionEvent>): Generator<SessionEvent, void, undefined> {
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
