/** What a driven session left behind. */

import type { TodoEvent } from '../../events.js'
import type { RunOutcome, TodoReply } from '../../host-input.js'
import type { Profile } from '../../profiles/profile.js'
import type { Rule } from '../../rules/rule.js'
import type { SessionState } from '../../state.js'
import type { HostStep } from './host-step.js'

/** A todo call and what it was answered. */
export interface AnsweredCall {
  /** The call's id; one that was asked again stands here twice. */
  readonly call: string
  /** The answer. */
  readonly reply: TodoReply
}

/** Everything that came of driving a session. */
export interface SessionRun {
  /** The profile that the session ran under. */
  readonly profile: Profile
  /** The profile whose promises are to be kept; the same one unless the check says otherwise. */
  readonly promises: Profile
  /** The ledger's own rules. */
  readonly rules: readonly Rule[]
  /** What the host did. */
  readonly steps: readonly HostStep[]
  /** The log. */
  readonly events: readonly TodoEvent[]
  /** The state after each event, at the event's place. */
  readonly states: readonly SessionState[]
  /** The todo calls in the order in which they were answered. */
  readonly answers: readonly AnsweredCall[]
  /** The reminders that the host was given, in their order. */
  readonly reminders: readonly string[]
  /** What the host was told at the end of each run. */
  readonly outcomes: readonly RunOutcome[]
}
