/** What a thread of an audit does: reads files, audits their sessions, and keeps those that wait for their sub-agents. */

import { deserialize, serialize } from 'node:v8'
import { type AuditOptions, plainWork, type Work } from '@todo-ledger/audit'
import type { Profile } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { FollowedSession } from '../audit/followed-session.js'
import { loadOwnRules } from '../config/own-rules.js'
import { troubleOf } from '../sources/read-report.js'
import { recordingEvents } from '../sources/recording-file.js'
import { followSessions, sourceSession } from '../sources/source-session.js'
import { SkippedPiecesKeeper } from './skipped-pieces.js'
import type {
  ChildWork,
  FileRead,
  SessionJudged,
  SessionRead,
  ThreadSetup,
  ThreadTask,
} from './thread-messages.js'

/** Reads and judges for one thread. */
export class FileAuditor {
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
    const sessions: FollowedSession[] = []
    let opened = 0
    try {
      const audit = await this.#auditOptions()
      const events = recordingEvents(file, {
        profile: this.#profile,
        todos: this.#setup.todos,
        onSkipped: (piece) => skipped.skipped(piece),
      })
      const followed = followSessions(events, (first, own) => {
        opened += 1
        const session = new FollowedSession(sourceSession(first, own), { audit, tally: this.#setup.tally })
        return session.follow(own)
      })
      for await (const session of followed) sessions.push(session)
      const read = sessions.map(sessionRead)
      for (const [place, session] of sessions.entries()) {
        if (read[place]?.audited === null) this.#kept.set(nameOf(number, place), session)
      }
      return { kind: 'read', opened, sessions: read, skipped: skipped.pieces, trouble: null }
    } catch (error) {
      return { kind: 'read', opened, sessions: [], skipped: skipped.pieces, trouble: troubleOf(error, file) }
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
    const { modules, settings, evidence } = this.#setup
    const ownRules = []
    for (const module of modules) ownRules.push(...(await loadOwnRules(module)))
    this.#options = { ownRules, settings, evidence }
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
    work: session.parent === null ? null : serialize(plainWork(session.work)),
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
