/** Audits the sessions of a source as they are read: a session is judged once the work of its sub-agents is known. */

import type { Work } from '@todo-ledger/audit'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { type AuditedSession, type AuditFollowing, FollowedSession } from './followed-session.js'

export type { AuditedSession } from './followed-session.js'

/** A session that was read and waits in the line, for its audit or for those before it. */
interface Entry {
  readonly session: SourceSession
  /** Null once it was judged. */
  waiting: FollowedSession | null
  audited: AuditedSession | null
  /** The sub-agents whose work was not read yet. */
  readonly missing: Set<string>
}

/**
 * The audits of a source's sessions, in the order in which the sessions are read.
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* auditSessions(
  source: Source,
  reading: ReadOptions,
  following: AuditFollowing,
): AsyncGenerator<AuditedSession, void, undefined> {
  const collector = new AuditCollector(following, (file) => reading.report.isUnread(file))
  const options = { ...reading, subagents: true }
  for await (const audited of openSource(source, options, (session) => collector.follow(session)))
    yield* audited
  yield* collector.finish()
}

/** Follows the sessions of a source and hands out their audits in the order in which the sessions were read. */
export class AuditCollector {
  readonly #following: AuditFollowing
  readonly #isUnread: (file: string | null) => boolean
  readonly #line: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #work = new Map<string, readonly Work[]>()

  /** @param isUnread true of a file that was read no further than a limit */
  constructor(following: AuditFollowing = {}, isUnread: (file: string | null) => boolean = () => false) {
    this.#following = following
    this.#isUnread = isUnread
  }

  /** Follows a session: what comes of it are the audits that can be handed out then, of wanted sessions alone. */
  follow(session: SourceSession): SessionFollower<Promise<readonly AuditedSession[]>> {
    const followed = new FollowedSession(session, this.#following)
    return { take: (passed) => followed.take(passed), finish: () => this.#finished(session, followed) }
  }

  /** Audits what still waits for a sub-agent's log: it is not at hand. */
  finish(): readonly AuditedSession[] {
    for (const entry of this.#line) this.#judge(entry)
    return this.#ready()
  }

  async #finished(session: SourceSession, waiting: FollowedSession): Promise<readonly AuditedSession[]> {
    if (session.again !== undefined) await waiting.gatherPages(session.again)
    waiting.endsEarly = this.#isUnread(session.file)
    if (session.parent !== null && !waiting.endsEarly) this.#work.set(session.id, waiting.work)
    const missing = new Set([...waiting.children].filter((child) => !this.#work.has(child)))
    const entry: Entry = { session, waiting, audited: null, missing }
    this.#line.push(entry)
    if (missing.size === 0) this.#judge(entry)
    if (!this.#work.has(session.id)) return this.#ready()
    for (const parent of this.#line)
      if (parent.missing.delete(session.id) && parent.missing.size === 0) this.#judge(parent)
    return this.#ready()
  }

  /** What is judged is let go of, and so is what can't be judged. */
  #judge(entry: Entry): void {
    const { waiting } = entry
    entry.waiting = null
    entry.audited = waiting?.judge((session) => this.#work.get(session)) ?? entry.audited
  }

  /** Those at the head of the line that are audited. */
  #ready(): readonly AuditedSession[] {
    const waiting = this.#line.findIndex((entry) => entry.waiting !== null)
    const out = this.#line.splice(0, waiting === -1 ? this.#line.length : waiting)
    return out.flatMap(({ session, audited }) => (session.wanted ? (audited ?? []) : []))
  }
}
