/** What those who follow a source are given, whatever the source is, and what they give. */

import type { RecordingStream, SessionEvent } from '@todo-ledger/recordings'
import { type RecordingOptions, recordingEvents } from './recording-file.js'

/** Something about a source that is followed. */
export type SourceNotice =
  | {
      /** All that there is was read. It comes again after more was. */
      readonly kind: 'caught-up'
    }
  | {
      /** The source is at its end: events that come now are made up for the reader's sake. */
      readonly kind: 'drained'
    }
  | {
      /** There is no such file yet, or it is gone. */
      readonly kind: 'waiting'
      /** Why, in a few words. */
      readonly reason: string
    }
  | {
      /** It is read from its start: what comes now takes the place of what came before. */
      readonly kind: 'restarted'
      /** Why, in a few words; null where nobody needs to know. */
      readonly reason: string | null
      /** True where it is the same, with more in it. */
      readonly goesOn: boolean
    }

/** What comes of a source that is followed: the events of its sessions as they come, and notices of the source. */
export type FollowedItem = SessionEvent | SourceNotice

/** When to stop. */
export interface FollowingEnd {
  /** Is aborted at the end. */
  readonly stop: AbortSignal
  /** Why it ended: what is there is given up, or read as a whole; null while it has not. */
  readonly reason: 'asked' | 'idle' | null
  /** Something came. */
  moved(): void
}

/** How a source is followed, and where what comes of it goes. */
export interface Following {
  /** How recordings are read. */
  readonly reading: Omit<RecordingOptions, 'more'>
  /** True: what is there is read once. */
  readonly once: boolean
  /** When to stop. */
  readonly end: FollowingEnd
  /** Gives the next item, and waits until it was dealt with. */
  emit(item: FollowedItem): Promise<void>
  /**
   * Says that all there is was read.
   * @returns after so many milliseconds it is to be said again, although nothing came; null: it is not
   */
  caughtUp(): Promise<number | null>
}

/**
 * Reads a recording as far as it goes.
 * @param more is asked at the end of a conversation that is kept an event a file
 * @throws RecordingError where it can't be read
 */
export async function emitRecording(
  source: string | RecordingStream,
  following: Following,
  more?: () => Promise<boolean>,
): Promise<void> {
  const options = { ...following.reading, ...(more === undefined ? {} : { more }) }
  for await (const passed of recordingEvents(source, options)) await following.emit(passed)
}
