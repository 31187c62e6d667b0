/** How a call of one system is said in another's tools. */

import type { Profile, SessionState } from '@todo-ledger/core'
import type { CarriedIntent, CarriedItem } from './carried-intent.js'
import type { Counterparts } from './counterparts.js'

/** A call of the new profile's tools. */
export interface PlannedCall {
  /** The tool. */
  readonly tool: string
  /** What it is given. */
  readonly input: unknown
}

/** A recorded call on its way into the new profile's tools. */
export interface Carry {
  /** What it means. */
  readonly intent: CarriedIntent
  /** The call as it was recorded. */
  readonly recorded: PlannedCall
  /** The new profile. */
  readonly profile: Profile
  /** The new side's state as it stands now: each call that is made before alters it. */
  state(): SessionState
  /** Which item is which. */
  readonly counterparts: Counterparts
  /** Says what can't be said in the new profile's tools, in a sentence. */
  cannot(what: string): void
  /** The call names an item that the new profile's list does not have. */
  dangling(item: CarriedItem): void
}

/** How one family of tools says what a call means. Each call is made before the next one is asked for. */
export interface Translator {
  /** What the profiles of a family have in common: a recorded call of the same family is made as it is. */
  readonly family: string
  /** The calls that say it. */
  say(carry: Carry): Iterable<PlannedCall>
  /** The calls that say the single-item calls of one turn together, where the tools replace the whole list. */
  together?(carries: readonly Carry[]): Iterable<PlannedCall>
  /** A recorded call of the same family; as it is when absent. */
  again?(carry: Carry): Iterable<PlannedCall>
}
