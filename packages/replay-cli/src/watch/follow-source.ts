/** Follows whatever a watch is pointed at. */

import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import type { Profile } from '@todo-ledger/core'
import type { TodoSourceName } from '@todo-ledger/recordings'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { OptionValues, sourceOptions } from '../options.js'
import { Output } from '../output.js'
import { profileOfLedger } from '../sources/open-source.js'
import { ReadReport } from '../sources/read-report.js'
import { nameOf } from '../sources/source.js'
import { followConversation } from './following/follow-conversation.js'
import { followFile } from './following/follow-file.js'
import { followLedger } from './following/follow-ledger.js'
import { followStream } from './following/follow-stream.js'
import { FollowedBeside } from './following/followed-beside.js'
import type { Following, FollowingReading } from './following/following.js'
import type { SessionWatcher } from './session-watcher.js'
import type { WatchEnd } from './watch-end.js'
import type { WatchView } from './watch-view.js'
import type { WatchedSource } from './watched-source.js'

/** How a source is followed. */
export interface FollowOptions {
  /** Watches its sessions. */
  readonly watcher: SessionWatcher
  /** Shows what is to be known about the reading. */
  readonly view: WatchView
  /** When to stop. */
  readonly end: WatchEnd
  /** True: what is there is read once. */
  readonly once: boolean
  /** The profile that recordings are read under in place of the one that they name. */
  readonly profile: Profile | undefined
  /** Where todos of recordings are also looked for, outside the todo tools. */
  readonly todos: readonly TodoSourceName[]
  /** The one session that is wanted, by its id or the beginning of it. */
  readonly session: string | undefined
}

/**
 * Follows a source until it ends, or the watch does.
 * @throws Failure `profile-of-ledger`, `no-session`, `unknown-session`
 * @throws RecordingError, LedgerError where it can't be read
 */
export async function followSource(
  source: WatchedSource,
  options: FollowOptions,
  call: Call<OptionValues<typeof sourceOptions>>,
): Promise<void> {
  try {
    await follow(source, options, call)
  } catch (error) {
    throw options.watcher.fault === null ? error : options.watcher.fault.error
  }
}

async function follow(
  source: WatchedSource,
  options: FollowOptions,
  call: Call<OptionValues<typeof sourceOptions>>,
): Promise<void> {
  const { watcher, end, once, profile, session } = options
  const name = nameOf(source)
  const following: Following = { watcher, reading: readingOf(options, call), once, end }
  if (source.kind === 'ledger') {
    if (profile !== undefined) throw profileOfLedger(name)
    await followLedger(name, session, following)
  } else if (source.kind === 'stream') {
    await followStream(source, following)
  } else if (source.form === 'pipe') {
    await followStream({ name, bytes: createReadStream(name) }, following)
  } else if (source.form === 'folder') {
    await followConversation(name, following)
  } else {
    await followWithBeside(name, following, (file, reason) => {
      options.view.note(`${file}: ${reason}`)
    })
  }
  if (once) mustHaveSession(name, session, watcher)
}

/** Follows a file, and those of its sub-agents beside it. */
async function followWithBeside(
  name: string,
  following: Following,
  trouble: (file: string, reason: string) => void,
): Promise<void> {
  const beside = new FollowedBeside(name, following, trouble)
  try {
    await followFile(name, beside.ofRecording)
    if (following.once) await beside.readAll()
  } finally {
    if (following.end.reason !== null) await beside.settled()
  }
}

function readingOf(
  { watcher, view, profile, todos }: FollowOptions,
  { host, output }: Call<OptionValues<typeof sourceOptions>>,
): FollowingReading {
  const { stdout, stdin, env } = host
  // What is reported of the reading must not fall into a screen that is drawn on.
  const stderr = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      view.note(text.trimEnd())
      done()
    },
  })
  const report = new ReadReport(new Output({ stdout, stderr, stdin, env, cwd: () => host.cwd() }))
  return {
    listenerFor: watcher.follow,
    profile,
    todos,
    onSkipped: (piece) => report.skipped(piece),
    ready: () => output.ready(),
  }
}

function mustHaveSession(name: string, session: string | undefined, { hasSession }: SessionWatcher): void {
  if (hasSession) return
  throw session === undefined
    ? new Failure('no-session', `${name}: there is no session in it.`)
    : new Failure('unknown-session', `There is no session ${JSON.stringify(session)} in ${name}.`)
}
