/** Follows a source that grows: whoever reads on at its end reads what came, by the same reader. */

import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { StoreError } from '@todo-ledger/core'
import { type Damage, plainBytes, type RecordingStream, type SessionEvent } from '@todo-ledger/recordings'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { OptionValues, sourceOptions } from '../options.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type Change, followedLedger, openFollowed } from './followed-file.js'
import type { ReadOptions } from './read-options.js'
import { troubleOf } from './read-report.js'
import { RecordingFamily } from './recording-family.js'
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
  let damage: Damage | null = null
  const plain = plainBytes(bytes, (met) => {
    damage = met
  })
  try {
    for await (const piece of withPauses(plain, () => caughtUp(options), stop))
      await takeAll(reader.push(piece), options)
  } finally {
    // Where its writer holds it open, the process would wait for it.
    if (bytes instanceof Readable) bytes.destroy()
  }
  if (stop.aborted) return
  take({ kind: 'drained' })
  await takeAll(reader.end(damage), options)
}

/** Looked at so often a new file may be no ledger yet: it may be one that is being made. */
const mostLooks = 40

/** Follows the files that one name leads to, one after the other. */
async function followFiles(
  { kind, file: path }: { readonly kind: 'ledger' | 'recording'; readonly file: string },
  options: FollowOptions,
): Promise<void> {
  const { stop, once, take, report } = options
  const changes = new FileChanges(path)
  let told: string | null = null
  const missing = (reason: string | null): void => {
    if (reason !== null && reason !== told) take({ kind: 'waiting', reason })
    told = reason
  }
  const reported = new Set<string>()
  const failed = (file: string, error: unknown): void => {
    const message = `${printable(file)}: ${printable(troubleOf(error, file).reason)}`
    if (!reported.has(message)) report.output.message(message)
    reported.add(message)
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
      const family = new RecordingFamily(main, options, { failed })
      try {
        const change = await followFamily(family, options, changes, missing)
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

/** @returns why the files are to be read from their start; null where the watch is over */
async function followFamily(
  family: RecordingFamily,
  options: FollowOptions,
  changes: FileChanges,
  missing: (reason: string | null) => void,
): Promise<Change | null> {
  const { once, stop, take } = options
  const { main } = family
  const readAll = async (isEnd: boolean): Promise<void> => {
    for await (const events of family.read(isEnd)) await takeAll(events, options)
  }
  for (;;) {
    const change = once ? null : main.change()
    if (change !== 'gone' && change !== null) return change
    missing(change === 'gone' ? 'the file is gone' : null)
    await readAll(false)
    if (stop.aborted) return null
    if (once || main.isWhole) {
      take({ kind: 'drained' })
      await readAll(true)
    }
    if (once || stop.aborted) return null
    // What sub-agents do is read before it is said that all was.
    await changes.next(stop, await caughtUp(options))
  }
}
