/** What `audit --json` prints. The keys are stable: scripts rely on them. */

import type {
  AuditMoment,
  AuditSummary,
  DroppedReading,
  EvidenceEntry,
  Finding,
  ItemClass,
  Proof,
  Reading,
  RuleFailure,
  RulesVerdict,
  SessionSummary,
  Severity,
  Verdict,
  Why,
} from '@todo-ledger/audit'
import type { Effect, RecordedPlace } from '@todo-ledger/core'
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
  /** What it comes to: progress, items by class, nags, times. */
  readonly summary: SessionSummary
}

/** One completion of `audit --json`. */
export interface CompletionOutput {
  /** The item's id. */
  readonly item: string
  /** Which of the session's lists it came with: 2 for the second, absent for the first. */
  readonly list?: number
  /** The item's text in the completing call. */
  readonly text: string
  /** The turn of the completing call. */
  readonly turn: number
  /** The seq of the completing update. */
  readonly seq: number
  /** When the item came into the list. */
  readonly added: AuditMoment
  /** When it was last started before it was completed; null where it was not. */
  readonly started: AuditMoment | null
  /** The id of the completing call. */
  readonly call: string
  /** Where the completing call stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** The class of the item, from its verbs. */
  readonly itemClass: ItemClass
  /** How well the log supports it, 0 to 1; null where the verdict is unknown. */
  readonly support: number | null
  /** The verdict: of the rules, or of the rules and a reader together. */
  readonly verdict: Verdict
  /** What the rules alone say. */
  readonly rules: RulesVerdict
  /** What a reader of its page says, or why its answer was dropped; absent where none read it. */
  readonly reader?: Reading | DroppedReading
  /** The strongest evidence, strongest first. */
  readonly evidence: readonly EvidenceOutput[]
  /** Why it is doubted: what was promised, what was found instead, and where; absent where it is supported. */
  readonly why?: WhyOutput
  /** What is missing. */
  readonly missing: readonly string[]
  /** What would change the verdict. */
  readonly wouldChange: readonly string[]
  /** The proofs that were looked for beside the log's evidence: what the item names, what the repository shows; absent where there are none. */
  readonly proofs?: readonly Proof[]
  /** The share of the calls in its window whose result the log holds, 0 to 1. */
  readonly readable: number
  /** The session in which it counts, where this one holds a copy of that one's history; else absent. */
  readonly copied?: string
}

/** Why a completion of `audit --json` is doubted. */
export interface WhyOutput extends Omit<Why, 'source'> {
  /** Where the step that was found stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
}

/** One piece of evidence of `audit --json`. */
export interface EvidenceOutput {
  /** The seq of its event. */
  readonly seq: number
  /** The turn in which it happened. */
  readonly turn: number
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** The tool that was called; `message` for a text. */
  readonly tool: string
  /** What it did. */
  readonly effect: Effect
  /** Whether it worked; null where the log does not say. */
  readonly ok: boolean | null
  /** How much it counts, 0 to 1. */
  readonly weight: number
  /** Why it counts. */
  readonly why: string
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
    completions: audit.completions.map((completion) => ({
      item: completion.item,
      ...(completion.list === undefined ? {} : { list: completion.list }),
      text: completion.text,
      turn: completion.turn,
      seq: completion.seq,
      added: completion.added,
      started: completion.started,
      call: completion.call,
      source: completion.source ?? null,
      itemClass: completion.itemClass,
      support: completion.support,
      verdict: completion.verdict,
      rules: completion.rules,
      ...(completion.reader === undefined ? {} : { reader: completion.reader }),
      evidence: completion.evidence.map(evidenceOutput),
      ...(completion.why === undefined
        ? {}
        : { why: { ...completion.why, source: completion.why.source ?? null } }),
      missing: completion.missing,
      wouldChange: completion.wouldChange,
      ...(completion.proofs === undefined ? {} : { proofs: completion.proofs }),
      readable: completion.readable,
      ...(completion.copied === undefined ? {} : { copied: completion.copied }),
    })),
    findings: audit.findings.map(findingOutput),
    readable: audit.readable,
    summary: audit.summary,
  }
}

function evidenceOutput({ seq, turn, source, tool, effect, ok, weight, why }: EvidenceEntry): EvidenceOutput {
  return { seq, turn, source: source ?? null, tool, effect, ok, weight, why }
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
