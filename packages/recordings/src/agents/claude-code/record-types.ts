/**
 * The types of records in a Claude Code file. A conversation consists of five of them; all others are notes of the
 * program to itself, and it adds some with every few releases. Source: the tables by which Claude Code 2.0.50, 2.1.112
 * and 2.1.330 sort their own records, and recorded sessions.
 */

/** Types of records that hold nothing of the conversation: titles, settings, costs, backups of files, requests as sent. */
const typesOfNothing: ReadonlySet<string> = new Set(
  `agent-color agent-name agent-setting ai-title api-request api-request-blob api-request-resumed
  api-request-shape artifact-autoreact-ledger artifact-comment-monitor atis-latch attribution-snapshot
  bridge-session content-replacement continued-in cost-state custom-title data-flow-incomplete
  data-flow-records derived-from dev-mods ended-by-model file-history-delta file-history-snapshot
  fork-context-ref frame-link history-suppression host-row hybrid-organization isolation-latch
  last-prompt marble-origami-commit marble-origami-snapshot memory-mode mode observer-ref permission-mode
  pr-link relocated repl-mode resume-head-vouch session-owner speculation-accept summary tag tools-used
  worktree-state`.split(/\s+/),
)
const typesOfConversation = /^(?:user|assistant|system|progress|attachment|queue-operation)$/

/** True for the types of records that such a file has. */
export function isKnownType(type: string): boolean {
  return typesOfNothing.has(type) || typesOfConversation.test(type)
}

/** True for the types of records that hold nothing of the conversation. */
export function isTypeOfNothing(type: string): boolean {
  return typesOfNothing.has(type)
}
