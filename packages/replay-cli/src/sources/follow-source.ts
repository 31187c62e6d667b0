/** Follows a source that grows: whoever reads on at its end reads what came, by the same reader. */

import { statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@todo-ledger/core'
import { type Damage, plainBytes, type SessionEvent } from '@todo-ledger/recordings'
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

/** Files are looked at so often, in milliseconds. */
const interval = 50
/** Nothing came through a pipe for so many milliseconds: all that there is was read. */
const quiet = 25

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
  if (source.kind === 'stream') {
    const { bytes } = source
    await followStream(name, bytes instanceof Readable ? bytes : Readable.from(bytes), options)
  } else await followFiles(source, options)
  if (!once || isFound) return
  throw session === undefined
    ? new Failure('no-session', `${name}: there is no session in it.`)
    : new Failure('unknown-session', `There is no session ${JSON.stringify(session)} in ${name}.`)
}

/** Follows a recording that comes through a pipe, until it ends. */
async function followStream(name: string, bytes: Readable, options: FollowOptions): Promise<void> {
  const { stop, report, take, again, pause } = options
  const reader = new EventReader(name, { ...options, onSkipped: (piece) => report.skipped(piece) })
  let timer: NodeJS.Timeout | undefined
  const caughtUp = (): void => {
    try {
      take({ kind: 'caught-up' })
      const rest = again()
      if (rest !== null) timer = setTimeout(caughtUp, rest)
    } catch (error) {
      bytes.destroy(error instanceof Error ? error : undefined)
    }
  }
  // Where its writer holds it open, the process would wait for it.
  const end = (): unknown => bytes.destroy()
  stop.addEventListener('abort', end)
  let damage: Damage | null = null
  const plain = plainBytes(bytes, (met) => {
    damage = met
  })
  try {
    for await (const piece of plain) {
      clearTimeout(timer)
      for (const item of reader.push(piece)) take(item)
      await pause?.()
      timer = setTimeout(caughtUp, quiet)
    }
    if (stop.aborted) return
    take({ kind: 'drained' })
    for (const item of reader.end(damage)) take(item)
    await pause?.()
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
    bytes.destroy()
  }
}

/** Looked at so often a new file may be no ledger yet: it may be one that is being made. */
const mostLooks = 40

/** Follows the files that one name leads to, one after the other. */
async function followFiles(
  { kind, file: path }: { readonly kind: 'ledger' | 'recording'; readonly file: string },
  options: FollowOptions,
): Promise<void> {
  const { stop, once, take, report } = options
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
  while (!stop.aborted) {
    const main = await open()
    missing(typeof main === 'string' ? main : null)
    if (typeof main === 'string') {
      await nextLook(stop)
      continue
    }
    looks = 0
    const family = new RecordingFamily(main, options, { failed })
    try {
      const change = await followFamily(family, options, missing)
      if (change === null || once) return
      take({ kind: 'restarted', ...change })
    } finally {
      await family.close()
    }
  }
}

/** @returns why the files are to be read from their start; null where the watch is over */
async function followFamily(
  family: RecordingFamily,
  options: FollowOptions,
  missing: (reason: string | null) => void,
): Promise<Change | null> {
  const { once, stop, take, pause } = options
  const { main } = family
  const readAll = async (isEnd: boolean): Promise<void> => {
    for await (const events of family.read(isEnd)) {
      for (const event of events) take(event)
      await pause?.()
    }
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
    take({ kind: 'caught-up' })
    await pause?.()
    await nextLook(stop)
  }
}

async function nextLook(stop: AbortSignal): Promise<void> {
  await sleep(interval, undefined, { signal: stop }).catch(() => undefined)
}
