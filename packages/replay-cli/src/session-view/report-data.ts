/** What a report's page is given: an index of its sessions, and each session in a block of its own. */

import type { SessionCounts } from './concerns.js'
import type { SessionReplay } from './session-replay.js'

/** The id of the page's block that holds the index. */
export const indexBlock = 'report'

/** The id of the page's block that holds the session at a place of the index, from 0. */
export function sessionBlock(place: number): string {
  return `session-${place}`
}

/** The id of the page's block that holds one of the blocks of that session's texts. */
export function textsBlock(place: number, block: number): string {
  return `texts-${place}-${block}`
}

/** The sessions of a page, in the order in which they were read. */
export interface ReportIndex {
  readonly generator: string
  readonly source: string
  readonly redacted: boolean
  readonly sessions: readonly ReportEntry[]
}

/** What the index says of one session; what counts in another session, or a baseline accepts, is not counted. */
export interface ReportEntry extends SessionCounts {
  /** What links name it by: its id, with a number behind it where another session of the page has the same. */
  readonly key: string
  readonly session: string
  /** The beginning of its first input, or null where it had none. */
  readonly title: string | null
  readonly profile: string
  /** The recorded file, or null for a live session. */
  readonly file: string | null
  readonly parent: string | null
  /** When its latest event was, as ISO 8601 in UTC: the date of a session in every list of them. */
  readonly ended: string
  readonly turns: number
  readonly items: number
}

/** What a page holds of a session, with the ends of the blocks of its texts. */
export interface PageSession {
  readonly session: Omit<SessionReplay, 'conversation'>
  readonly texts: readonly number[]
}
