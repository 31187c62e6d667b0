/** An event of OpenHands in the shape that a reader needs, whichever version wrote it. */

import type { TokenUsage } from '../../token-usage.js'

/** What happened. */
export type OpenHandsEvent = {
  /** Its id as text, or null. */
  readonly id: string | null
  /** When, or null. */
  readonly at: Date | null
  /** What all responses up to it cost, where it says that. */
  readonly spent?: TokenUsage | null
} & (
  | {
      /** The person says something. */
      readonly kind: 'input'
      /** What. */
      readonly text: string
    }
  | {
      /** The agent says something and calls nothing. */
      readonly kind: 'message'
      /** What. */
      readonly text: string
      /** The id of the response, or null. */
      readonly response: string | null
    }
  | {
      /** A tool is called. */
      readonly kind: 'call'
      /** What the agent says with it. */
      readonly text: string
      /** The id of the response, or null. */
      readonly response: string | null
      /** The call's id, or null. */
      readonly call: string | null
      /** The tool's name. */
      readonly name: string
      /** The tool's input. */
      readonly input: unknown
    }
  | {
      /** A tool returns. */
      readonly kind: 'result'
      /** The call's id, or null. */
      readonly call: string | null
      /** The id of the event that it answers, or null. */
      readonly cause: string | null
      /** Whether it worked; null where nothing says so. */
      readonly ok: boolean | null
      /** What came back. */
      readonly output: string
    }
  | {
      /** The conversation was condensed. */
      readonly kind: 'compaction'
      /** The summary, or null. */
      readonly summary: string | null
    }
  | {
      /** The agent waits for the person, was stopped by them, or broke off. */
      readonly kind: 'waits' | 'stopped' | 'broke-off'
    }
  | {
      /** The program's own affairs. */
      readonly kind: 'nothing'
    }
)

/** Whether a command worked; null where it is not over. */
export function workedBy(exitCode: unknown): boolean | null {
  return typeof exitCode === 'number' && exitCode !== -1 ? exitCode === 0 : null
}
