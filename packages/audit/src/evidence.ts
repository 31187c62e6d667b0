/** The audit's evidence for live sessions: what `openLedger({ evidence })` takes. */

import type { Evidence } from '@todo-ledger/core'
import { describeCall } from './evidence/calls/tool-effects.js'
import type { EvidenceSettings } from './evidence/evidence-settings.js'
import { noOwnChecks, OwnChecks } from './evidence/shell/own-checks.js'
import { LiveEvidence } from './live-evidence.js'

/**
 * Reads evidence for the sessions of a ledger: the effects of calls, and the support of completions for profiles that
 * ask for it (`evidenceRequired`).
 * @param settings own words for classes of items and own check commands
 * @throws HostError `bad-own-check` for an own check that is not one simple command
 */
export function evidence(settings: EvidenceSettings = {}): Evidence {
  if (settings.checks !== undefined) new OwnChecks(settings.checks)
  return {
    describeCall: (name, input) => describeCall(name, input, noOwnChecks),
    newJudge: () => new LiveEvidence(settings),
  }
}
