/** Findings against a baseline: which are known, and which entries of it are no longer found. */

import type { SessionAudit } from '@todo-ledger/audit'
import { fingerprintsOf } from '../finding-fingerprint.js'
import type { BaselineEntry, BaselineUse } from './baseline-entry.js'

/** Marks findings as known, session by session. */
export class KnownFindings {
  readonly #entries: readonly BaselineEntry[]
  readonly #accepted: ReadonlySet<string>
  readonly #found = new Set<string>()
  readonly #sessions = new Set<string>()
  #known = 0

  /** @param entries the baseline */
  constructor(entries: readonly BaselineEntry[]) {
    this.#entries = entries
    this.#accepted = new Set(entries.map(({ fingerprint }) => fingerprint))
  }

  /** The audit with those of its findings marked that the baseline accepts. */
  mark(audit: SessionAudit): SessionAudit {
    this.#sessions.add(audit.session)
    const fingerprints = fingerprintsOf(audit)
    const findings = audit.findings.map((finding, index) => {
      const fingerprint = fingerprints[index] ?? ''
      if (!this.#accepted.has(fingerprint)) return finding
      this.#found.add(fingerprint)
      this.#known += 1
      return { ...finding, known: true as const }
    })
    return { ...audit, findings }
  }

  /** What the baseline comes to in the audits that were marked. */
  get use(): BaselineUse {
    const audited = this.#entries.filter(({ session }) => this.#sessions.has(session))
    return {
      known: this.#known,
      gone: audited.filter(({ fingerprint }) => !this.#found.has(fingerprint)),
      notAudited: this.#entries.length - audited.length,
    }
  }
}
