/** What `audit --json` prints. The keys are stable: scripts rely on them. */

import type {
  AuditSummary,
  CompletionAudit,
  Fact,
  Finding,
  RuleFailure,
  SessionSummary,
  Severity,
  Why,
} from '@todo-ledger/audit'
import type { RecordedPlace } from '@todo-ledger/core'
import type { Lowered } from '../config/audit-setup.js'
import type { Output } from '../output.js'
import type { JsonList } from '../text/json.js'
import type { AuditedSession } from './audit-collector.js'
import type { AuditEnd } from './audit-report.js'
import type { BaselineUse } from './baseline/baseline-entry.js'

/** Everything that `audit --json` prints. */
export interface AuditOutput {
  /** The sessions, in the order in which they were read. */
  readonly sessions: readonly AuditedSessionOutput[]
  /** What they come to. */
  readonly summary: AuditSummary
  /** What named settings make milder; absent where nothing. */
  readonly lowered?: Lowered
  /** What the baseline comes to; absent where there is none. */
  readonly baseline?: BaselineUse
  /** The own rules that failed, session by session; absent where none did. */
  readonly ruleFailures?: readonly (RuleFailure & { readonly session: string })[]
  /** Where files were read no further, because a limit was reached; absent where all was read. */
  readonly unread?: readonly UnreadOutput[]
}

/** Where a file was read no further. */
export interface UnreadOutput {
  /** The file. */
  readonly file: string
  /** The line from which on it was not read. */
  readonly line: number
  /** Which limit was reached. */
  readonly reason: string
}

/** Prints `audit --json`, session by session. */
export class AuditJsonPrinter {
  readonly #sessions: JsonList
  readonly #ruleFailures: (RuleFailure & { readonly session: string })[] = []

  /** @param output where it is printed */
  constructor(output: Output) {
    this.#sessions = output.jsonList('sessions' satisfies keyof AuditOutput)
  }

  /** Prints the next session. */
  session(session: AuditedSession): void {
    const { audit } = session
    this.#sessions.element(auditedSessionOutput(session))
    this.#ruleFailures.push(...audit.ruleFailures.map((failure) => ({ session: audit.session, ...failure })))
  }

  /** Prints what all sessions come to. */
  end({ summary, baseline, lowered, unread }: AuditEnd): void {
    const rest: Omit<AuditOutput, 'sessions'> = {
      summary,
      ...(baseline === null ? {} : { baseline }),
      ...(lowered === null ? {} : { lowered }),
      ...(this.#ruleFailures.length === 0 ? {} : { ruleFailures: this.#ruleFailures }),
      ...(unread.length === 0 ? {} : { unread }),
    }
    this.#sessions.end({ ...rest })
  }
}

/** One session of `audit --json`. */
export interface AuditedSessionOutput {
  /** The session's id. */
  readonly session: string
  /** Its turns. */
  readonly turns: number
  /** Its profile. */
  readonly profile: string
  /** The recorded file, or null for a live session. */
  readonly file: string | null
  /** Its completions. */
  readonly completions: readonly CompletionOutput[]
  /** Its findings. */
  readonly findings: readonly FindingOutput[]
  /** The share of all calls whose result the log holds, 0 to 1. */
  readonly readable: number
  /** What it comes to: progress, nags, times. */
  readonly summary: SessionSummary
}

/** One completion of `audit --json`: places are null where the session is live. */
export interface CompletionOutput
  extends Omit<CompletionAudit, 'source' | 'why' | 'facts' | 'key' | 'actor' | 'at'> {
  readonly source: RecordedPlace | null
  readonly facts: readonly Placed<Fact>[]
  readonly why?: Placed<Why>
}

/** The same with its place in the recorded file; null for a live session. */
type Placed<T extends { readonly source?: RecordedPlace }> = Omit<T, 'source'> & {
  readonly source: RecordedPlace | null
}

/** One finding of `audit --json`. */
export interface FindingOutput {
  /** The rule's id. */
  readonly rule: string
  /** How grave it is. */
  readonly severity: Severity
  /** The item's id, or null. */
  readonly item: string | null
  /** The turn of the place. */
  readonly turn: number
  /** The seq of the place. */
  readonly seq: number
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** What is wrong. */
  readonly message: string
  /** The seqs of the events that it rests on. */
  readonly evidence: readonly number[]
  /** True where the baseline accepts it; else absent. */
  readonly known?: true
  /** The session in which it counts, where this one holds a copy of that one's history; else absent. */
  readonly copied?: string
}

/** One session as `audit --json` prints it. */
function auditedSessionOutput({ audit, file }: AuditedSession): AuditedSessionOutput {
  return {
    session: audit.session,
    turns: audit.turns,
    profile: audit.profile,
    file,
    completions: audit.completions.map(completionOutput),
    findings: audit.findings.map(findingOutput),
    readable: audit.readable,
    summary: audit.summary,
  }
}

function completionOutput({
  key,
  actor,
  at,
  source,
  why,
  facts,
  ...rest
}: CompletionAudit): CompletionOutput {
  return {
    ...rest,
    source: source ?? null,
    facts: facts.map(placed),
    ...(why === undefined ? {} : { why: placed(why) }),
  }
}

function placed<T extends { readonly source?: RecordedPlace }>(what: T): Placed<T> {
  const { source = null, ...rest } = what
  return { ...rest, source }
}

function findingOutput({
  rule,
  severity,
  item,
  turn,
  seq,
  source,
  message,
  evidence,
  known,
  copied,
}: Finding): FindingOutput {
  const marked = { ...(known === true ? { known } : {}), ...(copied === undefined ? {} : { copied }) }
  return { rule, severity, item, turn, seq, source: source ?? null, message, evidence, ...marked }
}
