/**
 * Completions and findings that several sessions of a source share: a fork or a resumed session begins with a copy of
 * another's history, and the same tool call in two files is the same call. Each counts once, in the session that is
 * read first; in the others it is marked as copied. docs/reference/audit.md#outputs-of-the-audit says the rule.
 */

import type { CompletionAudit, Finding, SessionAudit } from '@todo-ledger/audit'
import { formatsOf } from '@todo-ledger/recordings'
import { completionOf } from '../session-view/concerns.js'
import type { AuditedSession } from './followed-session.js'

/** The formats whose call ids are unique wherever they come from; in others `call_1` stands in many files. */
const formatsWithUniqueCalls: ReadonlySet<string> = new Set(
  formatsOf().flatMap(({ name, hasUniqueCalls }) => (hasUniqueCalls === true ? name : [])),
)

/** Marks what was counted in an earlier session of the source. */
export class CopiedHistory {
  /** In which session each completion and finding counts. */
  readonly #counted = new Map<string, string>()

  /** Marks a session's completions and findings. Sessions are given in the order in which they are read. */
  mark(session: AuditedSession): AuditedSession {
    const { audit, format } = session
    if (format === null || !formatsWithUniqueCalls.has(format)) return session
    const own = new Set<string>()
    const marked = <Part extends CompletionAudit | Finding>(part: Part, key: string | null): Part => {
      if (key === null) return part
      own.add(key)
      const copied = this.#counted.get(key)
      return copied === undefined ? part : { ...part, copied }
    }
    const completions = audit.completions.map((completion) => marked(completion, keyOf(completion)))
    const findings = audit.findings.map((finding) => marked(finding, findingKey(finding, audit)))
    for (const key of own) if (!this.#counted.has(key)) this.#counted.set(key, audit.session)
    return { ...session, audit: { ...audit, completions, findings } }
  }
}

/** The name of a completion wherever it is copied to; null where its call has no id of its own. */
function keyOf({ call, item, text }: CompletionAudit): string | null {
  return isUnique(call) ? `${call}\n${item}\n${text}` : null
}

/** The name of a finding: that of the completion that it is about, or its call; else its place in its own session. */
function findingKey(finding: Finding, audit: SessionAudit): string | null {
  const { rule, item, turn, source } = finding
  const about = completionOf(finding, audit)
  const call = source?.call
  const isOfCall = call !== undefined && isUnique(call)
  const elsewhere = isOfCall ? `${call}\n${item ?? ''}` : `${audit.session}\n${turn}\n${item ?? ''}`
  const place = about === undefined ? elsewhere : keyOf(about)
  return place === null ? null : `${rule}\n${place}`
}

/** Names that a reader gives to calls without an id hold spaces; ids of tools do not. */
function isUnique(call: string): boolean {
  return !/\s/.test(call)
}
