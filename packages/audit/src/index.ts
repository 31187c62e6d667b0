export * from './audit-result.js'
export { type AuditContext, type AuditOptions, auditEvents, SessionAuditor } from './auditor.js'
export type { CallDescription, CheckKind, CommandDescription } from './evidence/calls/call-description.js'
export { shellSource } from './evidence/calls/shell-source.js'
export { type CallContext, describeCall } from './evidence/calls/tool-effects.js'
export { type GivenProgram, KnownTools, type ToolTable } from './evidence/calls/tool-names.js'
export { type EvidenceSettings, ownCheckKinds, ownItemClasses } from './evidence/evidence-settings.js'
export type { ItemClass } from './evidence/items/item-class.js'
export type { OwnItemClass, OwnItemClasses } from './evidence/items/own-words.js'
export { isCarriedOn } from './evidence/items/rewordings.js'
export type { OwnCheck } from './evidence/shell/own-checks.js'
export { filesOfPatch } from './evidence/shell/special-commands.js'
export type { Verdict } from './evidence/support/item-support.js'
export { type CallWork, plainWork, succeeded, type Work } from './evidence/work/work.js'
export { evidence } from './evidence.js'
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
export {
  type AuditedSession,
  type AuditRule,
  type AuditRuleExample,
  type AuditRuleMeta,
  type AuditRuleOption,
  type AuditRuleOptions,
  aboutCompletion,
  callsBeforeMark,
  defineAuditRule,
  type JudgedCompletion,
  type Problem,
  type RuleHandlers,
} from './rules/audit-rule.js'
export { type JudgedRemoval, judgedRemovals, type RemovalVerdict } from './rules/dropped-item.js'
export { auditRules } from './rules/index.js'
export type { OwnAuditRule } from './rules/own-rules.js'
export {
  type AuditRuleInForce,
  type AuditRuleSetting,
  type AuditRuleSettings,
  rulesInForce,
} from './rules/rules-in-force.js'
export { summarise } from './session-summary.js'
