/** One session that is followed while it is read, up to its audit. */

import {
  type AuditOptions,
  type CompletionAudit,
  type DroppedReading,
  type Reading,
  type SessionAudit,
  SessionAuditor,
  type Work,
} from '@todo-ledger/audit'
import { callFactsOf, type Page, PageMaker, SessionSteps } from '@todo-ledger/audit/reader'
import { createRedactor } from '@todo-ledger/core/redaction'
import type { SessionEvent } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { SessionAnswers } from '../reader/answers.js'
import { findingsAbout } from '../session-view/concerns.js'
import type { SourceSession } from '../sources/source-session.js'
import { SessionTally } from '../stats/session-tally.js'

/** A session that was audited. File and format are those of its recording, or null for a live session. */
export interface AuditedSession {
  readonly audit: SessionAudit
  readonly file: string | null
  readonly format: string | null
  /** What `stats` also counts; absent where nobody asked for it. */
  readonly tally?: SessionTally
  /** A page for each completion, for a reader; absent where nobody asked for them. */
  readonly pages?: readonly Page[]
  /** The answers to them that its ledger holds. */
  readonly answers?: SessionAnswers
  /** The audit with what a reader says of its pages, by their ids; absent where there are none. */
  readonly withReadings?: (readings: ReadonlyMap<string, Reading | DroppedReading>) => SessionAudit
  /** How many completions were left out because they count in other sessions, and in which; absent where none was. */
  readonly copied?: { readonly completions: number; readonly sessions: readonly string[] }
}

export interface AuditFollowing {
  readonly audit?: AuditOptions
  /** True: what `stats` counts is counted, too. */
  readonly tally?: boolean
  /** Whether pages are made of a session for a reader; where absent, not even if a ledger holds answers to them. */
  readonly wantsPages?: ((session: string) => boolean) | undefined
}

/** The work of a sub-agent by its session, undefined where its log is not at hand. */
export type ChildWork = (session: string) => readonly Work[] | undefined

/** Takes secrets out of a text: a page may leave the machine. */
const redactor = createRedactor()
const redact = (text: string): string => redactor.text(text)

export class FollowedSession {
  /** The sub-agents that it started, by their sessions. */
  readonly children = new Set<string>()
  readonly #source: Omit<SourceSession, 'opened' | 'wanted'>
  readonly #auditor: SessionAuditor
  readonly #tally: SessionTally | null
  readonly #answers = new SessionAnswers()
  readonly #wantsPages: boolean
  #steps: SessionSteps | null

  constructor(source: SourceSession, { audit, tally = false, wantsPages }: AuditFollowing) {
    this.#source = source
    this.#auditor = new SessionAuditor({ tools: agentTools, ...audit })
    this.#tally = tally ? new SessionTally() : null
    this.#wantsPages = wantsPages !== undefined
    this.#steps = wantsPages?.(source.id) === true ? new SessionSteps(redact) : null
  }

  /** What it did so far, digested; its parent's audit may need it. */
  get work(): readonly Work[] {
    return this.#auditor.work
  }

  take({ event, state, usage }: SessionEvent): void {
    if (event.type === 'subagent.started') this.children.add(event.data.child)
    this.#auditor.observe(event, state)
    this.#tally?.observe(event, state, usage)
    this.#steps?.observe(event, state)
    if (event.type === 'completion.read') this.#answers.addEvent(event.data)
  }

  /** Reads its events again where it turned out that there are answers to its pages. */
  async gatherPages(again: () => AsyncIterable<SessionEvent>): Promise<void> {
    if (!this.#wantsPages || this.#steps !== null || this.#answers.isEmpty) return
    const steps = new SessionSteps(redact)
    for await (const { event, state } of again()) steps.observe(event, state)
    this.#steps = steps
  }

  judge(child: ChildWork): AuditedSession {
    const { file, format, recordedCalls = new Set() } = this.#source
    const audit = this.#auditor.finish({ child, recordedCalls })
    return {
      ...{ audit, file, format },
      ...(this.#tally === null ? {} : { tally: this.#tally }),
      ...(this.#steps === null ? {} : this.#readable(audit, this.#steps, child)),
    }
  }

  /** The pages of the completions, and the audit once they are read: it is made anew, so that all of it agrees. */
  #readable(audit: SessionAudit, steps: SessionSteps, child: ChildWork) {
    const { id: session, recordedCalls = new Set() } = this.#source
    const maker = new PageMaker({
      ...{ session, redact, steps: steps.steps },
      facts: callFactsOf(this.#auditor.work),
      descriptionAt: (key, seq) => steps.descriptionAt(key, seq),
    })
    const pages = audit.completions.map((completion) => maker.pageOf(completion, citedFor(completion, audit)))
    const placeOf = ({ key, seq }: { readonly key: string; readonly seq: number }): string => `${seq} ${key}`
    const ids = new Map(audit.completions.map((completion, index) => [placeOf(completion), pages[index]?.id]))
    const withReadings: AuditedSession['withReadings'] = (readings) =>
      this.#auditor.finish({
        ...{ child, recordedCalls },
        reading: (completion) => readings.get(ids.get(placeOf(completion)) ?? ''),
      })
    return { pages, answers: this.#answers, withReadings }
  }
}

/** The seqs of the steps that rules name about a completion. */
function citedFor(completion: CompletionAudit, audit: SessionAudit): ReadonlySet<number> {
  return new Set([
    ...completion.facts.map(({ seq }) => seq),
    ...findingsAbout(completion, audit).flatMap(({ evidence }) => evidence),
  ])
}
