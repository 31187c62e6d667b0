/** What a profile promises of its own behaviour, as data. `checkProfile` holds it to both ends: no sooner and no later, no more and no less. */

/** A reminder that came. */
export interface PastNag {
  /** The turn that it came at the end of. */
  readonly turn: number
  /** How many turns the silence had lasted. */
  readonly silence: number
  /** After how many turns the silence ended, or null where it lasts. */
  readonly endedAfter: number | null
}

/** When a reminder is due. It comes at the end of a turn with tool calls, or not at all. */
export interface NagPromise {
  /** The turn of a silence at which it is due; of a policy that adapts, by the reminders that came so far. */
  readonly after: number | ((past: readonly PastNag[]) => number)
  /** Turns between two reminders, at the least, 1 for one in every turn; of a policy that adapts, as above. */
  readonly spacing: number | ((past: readonly PastNag[]) => number)
  /** What ends a silence: any `call` of a todo tool, queries and refused ones too, or an accepted `update` alone. */
  readonly endedBy: 'call' | 'update'
  /** Which turns of a silence count: those with tool calls, or all. */
  readonly counts: 'working' | 'all'
  /** True where a run that begins ends the silence. */
  readonly perRun: boolean
  /** When it may be due at all: always, once whoever is reminded made an update, while an item is open, or both. */
  readonly while: 'always' | 'updated' | 'open' | 'updated and open'
}

/** Which runs are followed by another one. One with an open item is, unless something of this stops it. */
export interface BudgetPromise {
  /** How many continuations may follow one fresh input. */
  readonly most: number
  /** True where replies and sub-agents' news spend of it, too. */
  readonly shared: boolean
  /** True where an item that is blocked gives no reason to go on. */
  readonly sparesBlocked: boolean
  /**
   * What else stops it: an answer that was cut off, one that is the same as before the last continuation, a continued
   * run in which nothing was done, and a budget that was spent before without a call of a todo tool since (`unheeded`).
   */
  readonly stops: readonly ('incomplete' | 'identical' | 'idle' | 'unheeded')[]
}

/** The most that a list may have of something, and the rule that refuses more. */
export interface LimitPromise {
  /** The most. */
  readonly most: number
  /** The id of the rule, a built-in one or an own one. */
  readonly rule: string
}

/** What a list may have of what. */
export interface LimitPromises {
  /** Items. */
  readonly items?: LimitPromise
  /** Items that are neither completed nor cancelled. */
  readonly open?: LimitPromise
  /** Items in progress at once. */
  readonly inProgress?: LimitPromise
  /** Characters of an item's text. */
  readonly textLength?: LimitPromise
}

/**
 * Whose ids are: `own` the model's, `position` nobody's, so that an item's place is its id, `list` counted in each list
 * and never used twice until it is emptied, `lifelong` never used twice in the session, save where the model does so.
 */
export type IdPromise = 'own' | 'position' | 'list' | 'lifelong'

/** What a profile promises; what is absent is not checked. */
export interface ProfilePromises {
  /** When it reminds; null for never. */
  readonly nags?: NagPromise | null
  /** When it goes on by itself; null for never. */
  readonly budget?: BudgetPromise | null
  /** How much of what it lets in. */
  readonly limits?: LimitPromises
  /** What becomes of ids. */
  readonly ids?: IdPromise
}
