/** Folds many events fast, on a copy of its own. */

import { castDraft } from 'immer'
import { frozen } from '../compact/item-list.js'
import type { TodoEvent } from '../events.js'
import type { Rule } from '../rules/rule.js'
import { initialState, type SessionState } from '../state.js'
import { mutate } from './apply-event.js'
import { disagreement, RuleChecks, rejecting } from './rule-checks.js'
import { PrivateCopy } from './working-copy.js'

/** What a replay needs of its reducer. */
interface ReplayContext {
  /** The rules known, by their ids. */
  readonly known: ReadonlyMap<string, Rule>
  /** What checks them. */
  readonly checks: RuleChecks
  /** True where some are not built in. */
  readonly hasOwnRules: boolean
}

/** A replay under way. A class: V8 compiles its methods once, those of an object literal anew for each replay. */
export class EventReplay {
  /**
   * Never used, and never let go: V8 throws compiled code away once nobody has an object of the kind that it was
   * compiled for, and a replay after a garbage collection took twice as long.
   */
  static readonly #kept = new EventReplay(initialState, {
    known: new Map(),
    checks: new RuleChecks(new Map()),
    hasOwnRules: false,
  })
  static {
    EventReplay.#kept.#copy.list([])
  }

  readonly #copy: PrivateCopy
  readonly #context: ReplayContext

  /** @param from the state to begin with; @param context what it needs of its reducer */
  constructor(from: SessionState, context: ReplayContext) {
    this.#copy = new PrivateCopy(from)
    this.#context = context
  }

  /** The state so far, a live view. */
  get state(): SessionState {
    return this.#copy.shown()
  }

  /** Applies one event. */
  apply(event: TodoEvent): void {
    const { known, checks, hasOwnRules } = this.#context
    mutate(this.#copy, event, known)
    // A rule of somebody's own may keep what it is shown.
    const next = hasOwnRules ? this.#copy.shown() : this.#copy.state
    const broken = rejecting(checks.violations(next, event), next, event)
    if (broken.length > 0) this.#copy.state.disagreements.push(castDraft(disagreement(event, broken)))
  }

  /** The state, frozen. */
  finish(): SessionState {
    const { state } = this.#copy
    // It was this replay's to add to.
    if (state.disagreements.length === 0) state.disagreements = castDraft(initialState.disagreements)
    return frozen(state)
  }
}
