/**
 * The only code that changes state. The same function applies an event to a copy that shares with the state of before
 * what stays the same, to a private one that many events are applied to, and to a draft of Immer's, which notes patches.
 */

import { enablePatches, Immer, type Patch } from 'immer'
import { sha256 } from '#platform'
import { frozen } from './compact/item-list.js'
import { RuleViolationError } from './errors.js'
import type { TodoEvent, Violation } from './events.js'
import { mutate } from './reducer/apply-event.js'
import { EventReplay } from './reducer/event-replay.js'
import { withItemPatches } from './reducer/item-patches.js'
import { disagreement, RuleChecks, rejecting } from './reducer/rule-checks.js'
import { DraftCopy, SharingCopy } from './reducer/working-copy.js'
import { builtinRules } from './rules/builtin-rules.js'
import type { Rule } from './rules/rule.js'
import { initialState, type SessionState } from './state.js'

/**
 * The version of what the reducer makes of events. To be raised whenever the same events lead to another state, so
 * that snapshots of the states of before are made anew; a test holds it to that.
 */
export const reducerVersion = 7

/** What an event would lead to. */
export interface Attempt {
  /** The state after it, were it applied. */
  readonly next: SessionState
  /** What the rules in force say of it, in the profile's checking order, flags included. */
  readonly violations: readonly Violation[]
}

/** Folds many events fast, on a copy of its own. */
export interface Replay {
  /** The state so far. A live view: it changes with the next event; `finish` gives one to keep. */
  readonly state: SessionState
  /**
   * Applies one event. A broken rule is noted in the state's `disagreements`.
   * @throws DamagedLogError when the event cannot follow
   */
  apply(event: TodoEvent): void
  /** The state, frozen. The replay is over. */
  finish(): SessionState
}

/** The reducer over a set of rules. */
export interface Reducer {
  /** Stands for all that its states depend on beside the events: `reducerVersion` and the rules known, by version. */
  readonly fingerprint: string
  /**
   * The state after an event.
   * @throws RuleViolationError when it breaks a rule set to `reject`; `state` is as it was
   * @throws DamagedLogError when the event cannot follow
   */
  reduce(state: SessionState, event: TodoEvent): SessionState
  /** The state after an event that is a fact: a broken rule is noted in `disagreements` and stops nothing. */
  accept(state: SessionState, event: TodoEvent): SessionState
  /** As `accept`, with the patches that lead there, for a user interface. */
  acceptWithPatches(state: SessionState, event: TodoEvent): readonly [SessionState, readonly Patch[]]
  /** What an event would lead to and what the rules would say, without deciding. */
  attempt(state: SessionState, event: TodoEvent): Attempt
  /** Begins a bulk replay. */
  replay(from?: SessionState): Replay
}

/** Makes a reducer that knows these rules beside the built-in ones; a rule of the same id replaces a built-in one. */
export function createReducer(rules: readonly Rule[] = []): Reducer {
  const known = new Map([...builtinRules, ...rules].map((rule) => [rule.id, rule]))
  const checks = new RuleChecks(known)

  const nextOf = (state: SessionState, event: TodoEvent): SessionState => {
    const copy = new SharingCopy(state)
    mutate(copy, event, known)
    return frozen(copy.state)
  }
  const attempt = (state: SessionState, event: TodoEvent): Attempt => {
    const next = nextOf(state, event)
    return { next, violations: checks.violations(next, event) }
  }
  const withDisagreement = (next: SessionState, event: TodoEvent): SessionState => {
    const broken = rejecting(checks.violations(next, event), next, event)
    if (broken.length === 0) return next
    return frozen({ ...next, disagreements: [...next.disagreements, disagreement(event, broken)] })
  }
  return {
    fingerprint: fingerprintOf(known),
    attempt,
    reduce(state, event) {
      const { next, violations } = attempt(state, event)
      const broken = rejecting(violations, next, event)
      if (broken.length > 0) throw new RuleViolationError(broken)
      return next
    },
    accept: (state, event) => withDisagreement(nextOf(state, event), event),
    acceptWithPatches(state, event) {
      // Only here, so that a host that listens to no change loads nothing for it.
      enablePatches()
      const [next, patches] = immer.produceWithPatches(state, (draft) =>
        mutate(new DraftCopy(draft), event, known),
      )
      return [withDisagreement(next, event), withItemPatches(patches, state.items, next.items)]
    },
    replay: (from = initialState) => new EventReplay(from, { known, checks, hasOwnRules: rules.length > 0 }),
  }
}

const immer = new Immer({ autoFreeze: true })

/** The reducer over the built-in rules: the state after an event, or a RuleViolationError and the old state. */
export const reduce: (state: SessionState, event: TodoEvent) => SessionState = (state, event) =>
  builtinReducer().reduce(state, event)

function fingerprintOf(known: ReadonlyMap<string, Rule>): string {
  const rules = Array.from(known.values(), ({ id, version }) => JSON.stringify([id, version])).toSorted()
  return `${reducerVersion}-${sha256(rules.join('\n')).slice(0, 32)}`
}

let shared: Reducer | undefined
function builtinReducer(): Reducer {
  shared ??= createReducer()
  return shared
}
