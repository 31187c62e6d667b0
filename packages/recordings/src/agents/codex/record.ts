/** What one line of a Codex rollout holds. */

import type { TokenUsage } from '../../token-usage.js'
import type { CallRecord } from './calls.js'

/** A call ended, as the program says it; the model's view of it may follow. */
export interface EndedCall {
  /** The kind of record. */
  readonly kind: 'call-ended'
  /** The id of the call, or null. */
  readonly call: string | null
  /** Whether it worked, or null. */
  readonly ok: boolean | null
  /** What it printed. */
  readonly output: string
}

/** One line of a rollout. */
export type CodexRecord =
  | {
      /** The file names its session; `parent` is the session that started it as a sub-agent, or null. */
      readonly kind: 'meta'
      /** The session's id, or null. */
      readonly id: string | null
      /** The parent's id, or null. */
      readonly parent: string | null
    }
  | {
      /** A message of the model. */
      readonly kind: 'said'
      /** Its texts. */
      readonly texts: readonly string[]
    }
  | {
      /** A message that stands in the model's input under the user's role. */
      readonly kind: 'given'
      /** Its texts. */
      readonly texts: readonly string[]
    }
  | {
      /** Another agent wrote. */
      readonly kind: 'mail'
      /** What it wrote. */
      readonly text: string
    }
  | CallRecord
  | EndedCall
  | {
      /** A call's output as the model saw it. */
      readonly kind: 'output'
      /** The id of the call, or null. */
      readonly call: string | null
      /** Whether it worked, or null. */
      readonly ok: boolean | null
      /** The output. */
      readonly output: string
    }
  | {
      /** What the program shows its user: an input came, the model said something. */
      readonly kind: 'shown-input' | 'shown-answer'
      /** The text. */
      readonly text: string
    }
  | {
      /** Tokens were counted: a model response is complete. */
      readonly kind: 'counted'
      /** All tokens of the session so far. */
      readonly tokens: number
      /** What the last response cost, or null. */
      readonly usage: TokenUsage | null
    }
  | {
      /** The conversation was compacted. */
      readonly kind: 'compacted'
      /** The summary, or null. */
      readonly summary: string | null
    }
  | {
      /** Sub-agents started or ended. */
      readonly kind: 'agents'
      /** Those that started. */
      readonly started: readonly string[]
      /** Those that ended. */
      readonly ended: readonly string[]
      /** The call that started them, or null. */
      readonly call: string | null
    }
  | {
      /** A border of a task, a thought, or nothing that a session consists of. */
      readonly kind: 'task-started' | 'task-over' | 'task-aborted' | 'thought' | 'nothing'
    }
  | {
      /** Not what its type promises, or of a type that is not known. */
      readonly kind: 'unreadable'
      /** Why. */
      readonly reason: string
    }

/** A line with its time. */
export interface CodexLine {
  /** When it was written, or null. */
  readonly at: Date | null
  /** What it holds. */
  readonly record: CodexRecord
}
