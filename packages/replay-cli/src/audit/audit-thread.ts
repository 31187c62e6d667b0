/**
 * The program of a thread of an audit: reads files, audits their sessions, and keeps those that wait for their sub-agents.
 * Plain data alone passes between threads.
 */

import { deserialize, serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import {
  type AuditOptions,
  type AuditRuleSettings,
  type EvidenceSettings,
  plainWork,
  type Work,
} from '@todo-ledger/audit'
import type { Profile, ProfileSettings, RedactionOptions } from '@todo-ledger/core'
import { profileNamed, type TodoSourceName } from '@todo-ledger/recordings'
import { repositoryOf } from '../config/audit-setup.js'
import { loadOwnRules } from '../config/own-rules.js'
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

/** How a thread audits: what is set up in the main thread, as plain data. */
export interface ThreadSetup {
  /** The profile in place of the one that recordings name, or null. */
  readonly profile: { readonly name: string; readonly settings: ProfileSettings } | null
  /** Where todos are also looked for, outside the todo tools. */
  readonly todos: readonly TodoSourceName[]
  /** Which secrets are taken out. */
  readonly redaction: RedactionOptions | false
  /** How rules are set. */
  readonly settings: AuditRuleSettings
  /** Own words and checks. */
  readonly evidence: EvidenceSettings
  /** The folder of the repository to look in, or undefined. */
  readonly repo: string | undefined
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

/** What a thread answers. */
export type ThreadAnswer = FileRead | SessionJudged

/** Reads and judges for one thread. */
class FileAuditor {
  readonly #setup: ThreadSetup
  readonly #profile: Profile | undefined
  readonly #kept = new Map<string, FollowedSession>()
  #options: AuditOptions | null = null

  /** @param setup how it audits */
  constructor(setup: ThreadSetup) {
    this.#setup = setup
    this.#profile =
      setup.profile === null ? undefined : profileNamed(setup.profile.name)?.with(setup.profile.settings)
  }

  /** Reads a file. Trouble with it is a part of the answer. */
  async read({ file, number }: Extract<ThreadTask, { kind: 'read' }>): Promise<FileRead> {
    const skipped = new SkippedPiecesKeeper()
    const sessions: SessionRead[] = []
    let opened = 0
    try {
      const audit = await this.#auditOptions()
      const over = new OverSessions()
      const events = recordingEvents(file, {
        profile: this.#profile,
        todos: this.#setup.todos,
        redaction: this.#setup.redaction,
        onSkipped: (piece) => skipped.skipped(piece),
        onOver: (session) => over.add(session),
      })
      const begin: BeginFollowing<FollowedSession> = (first, own) => {
        opened += 1
        const session = new FollowedSession(sourceSession(first, own), { audit, tally: this.#setup.tally })
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
  judge({ number, place, children }: Extract<ThreadTask, { kind: 'judge' }>): SessionJudged {
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

  async #auditOptions(): Promise<AuditOptions> {
    if (this.#options !== null) return this.#options
    const { modules, settings, evidence, repo } = this.#setup
    const ownRules = []
    for (const module of modules) ownRules.push(...(await loadOwnRules(module)))
    this.#options = { ownRules, settings, evidence, ...repositoryOf(repo) }
    return this.#options
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

if (parentPort === null) throw new Error('This is the program of a thread, not one to be started by itself.')
const port = parentPort
const setup: ThreadSetup = workerData
const auditor = new FileAuditor(setup)

async function answer(task: ThreadTask): Promise<void> {
  const given: ThreadAnswer = task.kind === 'read' ? await auditor.read(task) : auditor.judge(task)
  port.postMessage(given)
}

// Whatever this throws ends the thread: the one that asked goes on with another.
port.on('message', (task: ThreadTask) => void answer(task))
