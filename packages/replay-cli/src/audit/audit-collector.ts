/** Audits the sessions of a source as they are read: a session is judged once the work of its sub-agents is known. */

import {
  type AuditOptions,
  type EventOf,
  type SessionAudit,
  SessionAuditor,
  type Work,
} from '@todo-ledger/core'
import type { ListenerFor } from '../sources/reading.js'

/** A session that was audited. */
export interface AuditedSession {
  /** What the audit says. */
  readonly audit: SessionAudit
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
}

/** A session on its way to its audit. */
interface Entry {
  readonly auditor: SessionAuditor
  readonly session: string
  readonly parent: string | null
  readonly file: string | null
  readonly isWanted: boolean
  readonly children: Set<string>
  audited: AuditedSession | null
}

/** Follows the sessions of a source and hands out their audits in the order in which the sessions were read. */
export class AuditCollector {
  readonly #audited: (session: AuditedSession) => void
  readonly #options: AuditOptions
  readonly #entries: Entry[] = []
  /** What sub-agents did, by their session. */
  readonly #work = new Map<string, readonly Work[]>()

  /** @param audited is given each session once it is audited; @param options how they are audited */
  constructor(audited: (session: AuditedSession) => void, options: AuditOptions = {}) {
    this.#audited = audited
    this.#options = options
  }

  /** Follows a session that is to be audited. */
  readonly follow: ListenerFor = (opened) => this.#follow(opened, true)

  /** Follows a session that is not asked for, but whose work may be that of one that is. */
  readonly followBesides: ListenerFor = (opened) => this.#follow(opened, false)

  /** Audits what still waits for a sub-agent's log: it is not at hand. */
  finish(): void {
    for (const entry of this.#entries) this.#judge(entry)
    this.#handOut()
  }

  #follow({ session, data }: EventOf<'session.opened'>, isWanted: boolean): ReturnType<ListenerFor> {
    const auditor = new SessionAuditor(this.#options)
    const entry: Entry = {
      auditor,
      session,
      parent: data.parent,
      file: data.source?.file ?? null,
      isWanted,
      children: new Set(),
      audited: null,
    }
    return {
      passed: (event, state) => {
        if (event.type === 'subagent.started') entry.children.add(event.data.child)
        auditor.observe(event, state)
        return 'more'
      },
      finished: () => this.#read(entry),
    }
  }

  #read(entry: Entry): void {
    this.#entries.push(entry)
    if (entry.parent !== null) this.#work.set(entry.session, entry.auditor.work)
    for (const each of this.#entries) if (this.#hasAllChildren(each)) this.#judge(each)
    this.#handOut()
  }

  #hasAllChildren(entry: Entry): boolean {
    return [...entry.children].every((child) => this.#work.has(child))
  }

  #judge(entry: Entry): void {
    if (entry.audited !== null) return
    const audit = entry.auditor.finish({ child: (session) => this.#work.get(session) })
    entry.audited = { audit, file: entry.file }
  }

  /** Those at the head of the line that are audited. */
  #handOut(): void {
    for (let [first] = this.#entries; first?.audited != null; [first] = this.#entries) {
      this.#entries.shift()
      if (first.isWanted) this.#audited(first.audited)
    }
  }
}
