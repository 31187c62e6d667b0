/** Reads files, audits their sessions, and keeps those that wait for their sub-agents: in this thread, or in one of several. */

import { deserialize, serialize } from 'node:v8'
import { type AuditOptions, plainWork, type Work } from '@todo-ledger/audit'
import type { RecordedEventsOptions } from '@todo-ledger/recordings'
import { type FileTrouble, troubleOf } from '../sources/read-report.js'
import { recordingEvents } from '../sources/recording-file.js'
import { type SkippedPieces, SkippedPiecesKeeper } from '../sources/skipped-pieces.js'
import {
  type BeginFollowing,
  followSessions,
  OverSessions,
  sourceSession,
} from '../sources/source-session.js'
import { type AuditedSession, FollowedSession } from './followed-session.js'

/** How files are read, and their sessions audited. */
export interface FileAuditing
  extends Pick<RecordedEventsOptions, 'profile' | 'rules' | 'todos' | 'redaction'> {
  /** How each session is audited. */
  readonly audit: AuditOptions
  /** True: what `stats` counts is counted, too. */
  readonly tally: boolean
}

/** The work of a sub-agent, on its way to whoever judges its parent. */
export interface ChildWork {
  /** The sub-agent's session. */
  readonly session: string
  /** Its work, as whoever read it wrote it down. */
  readonly work: Uint8Array
}

/** What is asked for. */
export type AuditTask =
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
  /** Its sessions, in order; where there was trouble, those that were over before. */
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

/** What is answered. */
export type AuditAnswer = FileRead | SessionJudged

/** Reads and judges. */
export class FileAuditor {
  readonly #auditing: FileAuditing
  readonly #kept = new Map<string, FollowedSession>()

  /** @param auditing how it audits */
  constructor(auditing: FileAuditing) {
    this.#auditing = auditing
  }

  /** Does what is asked for. */
  async answer(task: AuditTask): Promise<AuditAnswer> {
    return task.kind === 'read' ? this.#read(task) : this.#judge(task)
  }

  /** Reads a file. Trouble with it is a part of the answer. */
  async #read({ file, number }: Extract<AuditTask, { kind: 'read' }>): Promise<FileRead> {
    const skipped = new SkippedPiecesKeeper()
    const sessions: SessionRead[] = []
    let opened = 0
    try {
      const { audit, tally, ...reading } = this.#auditing
      const over = new OverSessions()
      const events = recordingEvents(file, {
        ...reading,
        onSkipped: (piece) => skipped.skipped(piece),
        onOver: (session) => over.add(session),
      })
      const begin: BeginFollowing<FollowedSession> = (first, own) => {
        opened += 1
        const session = new FollowedSession(sourceSession(first, own), { audit, tally })
        return session.follow(own)
      }
      for await (const session of followSessions(events, begin, () => false, over)) {
        session.endsEarly = skipped.pieces.first.some(({ rest }) => rest)
        const read = sessionRead(session)
        if (read.audited === null) this.#kept.set(nameOf(number, sessions.length), session)
        sessions.push(read)
      }
      return { kind: 'read', opened, sessions, skipped: skipped.pieces, trouble: null }
    } catch (error) {
      return { kind: 'read', opened, sessions, skipped: skipped.pieces, trouble: troubleOf(error, file) }
    }
  }

  /** Judges a session that was kept, and keeps it no longer. */
  #judge({ number, place, children }: Extract<AuditTask, { kind: 'judge' }>): SessionJudged {
    const name = nameOf(number, place)
    const session = this.#kept.get(name)
    this.#kept.delete(name)
    if (session === undefined) throw new Error(`no session is kept as ${name}`)
    const works = worksOf(children)
    try {
      return { kind: 'judged', outcome: session.judge((child) => works.get(child)) }
    } catch (error) {
      return { kind: 'judged', outcome: troubleOf(error, session.file ?? '') }
    }
  }
}

function nameOf(number: number, place: number): string {
  return `${number}/${place}`
}

function sessionRead(session: FollowedSession): SessionRead {
  return {
    session: session.session,
    children: [...session.children],
    work: session.parent === null || session.endsEarly ? null : serialize(plainWork(session.work)),
    audited: session.children.size > 0 ? null : session.judge(() => undefined),
  }
}

function worksOf(children: readonly ChildWork[]): ReadonlyMap<string, readonly Work[]> {
  return new Map(
    children.map(({ session, work }) => {
      const read: readonly Work[] = deserialize(work)
      return [session, read]
    }),
  )
}
