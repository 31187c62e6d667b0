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
  /** A page for each completion, for a reader; absent where nobody asked for them. */
  readonly pages?: readonly Page[]
  /** The answers to them that its ledger holds. */
  readonly answers?: SessionAnswers
  /** The audit with what a reader says of its pages, by their ids; absent where there are none. */
  readonly withReadings?: (readings: Readings) => SessionAudit
  /** What was left out because it counts in other sessions; absent where nothing was. */
  readonly copied?: {
    /** How many completions. */
    readonly completions: number
    /** The sessions in which they count. */
    readonly sessions: readonly string[]
  }
  /** How many findings were left out because a baseline accepts them, and how many completions with them; absent where none was. */
  readonly accepted?: { readonly completions: number; readonly findings: number }
}

/** What a reader says of pages, or why its answer was dropped, by their ids. */
export type Readings = ReadonlyMap<string, Reading | DroppedReading>

/** What is done with sessions that are followed. */
export interface AuditFollowing {
  /** How they are audited. */
  readonly audit?: AuditOptions
  /** True: what `stats` counts is counted, too. */
  readonly tally?: boolean
  /** Whether pages are made of a session for a reader; where absent, not even if a ledger holds answers to them. */
  readonly wantsPages?: (session: string) => boolean
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
  /** True where its file goes on and was read no further, because a limit was reached. */
  endsEarly = false
  readonly #children = new Set<string>()
  readonly #recordedCalls: ReadonlySet<string>
  readonly #auditor: SessionAuditor
  readonly #tally: SessionTallyKeeper | null
  readonly #answers = new SessionAnswers()
  readonly #wantsPages: boolean
  #steps: SessionSteps | null

  /** @param session where it is read; @param following what is done with it */
  constructor(
    { id, parent, file, format, recordedCalls = new Set() }: SourceSession,
    { audit, tally = false, wantsPages }: AuditFollowing,
  ) {
    this.session = id
    this.parent = parent
    this.file = file
    this.format = format
    this.children = this.#children
    this.#recordedCalls = recordedCalls
    this.#auditor = new SessionAuditor({ tools: agentTools, ...audit })
    this.#tally = tally ? new SessionTallyKeeper() : null
    this.#wantsPages = wantsPages !== undefined
    this.#steps = wantsPages?.(id) === true ? new SessionSteps(redact) : null
  }

  /** What it did so far, digested; its parent's audit may need it. */
  get work(): readonly Work[] {
    return this.#auditor.work
  }

  /** Takes its next event. */
  take({ event, state, usage }: SessionEvent): void {
    if (event.type === 'subagent.started') this.#children.add(event.data.child)
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

  /** Audits it. @param child the work of a sub-agent, undefined where its log is not at hand */
  judge(child: (session: string) => readonly Work[] | undefined): AuditedSession {
    const audit = this.#auditor.finish({
      child,
      endsEarly: this.endsEarly,
      recordedCalls: this.#recordedCalls,
    })
    const { file, format } = this
    return {
      audit,
      file,
      format,
      ...(this.#tally === null ? {} : { tally: this.#tally.tally }),
      ...(this.#steps === null ? {} : this.#readable(audit, this.#steps, child)),
    }
  }

  /** The pages of the completions, and the audit once they are read: it is made anew, so that all of it agrees. */
  #readable(
    audit: SessionAudit,
    steps: SessionSteps,
    child: (session: string) => readonly Work[] | undefined,
  ): Required<Pick<AuditedSession, 'pages' | 'withReadings' | 'answers'>> {
    const source = {
      session: this.session,
      steps: steps.steps,
      facts: callFactsOf(this.#auditor.work),
      descriptionAt: (key: string, seq: number) => steps.descriptionAt(key, seq),
      redact,
    }
    const maker = new PageMaker(source)
    const pages = audit.completions.map((completion) => maker.pageOf(completion, citedFor(completion, audit)))
    const placeOf = ({ key, seq }: { readonly key: string; readonly seq: number }): string => `${seq} ${key}`
    const ids = new Map(audit.completions.map((completion, index) => [placeOf(completion), pages[index]?.id]))
    return {
      pages,
      answers: this.#answers,
      withReadings: (readings) =>
        this.#auditor.finish({
          child,
          recordedCalls: this.#recordedCalls,
          reading: (completion) => readings.get(ids.get(placeOf(completion)) ?? ''),
        }),
    }
  }
}

/** The seqs of the steps that rules name about a completion. */
function citedFor(completion: CompletionAudit, audit: SessionAudit): ReadonlySet<number> {
  return new Set([
    ...completion.facts.map(({ seq }) => seq),
    ...findingsAbout(completion, audit).flatMap(({ evidence }) => evidence),
  ])
}

/** Takes secrets out of a text: a page may leave the machine. */
const redactor = createRedactor()
const redact = (text: string): string => redactor.text(text)
