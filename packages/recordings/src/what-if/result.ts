/** What what-if says of a session. The keys are printed by `what-if --json`, and scripts rely on them. */

import type { TodoStatus, Violation, YieldTarget } from '@todo-ledger/core'
import type { NagLevel } from './nag-levels.js'

/** What became of a call of a todo tool. */
export type AttemptOutcome = 'accepted' | 'rejected' | 'rolled-back'

/** What the new profile was asked in place of a recorded call. */
export interface CarriedCall {
  /** The tool of the new profile that can say it. */
  readonly tool: string
  /**
   * What was asked: the recorded input with the id that its item has here; of another system's call what is wanted, in no
   * system's words: `items` of a whole list, `add` and `edit` of single ones, nothing of a look at the list.
   */
  readonly input: unknown
  /** What the new profile did with it. */
  readonly whatIf: AttemptOutcome
  /** What the new profile answered. */
  readonly reply: string
}

/** One recorded call of a todo tool, then and under the new profile. */
export interface WhatIfAttempt {
  /** The turn of the recording. */
  readonly turn: number
  /** The seq of the call's event in the recording's own log. */
  readonly seq: number
  /** The recorded id of the call. */
  readonly call: string
  /** The tool that was called there. */
  readonly tool: string
  /** What became of it there. */
  readonly recorded: AttemptOutcome
  /** What the new profile does with it; null where nothing of it can be said in the new profile's tools. */
  readonly whatIf: AttemptOutcome | null
  /** What was wrong under the new profile, in its checking order. */
  readonly violations: readonly Violation[]
  /** What the new profile answers: to a series of calls its first refusal, else its last answer. */
  readonly reply: string
  /** True in turns that would not have come: the new profile issues no continuation where they were continued. */
  readonly beyond?: true
  /** False where nothing of the call can be said in the new profile's tools. */
  readonly carried?: false
  /** What of the call can't be said in the new profile's tools, a sentence each. */
  readonly notCarried?: readonly string[]
  /** The calls of the new profile's tools that took its place, where they are other ones. */
  readonly calls?: readonly CarriedCall[]
}

/** A nag that would have come. */
export interface WhatIfNag {
  /** The turn of the recording after which it comes. */
  readonly turn: number
  /** What the model would read. */
  readonly text: string
  /** How firm it is, from 1. */
  readonly level: number
  /** Whether an update followed it, before the next one, the next fresh input or the end. */
  readonly heeded: boolean
}

/** A continuation that would have come. */
export interface WhatIfContinuation {
  /** The turn of the recording after which it comes. */
  readonly turn: number
  /** Why. */
  readonly cause: string
  /** The input of the new run. */
  readonly prompt: string
}

/** Where control would have gone. */
export interface WhatIfYield {
  /** The turn of the recording after which it goes. */
  readonly turn: number
  /** Where to. */
  readonly to: YieldTarget
  /** Why, or null. */
  readonly reason: string | null
}

/** A later call names an item that the new profile's list does not have. */
export interface DanglingReference {
  /** The turn of the recording. */
  readonly turn: number
  /** The seq of the call's event in the recording's own log. */
  readonly seq: number
  /** The tool that was called there. */
  readonly tool: string
  /** The item's id in the recording. */
  readonly item: string
  /** Its text in the recording. */
  readonly text: string
}

/** Something that can't be said in the new profile's tools. */
export interface NotCarried {
  /** The turn of the recording. */
  readonly turn: number
  /** The seq of the call's event in the recording's own log. */
  readonly seq: number
  /** The tool that was called there. */
  readonly tool: string
  /** What it is, a sentence. */
  readonly what: string
}

/** A session under another profile. */
export interface WhatIfResult {
  /** The session's id. */
  readonly session: string
  /** The new profile's name. */
  readonly profile: string
  /**
   * The first call, not beyond and carried over, that one side accepted and the other did not, or null. `rejected` and `rolled-back`
   * are the same here: the list is as before. Nags and continuations are no part of it, for a recording need not hold
   * those that came.
   */
  readonly firstDivergence: {
    /** The turn of the recording. */
    readonly turn: number
    /** The seq of the call's event in the recording's own log. */
    readonly seq: number
  } | null
  /** Every call of a todo tool, in order. */
  readonly attempts: readonly WhatIfAttempt[]
  /** The nags that would have come. */
  readonly nags: readonly WhatIfNag[]
  /** The same by how firm they are, the gentlest first. */
  readonly nagLevels: readonly NagLevel[]
  /** The continuations that would have come. */
  readonly continuations: readonly WhatIfContinuation[]
  /** Where control would have gone at the ends of runs. */
  readonly yields: readonly WhatIfYield[]
  /** Items that later calls name but that are not in the new profile's list. */
  readonly dangling: readonly DanglingReference[]
  /** What can't be said in the new profile's tools. */
  readonly notCarried: readonly NotCarried[]
  /** The list at the end. */
  readonly final: {
    /** The items, in order. */
    readonly items: readonly {
      /** The item's id. */
      readonly id: string
      /** Its text. */
      readonly text: string
      /** Its status. */
      readonly status: TodoStatus
    }[]
  }
}
