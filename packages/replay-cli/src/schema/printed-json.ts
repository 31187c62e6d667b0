/**
 * What every command prints under `--json`, and the files that the program reads and writes: the JSON Schemas of the
 * package are made of these types by `npm run schemas`. Types only.
 */

import type { ForgottenSession, JsonValue, RuleMode, SessionRedaction } from '@todo-ledger/core'
import type { Anchor, InclusionProof, ProofCheck } from '@todo-ledger/core/store'
import type { WhatIfResult } from '@todo-ledger/recordings'
import type { AuditOutput } from '../audit/audit-json.js'
import type { BaselineContent } from '../audit/baseline/baseline-entry.js'
import type { ExplainedRule } from '../audit/explain/explained-rule.js'
import type { BisectOutput } from '../bisect/bisect-output.js'
import type { BlameOutput } from '../blame/blame-output.js'
import type { PagesJson } from '../commands/pages.js'
import type { CommitsOutput } from '../commits/commits-output.js'
import type { DiffOutput } from '../diff/diff-output.js'
import type { ExportJson } from '../export/all-events.js'
import type { CalendarJson } from '../export/calendar-file.js'
import type { ForkJson } from '../export/forked-session.js'
import type { RegressionCaseJson } from '../export/regression-case.js'
import type { StandardExportJson } from '../export/standard-formats.js'
import type { ImportedSession } from '../import/session-import.js'
import type { LoggedEvent } from '../log/logged-event.js'
import type { BacktestOutput, PlanOutput } from '../plan/plan-output.js'
import type { ReportOutput } from '../report/report-writer.js'
import type { AgentSession } from '../sessions/overview/session-overview.js'
import type { ListedSession } from '../sessions/session-facts.js'
import type { ChecklistOutput } from '../show/checklist-json.js'
import type { StatsOutput } from '../stats/stats-result.js'
import type { SyncOutput } from '../sync/sync-output.js'
import type { VerifyResult } from '../verify/verify-result.js'
import type { WatchEvent } from '../watch/watch-event.js'
import type { ReminderPoliciesOutput } from '../what-if/reminder-policies.js'

/** By the name of the schema: that of the command, `failure`, `config` or `baseline`. */
export interface PrintedJson {
  /** `audit --json`: every completion with its support and evidence, the findings, the totals; with `--explain` the rule. */
  readonly audit: AuditOutput | ExplainedRule
  /** `show --json`: the checklist as it stood at a moment. */
  readonly show: ChecklistOutput | SeveralSessions<ChecklistOutput>
  /** `log --json`: the events, without their whole data. */
  readonly log: LogOutput | SeveralSessions<LogOutput>
  /** `diff --json`: what became of each item between two moments. */
  readonly diff: DiffOutput | SeveralSessions<DiffOutput>
  /** `blame --json`: which event last set each part of an item, or its whole life. */
  readonly blame: BlameOutput | SeveralSessions<BlameOutput>
  /** `commits --json`: which commits of a repository belong to which item. */
  readonly commits: CommitsOutput | SeveralSessions<CommitsOutput>
  /** `bisect --json`: every time in which a rule or an expression did not hold. */
  readonly bisect: BisectOutput | SeveralSessions<BisectOutput>
  /** `what-if --json`: each todo call then and under the other profile, and what would have followed. */
  readonly 'what-if': WhatIfResult | SeveralSessions<WhatIfResult> | ReminderPoliciesOutput
  /** `stats --json`: completions, times, reminders and what the list cost, by session and in all. */
  readonly stats: StatsOutput
  /** `plan --json`: what is left, what waits for what, and when it may be done; with `--backtest` how often such forecasts held. */
  readonly plan: PlanOutput | SeveralSessions<PlanOutput> | BacktestOutput
  /** `watch --json`: one line, which is one thing that happened. */
  readonly watch: WatchEvent
  /** `report --json`: the page that was written. */
  readonly report: ReportOutput
  /** `sessions --json`: the sessions of a source, or those of all agents, with their numbers. */
  readonly sessions: SeveralSessions<ListedSession> | SeveralSessions<AgentSession>
  /** `import --json`: what was put into the ledger. */
  readonly import: ImportOutput
  /** `export --out FILE --json`: what was written: events, a fork, a regression case or a calendar; without `--out` the events themselves are printed, one a line. */
  readonly export: ExportJson | ForkJson | RegressionCaseJson | CalendarJson | StandardExportJson
  /** `sync --json`: what was done between a list and a tracker, or would be. */
  readonly sync: SyncOutput
  /** `pages --out FILE --json`: what was written; without `--out` the pages themselves are printed, one a line. */
  readonly pages: PagesJson
  /** `verify --json`: whether a log is as it was written; with `--proof` whether the proof holds. */
  readonly verify: VerifyResult | ProofOutput
  /** `copy --json`: what was copied, and what is there now. */
  readonly copy: CopyOutput
  /** `backup --json`: what the copy holds. */
  readonly backup: BackupOutput
  /** `anchor --json`: the anchor and what it covers. */
  readonly anchor: AnchorOutput
  /** `prove`: the proof, as `verify --proof` reads it; with `--out FILE --json` what was written. */
  readonly prove: InclusionProof | ProofWritten
  /** `redact --json`: what was taken out, and where. */
  readonly redact: RedactOutput
  /** `forget --json`: what was erased. */
  readonly forget: ForgetOutput
  /** `profiles --json`: the todo systems that are known. */
  readonly profiles: ProfilesOutput
  /** `completion --json`: the script for a shell. */
  readonly completion: ShellCompletion
  /** `schema --json`: the schemas that there are. */
  readonly schema: SchemaList
  /** What every command prints under `--json` where it fails. */
  readonly failure: FailureOutput
  /** Accepted findings, as `audit --write-baseline` writes them and `--baseline` reads them. */
  readonly baseline: BaselineContent
}

/** What a command prints of several sessions. */
export interface SeveralSessions<One> {
  /** The sessions, in the order in which they were read. */
  readonly sessions: readonly One[]
}

/** What `log --json` prints of one session. */
export interface LogOutput {
  /** The session's id. */
  readonly session: string
  /** Its events that were asked for, in order. */
  readonly events: readonly LoggedEvent[]
}

/** What `import --json` prints. */
export interface ImportOutput {
  /** The ledger file as it was named. */
  readonly ledger: string
  /** How many events were added. */
  readonly added: number
  /** The sessions that were imported. */
  readonly sessions: readonly ImportedSession[]
}

/** What `verify --proof FILE --json` prints. */
export interface ProofOutput extends ProofCheck {
  /** The event's place in the ledger. */
  readonly position: number
  /** The event that the proof is of. */
  readonly event: {
    /** Its session. */
    readonly session: string
    /** Its number in its session. */
    readonly seq: number
    /** Its id. */
    readonly id: string
    /** What happened. */
    readonly type: string
    /** Its turn. */
    readonly turn: number
    /** When it happened, as ISO 8601 in UTC. */
    readonly at: string
  }
}

/** What `backup --json` prints. */
export interface BackupOutput {
  /** The ledger, as it was named. */
  readonly ledger: string
  /** The new file, as it was named. */
  readonly backup: string
  /** How many events it holds; every hash of them was checked. */
  readonly events: number
  /** Of how many sessions. */
  readonly sessions: number
}

/** What `anchor --json` prints. */
export interface AnchorOutput extends Anchor {
  /** The anchor's line, to be kept. */
  readonly anchor: string
  /** How many events the ledger holds. */
  readonly events: number
  /** How many sessions. */
  readonly sessions: number
}

/** What `prove --out FILE --json` prints. */
export interface ProofWritten {
  /** The file that the proof was written to. */
  readonly out: string
  /** The event's place in the ledger. */
  readonly position: number
  /** The anchor that the proof is checked with. */
  readonly anchor: string
}

/** What `redact --json` prints. */
export interface RedactOutput {
  /** The ledger file as it was named. */
  readonly ledger: string
  /** True where nothing was changed. */
  readonly dryRun: boolean
  /** How many events the secret was in. */
  readonly events: number
  /** The sessions that it was in. */
  readonly sessions: readonly SessionRedaction[]
}

/** What `forget --json` prints. */
export interface ForgetOutput extends ForgottenSession {
  /** The ledger file as it was named. */
  readonly ledger: string
}

/** What `copy --json` prints. */
export interface CopyOutput {
  /** The ledger as it was named. */
  readonly ledger: string
  /** The copy as it was named. */
  readonly copy: string
  /** How many events were copied now. */
  readonly copied: number
  /** How many were there before. */
  readonly held: number
  /** The anchor of both; null where there are no events. */
  readonly head: string | null
}

/** What `profiles --json` prints. */
export interface ProfilesOutput {
  /** The profiles that are known. */
  readonly profiles: readonly ProfileOutput[]
}

/** One profile. */
export interface ProfileOutput {
  /** Its name. */
  readonly name: string
  /** Where its behaviour was read from. */
  readonly source: string
  /** The names of its tools. */
  readonly tools: readonly string[]
  /** Its rules. */
  readonly rules: readonly {
    /** The rule's id. */
    readonly id: string
    /** What becomes of an update that breaks it. */
    readonly mode: RuleMode
    /** Its options, by name. */
    readonly options: { readonly [name: string]: JsonValue }
  }[]
  /** Its settings, by name. */
  readonly settings: { readonly [name: string]: JsonValue }
}

/** What `completion --json` prints. */
export interface ShellCompletion {
  /** The shell. */
  readonly shell: string
  /** The script that it is to read. */
  readonly script: string
}

/** What `schema --json` prints. */
export interface SchemaList {
  /** The schemas that there are. */
  readonly schemas: readonly {
    /** Its name: a command, `failure`, `config` or `baseline`. */
    readonly name: string
    /** What it describes. */
    readonly describes: string
    /** Its file. */
    readonly file: string
  }[]
}

/** What every command prints under `--json` where it fails. */
export interface FailureOutput {
  /** What is wrong. */
  readonly error: {
    /** A stable name of the kind of failure. */
    readonly code: string
    /** What is wrong and what to do, a sentence or more. */
    readonly message: string
  }
}
