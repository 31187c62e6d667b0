/** What those who follow a source are given, whatever the source is. */

import type { FileReading } from '../../sources/reading.js'
import type { SessionWatcher } from '../session-watcher.js'
import type { WatchEnd } from '../watch-end.js'

/** As much of a watcher as those need who follow. */
export type FollowingWatcher = Pick<
  SessionWatcher,
  'caughtUp' | 'drained' | 'follow' | 'restart' | 'tellSource'
>

/** As much of a watch's end as those need who follow. */
export type FollowingEnd = Pick<WatchEnd, 'moved' | 'reason' | 'stop'>

/** How a source is followed. */
export interface Following {
  /** Watches its sessions. */
  readonly watcher: FollowingWatcher
  /** How recordings are read; its listeners are the watcher's. */
  readonly reading: FileReading
  /** True: what is there is read once. */
  readonly once: boolean
  /** When to stop. */
  readonly end: FollowingEnd
}
