/** What the list of all agents' sessions says of each. Types only. */

import type { EvidenceSettings, Verdict } from '@todo-ledger/audit'
import type { ProfileSettings } from '@todo-ledger/core/profiles'
import type { TodoSourceName } from '@todo-ledger/recordings'
import type { FileStamp } from '../../cache/file-stamp.js'
import type { ReadSessions } from '../../sources/beside.js'
import type { ListedSession } from '../session-facts.js'

/** A session as it was read. */
export interface SessionOverview extends ListedSession {
  /** Its completions by how well the log supports them. */
  readonly completions: { readonly [V in Verdict]: number }
}

/** One session of `sessions --json` where no source is given. */
export interface AgentSession extends SessionOverview {
  /** The agent that recorded it. */
  readonly agent: string
  /** The folder in which it was begun, or null where that is not known. */
  readonly project: string | null
}

/** Trouble with a file. `no-session`: it holds nothing that is known as a session. */
export interface OverviewTrouble {
  /** The kind of trouble. */
  readonly kind: 'no-session' | 'unreadable' | 'fault'
  /** The file, which can be that of a sub-agent. */
  readonly file: string
  /** What is wrong, for people. May hold text from outside. */
  readonly reason: string
}

/** What a file says of its sessions. */
export interface FileOverview {
  /** The sessions that a person began, in the order of the file. */
  readonly sessions: readonly SessionOverview[]
  /** How many pieces of it were left out. */
  readonly skipped: number
  /** The trouble that there was. */
  readonly troubles: readonly OverviewTrouble[]
}

/** A file that was read, with those of its sub-agents. */
export interface OverviewRead {
  /** What it says. */
  readonly overview: FileOverview
  /** What is known of it that says which files stand beside it. */
  readonly beside: BesideFacts
  /** The files that were read, itself first, as they were after that; null where one of them was being changed. */
  readonly stamps: readonly FileStamp[] | null
}

/** What says which files of sub-agents stand beside a file, and which there were. */
export interface BesideFacts extends Pick<ReadSessions, 'format'> {
  /** The ids of its sessions, those of sub-agents too. */
  readonly sessions: readonly string[]
  /** The ids of the sub-agents that they started. */
  readonly children: readonly string[]
  /** The files that stood beside it. */
  readonly files: readonly string[]
}

/** How sessions are read and judged, as plain data: it passes between threads, and the cache rests on it. */
export interface OverviewSetup {
  /** The profile in place of the one that recordings name, or null. */
  readonly profile: { readonly name: string; readonly settings: ProfileSettings } | null
  /** Own words and checks. */
  readonly evidence: EvidenceSettings
  /** Where todos are also looked for, outside the todo tools. */
  readonly todos: readonly TodoSourceName[]
}
