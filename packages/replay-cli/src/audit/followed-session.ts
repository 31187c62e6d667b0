/** One session that is followed while it is read, up to its audit. */

import { type AuditOptions, type SessionAudit, SessionAuditor, type Work } from '@todo-ledger/audit'
import { agentTools } from '@todo-ledger/recordings/agents'
import type { SourceSession } from '../sources/source-session.js'
import type { SessionTally } from '../stats/session-tally.js'
import { SessionTallyKeeper } from '../stats/tally-keeper.js'

/** A session that was audited. */
export interface AuditedSession {
  /** What the audit says. */
  readonly audit: SessionAudit
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
  /** The format of that file, or null for a live session. */
  readonly format: string | null
  /** What `stats` also counts; absent where nobody asked for it. */
  readonly tally?: SessionTally
  /** What was left out because it counts in other sessions; absent where nothing was. */
  readonly copied?: {
    /** How many completions. */
    readonly completions: number
    /** The sessions in which they count. */
    readonly sessions: readonly string[]
  }
}

/** What is done with sessions that are followed. */
export interface AuditFollowing {
  /** How they are audited. */
  readonly audit?: AuditOptions
  /** True: what `stats` counts is counted, too. */
  readonly tally?: boolean
}

/** A session on its way to its audit. */
export class FollowedSession {
  /** Its id. */
  readonly session: string
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
  /** The format of that file, or null for a live session. */
  readonly format: string | null
  /** The sub-agents that it started, by their sessions. */
  readonly children: ReadonlySet<string>
  readonly #children = new Set<string>()
  readonly #auditor: SessionAuditor
  readonly #tally: SessionTallyKeeper | null

  /** @param session where it is read; @param following what is done with it */
  constructor({ id, parent, file, format }: SourceSession, { audit, tally = false }: AuditFollowing) {
    this.session = id
    this.parent = parent
    this.file = file
    this.format = format
    this.children = this.#children
    this.#auditor = new SessionAuditor({ tools: agentTools, ...audit })
    this.#tally = tally ? new SessionTallyKeeper() : null
  }

  /** What it did so far, digested; its parent's audit may need it. */
  get work(): readonly Work[] {
    return this.#auditor.work
  }

  /** Follows its events up to the last. */
  async follow(events: SourceSession['events']): Promise<this> {
    for await (const { event, state } of events) {
      if (event.type === 'subagent.started') this.#children.add(event.data.child)
      this.#auditor.observe(event, state)
      this.#tally?.observe(event)
    }
    return this
  }

  /** Audits it. @param child the work of a sub-agent, undefined where its log is not at hand */
  judge(child: (session: string) => readonly Work[] | undefined): AuditedSession {
    const audit = this.#auditor.finish({ child })
    const { file, format } = this
    return this.#tally === null ? { audit, file, format } : { audit, file, format, tally: this.#tally.tally }
  }
}
