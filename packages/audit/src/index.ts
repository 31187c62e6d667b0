export { type AuditContext, type AuditOptions, auditEvents, SessionAuditor } from './auditor.js'
export { evidence } from './evidence.js'
export { checkKinds as ownCheckKinds } from './facts/calls/call.js'
export { describeCall } from './facts/calls/describe.js'
export { type GivenProgram, KnownTools, type ToolTable } from './facts/calls/tool-names.js'
export { workBetween } from './facts/joined-work.js'
export { filesOfPatch } from './facts/shell/command.js'
export type { OwnCheck } from './facts/shell/own-checks.js'
export { type CallWork, succeeded, type Work } from './facts/work/work.js'
export type { EvidenceSettings } from './followed-session.js'
export { isCarriedOn } from './list/carried-on.js'
export * from './result.js'
export {
  type AuditedSession,
  type AuditRule,
  defineAuditRule,
  type JudgedCompletion,
  type Problem,
  problemOf,
} from './rules/audit-rule.js'
export { endRule } from './rules/bookkeeping.js'
export { readerRule } from './rules/fact-rules.js'
export { auditRules } from './rules/index.js'
export {
  type AuditRuleInForce,
  type AuditRuleSettings,
  type OwnAuditRule,
  rulesInForce,
} from './rules/run-rules.js'
export {
  type AuditSummary,
  type FindingCounts,
  medianOf,
  type SessionAudit,
  type SessionSummary,
  summarise,
  verdictCounts,
} from './session-summary.js'
