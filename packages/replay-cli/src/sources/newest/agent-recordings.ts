/** The shapes of looking for what agents recorded. Types only. */

import type { Environment } from '../../text/style.js'

/** Where a person's agents keep what they record. */
export interface AgentHome {
  /** The person's home folder, or null where the environment does not say. */
  readonly home: string | null
  /** The environment: agents can be told to keep their sessions elsewhere. */
  readonly env: Environment
}

/** The folder whose sessions are looked for, and the person's own folder where agents keep them. */
export interface LookedFor extends AgentHome {
  /** The folder by all its names: as it was called, and with its links resolved. */
  readonly folders: readonly string[]
}

/** A recorded session in a file. */
export interface RecordedFile {
  /** Its path. */
  readonly path: string
  /** When it was last written to, in milliseconds. */
  readonly at: number
}

/** What was found of one agent. */
export interface FoundRecordings {
  /** Where it was looked. */
  readonly lookedIn: readonly string[]
  /** The newest session of the folder, or null. */
  readonly newest: RecordedFile | null
}

/** Where one agent keeps what it records. */
export interface AgentRecordings {
  /** The agent's name. */
  readonly agent: string
  /** Looks for the newest session of a folder. Folders and files that can't be read count as not there. */
  readonly look: (lookedFor: LookedFor) => Promise<FoundRecordings>
}
