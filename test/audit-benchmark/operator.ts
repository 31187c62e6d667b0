/** What an operator is: a small pure function that changes a recording in one named way. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Random } from './random.js'
import type { Replayed, Target } from './replay.js'

/** A recording that was changed. */
export interface Mutant {
  /** The steps of the changed recording. */
  readonly steps: readonly RecordingStep[]
  /** The completing call that is judged in it, or the call at which something must be found. */
  readonly call: string
  /** The text of the item there. */
  readonly text: string
  /**
   * True where evidence that speaks for the item is left, so that it is no clean defect: such a mutant is counted
   * apart and not judged.
   */
  readonly tainted?: boolean
}

/** What is asked of the audit of a mutant of a defect. */
export type Expectation =
  /** The completion is judged unsupported. */
  | { readonly kind: 'unsupported' }
  /** The completion is judged unsupported or weak. */
  | { readonly kind: 'not-passed' }
  /** One of these rules says it, at the place. */
  | { readonly kind: 'rule'; readonly rules: readonly string[] }
  /** Its support is below that of the untouched completion: only the rank is measured. */
  | { readonly kind: 'rank' }
  /** Nothing changes. */
  | { readonly kind: 'silence' }

/** A mutation. */
export interface Operator {
  /** Its name. */
  readonly id: string
  /** What it changes, in one sentence. */
  readonly doc: string
  /** What the audit must say of its mutants. */
  readonly expects: Expectation
  /** The share that is asked for, or null where docs/sources/audit.md names none. */
  readonly bar: number | null
  /** Changes a recording for one of its completions; null where the operator does not fit it. */
  apply(replayed: Replayed, target: Target, random: Random): Mutant | null
}
