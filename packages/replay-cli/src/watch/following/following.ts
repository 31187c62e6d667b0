/** What those who follow a source are given, whatever the source is. */

import type { FileReading } from '../../sources/reading.js'
import type { SessionWatcher } from '../session-watcher.js'
import type { WatchEnd } from '../watch-end.js'

/** How a source is followed. */
export interface Following {
  /** Watches its sessions. */
  readonly watcher: SessionWatcher
  /** How recordings are read; its listeners are the watcher's. */
  readonly reading: FileReading
  /** True: what is there is read once. */
  readonly once: boolean
  /** When to stop. */
  readonly end: WatchEnd
}
