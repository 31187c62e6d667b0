/** What people add to what the audit knows of work: their own check commands. */

import { checkKinds } from './facts/calls/call.js'
import type { OwnCheck } from './facts/shell/own-checks.js'

/** What is added to the commands that the audit knows. */
export interface EvidenceSettings {
  /** Own check commands; they win over the known ones. */
  readonly checks?: readonly OwnCheck[]
}

/** The kinds of checks that own commands may be. */
export const ownCheckKinds = checkKinds
