/** What those who follow a source are given, whatever the source is. */

import type { EventOf } from '@todo-ledger/core'
import type { RecordingStream } from '@todo-ledger/recordings'
import { type RecordingOptions, recordingEvents } from '../../sources/recording-file.js'
import type { SessionListener, SessionWatcher } from '../session-watcher.js'
import type { WatchEnd } from '../watch-end.js'

/** Says what is done with a session that appears; null: nothing. */
export type ListenerFor = (opened: EventOf<'session.opened'>) => SessionListener | null

/** As much of a watcher as those need who follow. */
export type FollowingWatcher = Pick<
  SessionWatcher,
  'caughtUp' | 'drained' | 'follow' | 'restart' | 'emitSource'
>

/** As much of a watch's end as those need who follow. */
export type FollowingEnd = Pick<WatchEnd, 'moved' | 'reason' | 'stop'>

/** How recordings are read. */
export interface FollowingReading extends Omit<RecordingOptions, 'more'> {
  /** What is done with each session. */
  readonly listenerFor: ListenerFor
  /** Is waited for after each event, so that what listens is not outrun. */
  readonly ready: () => Promise<void>
}

/** How a source is followed. */
export interface Following {
  /** Watches its sessions. */
  readonly watcher: FollowingWatcher
  /** How recordings are read; its listeners are the watcher's. */
  readonly reading: FollowingReading
  /** True: what is there is read once. */
  readonly once: boolean
  /** When to stop. */
  readonly end: FollowingEnd
}

/**
 * Reads a recording as far as it goes.
 * @param more is asked at the end of a conversation that is kept an event a file
 * @throws RecordingError where it can't be read
 */
export async function readRecording(
  source: string | RecordingStream,
  { listenerFor, ready, ...options }: FollowingReading,
  more?: () => Promise<boolean>,
): Promise<void> {
  const listeners = new Map<string, SessionListener | null>()
  for await (const { event, state } of recordingEvents(source, {
    ...options,
    ...(more === undefined ? {} : { more }),
  })) {
    if (event.type === 'session.opened') listeners.set(event.session, listenerFor(event))
    listeners.get(event.session)?.passed(event, state)
    await ready()
  }
}
