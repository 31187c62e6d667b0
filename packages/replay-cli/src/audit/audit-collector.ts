/** Audits the sessions of a source as they are read: a session is judged once the work of its sub-agents is known. */

import type { AuditOptions, Work } from '@todo-ledger/audit'
import type { EventOf } from '@todo-ledger/core'
import type { ListenerFor } from '../sources/reading.js'
import { type AuditedSession, FollowedSession } from './followed-session.js'

export type { AuditedSession } from './followed-session.js'

/** A session that was read and waits in the line, for its audit or for those before it. */
type Entry =
  | { readonly isWanted: boolean; readonly waiting: FollowedSession }
  | { readonly isWanted: boolean; readonly waiting: null; readonly audited: AuditedSession }

/** Follows the sessions of a source and hands out their audits in the order in which the sessions were read. */
export class AuditCollector {
  readonly #audited: (session: AuditedSession) => void
  readonly #options: AuditOptions
  readonly #tally: boolean
  readonly #line: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #work = new Map<string, readonly Work[]>()

  /**
   * @param audited is given each session once it is audited
   * @param options how they are audited
   * @param tally true: what `stats` counts is counted, too
   */
  constructor(audited: (session: AuditedSession) => void, options: AuditOptions = {}, tally = false) {
    this.#audited = audited
    this.#options = options
    this.#tally = tally
  }

  /** Follows a session that is to be audited. */
  readonly follow: ListenerFor = (opened) => this.#follow(opened, true)

  /** Follows a session that is not asked for, but whose work may be that of one that is. */
  readonly followBesides: ListenerFor = (opened) => this.#follow(opened, false)

  /** Audits what still waits for a sub-agent's log: it is not at hand. */
  finish(): void {
    this.#judge(() => true)
    this.#handOut()
  }

  #follow(opened: EventOf<'session.opened'>, isWanted: boolean): ReturnType<ListenerFor> {
    const session = new FollowedSession(opened, { audit: this.#options, tally: this.#tally })
    return session.listener(() => this.#read(session, isWanted))
  }

  #read(session: FollowedSession, isWanted: boolean): void {
    this.#line.push({ isWanted, waiting: session })
    if (session.parent !== null) this.#work.set(session.session, session.work)
    this.#judge(({ children }) => [...children].every((child) => this.#work.has(child)))
    this.#handOut()
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
  #handOut(): void {
    const waiting = this.#line.findIndex((entry) => entry.waiting !== null)
    const out = this.#line.splice(0, waiting === -1 ? this.#line.length : waiting)
    for (const entry of out) if (entry.waiting === null && entry.isWanted) this.#audited(entry.audited)
  }
}
