/**
 * The only code that changes state: one function applies an event, to a draft of Immer's for a live update, to a private
 * copy for a replay of many.
 */

import { castDraft, type Draft, enablePatches, freeze, Immer, type Patch } from 'immer'
import { RuleViolationError } from './errors.js'
import type { TodoEvent, Violation } from './events.js'
import { mutate } from './reducer/apply-event.js'
import { RuleChecks, rejecting } from './reducer/rule-checks.js'
import { builtinRules } from './rules/builtin-rules.js'
import type { Rule } from './rules/rule.js'
import { sha256 } from './sha256.js'
import { initialState, type SessionState } from './state.js'

/**
 * The version of what the reducer makes of events. To be raised whenever the same events lead to another state, so
 * that snapshots of the states of before are made anew; a test holds it to that.
 */
const reducerVersion = 1

/** What an event would lead to. */
export interface Attempt {
  /** The state after it, were it applied. */
  readonly next: SessionState
  /** What the rules in force say of it, in the profile's checking order, flags included. */
  readonly violations: readonly Violation[]
}

/** Folds many events fast, on a copy of its own. */
export interface Replay {
  /** The state so far. A live view: it changes with the next event, but lists and items in it are replaced, never altered. */
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
  /** Stands for all that its states depend on beside the events: its version and the rules known, by version. */
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

const immer = new Immer({ autoFreeze: true })

/** Makes a reducer that knows these rules beside the built-in ones; a rule of the same id replaces a built-in one. */
export function createReducer(rules: readonly Rule[] = []): Reducer {
  const known = new Map([...builtinRules, ...rules].map((rule) => [rule.id, rule]))
  const checks = new RuleChecks(known)

  const attempt = (state: SessionState, event: TodoEvent): Attempt => {
    const next = immer.produce(state, (draft) => mutate(draft, event, known))
    return { next, violations: checks.violations(next, event) }
  }
  const noted = (next: SessionState, event: TodoEvent): SessionState => {
    const broken = disagreementOf(checks.violations(next, event), next, event)
    return broken === null ? next : freeze({ ...next, disagreements: [...next.disagreements, broken] }, true)
  }
  return {
    // Asked for by stores alone: the page in a browser, which has no digests, replays without.
    get fingerprint() {
      return fingerprintOf(known)
    },
    attempt,
    reduce(state, event) {
      const { next, violations } = attempt(state, event)
      const broken = rejecting(violations, next, event)
      if (broken.length > 0) throw new RuleViolationError(broken)
      return next
    },
    accept: (state, event) => noted(attempt(state, event).next, event),
    acceptWithPatches(state, event) {
      // Only here, so that a host that listens to no change loads nothing for it.
      enablePatches()
      const [next, patches] = immer.produceWithPatches(state, (draft) => mutate(draft, event, known))
      return [noted(next, event), patches]
    },
    replay(from = initialState) {
      const state = privateCopy(from)
      return {
        state,
        apply(event) {
          mutate(state, event, known)
          const broken = disagreementOf(checks.violations(state, event), state, event)
          if (broken !== null) state.disagreements.push(castDraft(broken))
        },
        finish: () => freeze(state, true),
      }
    },
  }
}

/** What a state notes of an event that breaks rules set to `reject` and stands all the same; null where it breaks none. */
function disagreementOf(
  violations: readonly Violation[],
  state: SessionState,
  event: TodoEvent,
): SessionState['disagreements'][number] | null {
  const broken = rejecting(violations, state, event)
  return broken.length === 0 ? null : { seq: event.seq, violations: structuredClone(broken) }
}

/** A copy to alter, of a state that stays as it is. Lists, items and rules are shared: they are replaced, never altered. */
function privateCopy(from: SessionState): Draft<SessionState> {
  const { items, rules, ...rest } = castDraft(from)
  return { ...structuredClone(rest), items, rules }
}

function fingerprintOf(known: ReadonlyMap<string, Rule>): string {
  const rules = Array.from(known.values(), ({ id, version }) => JSON.stringify([id, version])).toSorted()
  return `${reducerVersion}-${sha256(rules.join('\n')).slice(0, 32)}`
}

let shared: Reducer | undefined
/** The reducer over the built-in rules: the state after an event, or a RuleViolationError and the old state. */
export function reduce(state: SessionState, event: TodoEvent): SessionState {
  shared ??= createReducer()
  return shared.reduce(state, event)
}
