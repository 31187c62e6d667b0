export { type AuditContext, type AuditOptions, auditEvents, SessionAuditor } from './auditor.js'
export { evidence } from './evidence.js'
export type { CallDescription, CheckKind, CommandDescription } from './facts/calls/call.js'
export { describeCall } from './facts/calls/describe.js'
export { shellSource } from './facts/calls/input.js'
export { type GivenProgram, KnownTools, type ToolTable } from './facts/calls/tool-names.js'
export type { OwnCheck } from './facts/shell/own-checks.js'
export { filesOfPatch } from './facts/shell/special-commands.js'
export { type CallWork, succeeded, type Work } from './facts/work/work.js'
export { isCarriedOn } from './list/carried-on.js'
export {
  type CommitLink,
  CommitLinks,
  type CommitReason,
  type CommitReasonKind,
  type ItemCommits,
  type SessionCommits,
} from './proofs/commit-links.js'
export type { Proof } from './proofs/proofs.js'
export type { Repository, RepositoryCommit } from './proofs/repository.js'
export * from './result.js'
export {
  type AuditedSession,
  type AuditRule,
  type AuditRuleExample,
  type AuditRuleMeta,
  type AuditRuleOption,
  type AuditRuleOptions,
  aboutCompletion,
  defineAuditRule,
  type JudgedCompletion,
  type Problem,
  type RuleHandlers,
} from './rules/audit-rule.js'
export { readerRule } from './rules/beside-the-log.js'
export { auditRules } from './rules/index.js'
export type { OwnAuditRule } from './rules/own-rules.js'
export {
  type AuditRuleInForce,
  type AuditRuleSetting,
  type AuditRuleSettings,
  rulesInForce,
} from './rules/rules-in-force.js'
export { summarise } from './session-summary.js'
export { type EvidenceSettings, ownCheckKinds } from './settings.js'
