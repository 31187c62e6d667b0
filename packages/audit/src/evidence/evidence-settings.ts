/** What people add to what the audit knows of work: their own words for classes of items, their own check commands. */

import type { CheckKind } from './calls/call-description.js'
import type { OwnItemClass, OwnItemClasses } from './items/own-words.js'
import type { OwnCheck } from './shell/own-checks.js'

/** What is added to the words and commands that the audit knows. */
export interface EvidenceSettings {
  /** Own words for classes of items; they win over the known ones. */
  readonly itemClasses?: OwnItemClasses
  /** Own check commands; they win over the known ones. */
  readonly checks?: readonly OwnCheck[]
}

/** The classes that own words may stand for. */
export const ownItemClasses: readonly OwnItemClass[] = [
  'change',
  'verify',
  'execute',
  'research',
  'think',
  'communicate',
]

/** The kinds of checks that own commands may be. */
export const ownCheckKinds: readonly CheckKind[] = [
  'test',
  'build',
  'lint',
  'typecheck',
  'format',
  'run',
  'probe',
  'browser',
  'database',
  'deploy',
]
