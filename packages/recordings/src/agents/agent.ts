/** What an agent is to the rest of the program. Adding one is adding a folder with an `index.ts` and a line in index.ts. */

import type { ToolTable } from '@todo-ledger/audit'
import type { Profile } from '@todo-ledger/core'
import type { RecordingFormat } from '../recording.js'

/** Where a person's agents keep what they record. */
export interface UserHome {
  /** Null where the environment does not say. */
  readonly home: string | null
  /** Agents can be set to keep their sessions elsewhere. */
  readonly env: { readonly [variable: string]: string | undefined }
}

export interface SessionFile {
  readonly path: string
  /** When it was last written to, in milliseconds. */
  readonly at: number
}

/** Where the sessions of a file were begun. */
export interface FileProjects {
  /** The folder of all its sessions, or null where it is not known. */
  readonly all: string | null
  /** Those that persons began, where a file holds the sessions of several folders. */
  readonly each: readonly { readonly session: string; readonly folder: string; readonly at: number }[]
  readonly isOfSubagent?: boolean
}

/** What an agent keeps in a person's home. Folders and files that can't be read count as not there. */
export interface AgentHome {
  /** The folders that it is kept in; they need not exist. */
  readonly roots: readonly string[]
  /** Finds the files of the sessions that a person began. @param folders those whose sessions are wanted; more may be given */
  files(folders?: readonly string[]): Promise<readonly SessionFile[]>
  /** Finds out where the sessions of a file were begun. @param known folders of other sessions */
  projects(path: string, known: ReadonlySet<string>): Promise<FileProjects>
  /** True: where a session was begun is known from its file alone. */
  readonly isProjectInFile: boolean
}

export interface ReadRecording {
  /** The file, as the person gave it. */
  readonly file: string
  readonly sessions: ReadonlySet<string>
  /** The ids of the sub-agents that its sessions started. */
  readonly children: ReadonlySet<string>
}

export interface ToolCall {
  readonly name: string
  readonly input: unknown
}

export interface Agent<Own extends Profile | null = Profile | null> {
  /** In lower case with hyphens. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  readonly profile: Own
  /** The formats in which it records, apart from those that are nobody's own. */
  readonly formats: readonly RecordingFormat[]
  /** What it keeps in a person's home; null where that is not known. */
  readonly home: ((user: UserHome) => AgentHome) | null
  /** Finds the files beside a recording that hold the work of its sub-agents; null where it has none there. */
  readonly besideFiles: ((read: ReadRecording) => Promise<readonly string[]>) | null
  /**
   * True for a call that surely is one of its todo tool, by the name and the shape of its input. By it the profile of a
   * conversation is known that stands in a format that is nobody's own.
   */
  isTodoCall(call: ToolCall): boolean
  readonly tools: ToolTable
}

export function defineAgent<Own extends Profile | null>(
  definition: Pick<Agent<Own>, 'name' | 'title' | 'profile'> & Partial<Agent<Own>>,
): Agent<Own> {
  const unsaid = { formats: [], home: null, besideFiles: null, isTodoCall: () => false, tools: {} }
  return Object.freeze({ ...unsaid, ...definition })
}
