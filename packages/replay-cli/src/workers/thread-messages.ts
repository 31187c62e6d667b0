/** What the threads of an audit say to each other. Plain data alone passes between threads. */

import type { AuditRuleSettings, EvidenceSettings } from '@todo-ledger/audit'
import type { ProfileSettings } from '@todo-ledger/core'
import type { TodoSourceName } from '@todo-ledger/recordings'
import type { AuditedSession } from '../audit/followed-session.js'
import type { FileTrouble } from '../sources/read-report.js'
import type { SkippedPieces } from './skipped-pieces.js'

/** How a thread audits: what is set up in the main thread, as plain data. */
export interface ThreadSetup {
  /** The profile in place of the one that recordings name, or null. */
  readonly profile: { readonly name: string; readonly settings: ProfileSettings } | null
  /** Where todos are also looked for, outside the todo tools. */
  readonly todos: readonly TodoSourceName[]
  /** How rules are set. */
  readonly settings: AuditRuleSettings
  /** Own words and checks. */
  readonly evidence: EvidenceSettings
  /** The modules of own rules, in their order; each thread loads them for itself. */
  readonly modules: readonly string[]
  /** True: what `stats` counts is counted, too. */
  readonly tally: boolean
}

/** The work of a sub-agent, on its way to the thread that judges its parent. */
export interface ChildWork {
  /** The sub-agent's session. */
  readonly session: string
  /** Its work, as the thread that read it wrote it down. */
  readonly work: Uint8Array
}

/** What a thread is asked to do. */
export type ThreadTask =
  | {
      /** Read a file and audit its sessions; those with sub-agents are kept until they can be judged. */
      readonly kind: 'read'
      /** The file's path. */
      readonly file: string
      /** The number under which its sessions are kept. */
      readonly number: number
    }
  | {
      /** Judge a session that was kept. */
      readonly kind: 'judge'
      /** The number of its file. */
      readonly number: number
      /** Its place among the sessions of the file, from 0. */
      readonly place: number
      /** The work of the sub-agents whose logs are at hand. */
      readonly children: readonly ChildWork[]
    }

/** One session of a file that was read. */
export interface SessionRead {
  /** Its id. */
  readonly session: string
  /** The sub-agents that it started. */
  readonly children: readonly string[]
  /** Its work, where it is a sub-agent itself; else null. */
  readonly work: Uint8Array | null
  /** Its audit, or null where it waits for the work of its sub-agents. */
  readonly audited: AuditedSession | null
}

/** A file that was read. */
export interface FileRead {
  /** The kind of answer. */
  readonly kind: 'read'
  /** How many sessions began in it, also where there was trouble. */
  readonly opened: number
  /** Its sessions, in order; none where there was trouble. */
  readonly sessions: readonly SessionRead[]
  /** The pieces of it that were left out. */
  readonly skipped: SkippedPieces
  /** Why it could not be read, or null. */
  readonly trouble: FileTrouble | null
}

/** A session that was kept and is judged now. */
export interface SessionJudged {
  /** The kind of answer. */
  readonly kind: 'judged'
  /** Its audit, or why it could not be made. */
  readonly outcome: AuditedSession | FileTrouble
}

/** What a thread answers. */
export type ThreadAnswer = FileRead | SessionJudged
