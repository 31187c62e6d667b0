/** The shapes of listing what agents recorded. Types only. */

import type { AgentHome, RecordedFile } from '../../sources/newest/agent-recordings.js'

/** Where the sessions of a file were begun. */
export interface FileProjects {
  /** The folder of all its sessions, or null where it is not known. */
  readonly all: string | null
  /** The folders of single sessions, by their ids, where a file holds those of several. */
  readonly each: readonly (readonly [session: string, folder: string])[]
}

/** An agent that keeps what it records in a place of its own. */
export interface Agent {
  /** Its name. */
  readonly name: string
  /** Finds the files of the sessions that a person began. Folders and files that can't be read count as not there. */
  readonly files: () => Promise<readonly RecordedFile[]>
  /** True: where a session was begun is known from its file alone. */
  readonly tellsInFile: boolean
  /**
   * Finds out where the sessions of a file were begun. What can't be read tells nothing.
   * @param known folders of other sessions
   */
  readonly projects: (path: string, known: ReadonlySet<string>) => Promise<FileProjects>
}

/** Sets an agent up for a person's home. What is read for several of its files is read once. */
export type AgentFor = (agentHome: AgentHome) => Agent
