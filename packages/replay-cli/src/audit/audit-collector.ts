/** Audits the sessions of a source as they are read: a session is judged once the work of its sub-agents is known. */

import type { AuditOptions, Work } from '@todo-ledger/audit'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import type { SourceSession } from '../sources/source-session.js'
import { type AuditedSession, FollowedSession } from './followed-session.js'

export type { AuditedSession } from './followed-session.js'

/** A session that was read and waits in the line, for its audit or for those before it. */
type Entry =
  | { readonly isWanted: boolean; readonly waiting: FollowedSession }
  | { readonly isWanted: boolean; readonly waiting: null; readonly audited: AuditedSession }

/**
 * The audits of a source's sessions, in the order in which the sessions are read.
 * @param tally true: what `stats` counts is counted, too
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* auditSessions(
  source: Source,
  reading: ReadOptions,
  audit: AuditOptions,
  tally = false,
): AsyncGenerator<AuditedSession, void, undefined> {
  const collector = new AuditCollector(audit, tally)
  const options = { ...reading, subagents: true }
  for await (const audited of openSource(source, options, (session) => collector.follow(session))) {
    yield* audited
  }
  yield* collector.finish()
}

/** Follows the sessions of a source and hands out their audits in the order in which the sessions were read. */
export class AuditCollector {
  readonly #options: AuditOptions
  readonly #tally: boolean
  readonly #line: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #work = new Map<string, readonly Work[]>()

  /**
   * @param options how sessions are audited
   * @param tally true: what `stats` counts is counted, too
   */
  constructor(options: AuditOptions = {}, tally = false) {
    this.#options = options
    this.#tally = tally
  }

  /**
   * Follows a session.
   * @returns the audits that can be handed out once it was read, of wanted sessions alone
   */
  async follow(session: SourceSession): Promise<readonly AuditedSession[]> {
    const { wanted: isWanted } = session
    const waiting = new FollowedSession(session, { audit: this.#options, tally: this.#tally })
    await waiting.follow(session.events)
    this.#line.push({ isWanted, waiting })
    if (waiting.parent !== null) this.#work.set(waiting.session, waiting.work)
    this.#judge(({ children }) => [...children].every((child) => this.#work.has(child)))
    return this.#ready()
  }

  /** Audits what still waits for a sub-agent's log: it is not at hand. */
  finish(): readonly AuditedSession[] {
    this.#judge(() => true)
    return this.#ready()
  }

  /** Judges those in the line that are ready; what is judged is let go of, and so is what can't be judged. */
  #judge(isReady: (session: FollowedSession) => boolean): void {
    for (const [place, { isWanted, waiting }] of this.#line.entries()) {
      if (waiting === null || !isReady(waiting)) continue
      try {
        const audited = waiting.judge((session) => this.#work.get(session))
        this.#line[place] = { isWanted, waiting: null, audited }
      } catch (error) {
        this.#line.splice(place, 1)
        throw error
      }
    }
  }

  /** Those at the head of the line that are audited. */
  #ready(): readonly AuditedSession[] {
    const waiting = this.#line.findIndex((entry) => entry.waiting !== null)
    const out = this.#line.splice(0, waiting === -1 ? this.#line.length : waiting)
    return out.flatMap((entry) => (entry.waiting === null && entry.isWanted ? [entry.audited] : []))
  }
}
