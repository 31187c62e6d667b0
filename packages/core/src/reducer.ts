/**
 * The only code that changes state: one function applies an event, to a private copy, or to a draft of Immer's where
 * somebody wants to know what changed.
 */

import { castDraft, type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import type { RuleInForce, TodoEvent, Violation } from './events.js'
import { frozenThrough } from './frozen-data.js'
import { mutate } from './reducer/apply-event.js'
import { builtinRules } from './rules/builtin-rules.js'
import { oneUpdatePerTurn } from './rules/list-rules.js'
import { type Rule, violationOf } from './rules/rule.js'
import { sha256 } from './sha256.js'
import { type ActorState, initialState, type SessionState } from './state.js'

/**
 * The version of what the reducer makes of events. To be raised whenever the same events lead to another state, so
 * that snapshots of the states of before are made anew; a test holds it to that.
 */
const reducerVersion = 4

export interface Attempt {
  readonly next: SessionState
  /** What the rules in force say of it, in the profile's checking order, flags included. */
  readonly violations: readonly Violation[]
  /** Those of rules set to `reject` that the event does not name as waived. */
  readonly rejected: readonly Violation[]
}

/** Folds many events fast, on a copy of its own. */
export interface Replay {
  /** The state so far. It changes with the next event; lists and items of those that were asked for are not altered. */
  readonly state: SessionState
  /**
   * Applies one event. A broken rule is noted in the state's `disagreements`.
   * @throws DamagedLogError when the event cannot follow
   */
  apply(event: TodoEvent): void
  finish(): SessionState
}

export interface Reducer {
  /** Stands for all that its states depend on beside the events: its version and the rules known, by version. */
  readonly fingerprint: string
  /**
   * The state after an event that is a fact: a broken rule is noted in `disagreements` and stops nothing.
   * @throws DamagedLogError when the event cannot follow
   */
  accept(state: SessionState, event: TodoEvent): SessionState
  /** What an event would lead to and what the rules would say, without deciding. */
  attempt(state: SessionState, event: TodoEvent): Attempt
  /** What an event changes, for a user interface. */
  patches(state: SessionState, event: TodoEvent): readonly Patch[]
  replay(from?: SessionState): Replay
}

enablePatches()

/**
 * Makes a reducer that knows these rules beside the built-in ones; a rule of the same id replaces a built-in one.
 * @param options.freezes false where nobody but rules and readers of ours sees its states: one is then frozen for rules
 *   alone, since to copy a frozen state takes ten times as long
 */
export function createReducer(rules: readonly Rule[] = [], { freezes = true } = {}): Reducer {
  const known = new Map([...builtinRules, ...rules].map((rule) => [rule.id, rule]))
  const violationsOf = checkerOf(known)

  const attempt = (state: SessionState, event: TodoEvent): Attempt => {
    const copy = privateCopy(state)
    mutate(copy, event, { known, own: new Set() })
    const next: SessionState = copy
    if (freezes || event.type === 'todos.updated') frozenThrough(next)
    const violations = violationsOf(next, event)
    return { next, violations, rejected: rejecting(violations, next, event) }
  }
  return {
    // Asked for by stores alone: the page in a browser, which has no digests, replays without.
    get fingerprint() {
      return fingerprintOf(known)
    },
    attempt,
    accept(state, event) {
      const { next, rejected } = attempt(state, event)
      if (rejected.length === 0) return next
      const disagreements = [...next.disagreements, disagreement(event, rejected)]
      return frozenThrough({ ...next, disagreements })
    },
    patches(state, event) {
      const recipe = (draft: Draft<SessionState>) => mutate(draft, event, { known, own: new Set() })
      return produceWithPatches(state, recipe)[1]
    },
    replay(from = initialState) {
      const state = privateCopy(from)
      const context = { known, own: new Set<object>() }
      return {
        get state() {
          context.own.clear()
          return state
        },
        apply(event) {
          mutate(state, event, context)
          const rejected = rejecting(violationsOf(state, event), state, event)
          if (rejected.length > 0) state.disagreements.push(castDraft(disagreement(event, rejected)))
        },
        finish: () => frozenThrough<SessionState>(state),
      }
    },
  }
}

/** An event that breaks rules set to `reject` and stands all the same. */
function disagreement({ seq }: TodoEvent, rejected: readonly Violation[]) {
  return { seq, violations: structuredClone(rejected) }
}

/** What says what the rules in force make of the state that an event leads to. */
function checkerOf(
  known: ReadonlyMap<string, Rule>,
): (next: SessionState, event: TodoEvent) => readonly Violation[] {
  const made = (rules: readonly RuleInForce[]) =>
    rules.flatMap(({ id, mode, version, options }) => {
      const rule = known.get(id)
      const isChecked = mode !== 'off' && rule?.version === version && rule.judges !== 'input'
      return isChecked ? [{ rule, options: { ...rule.defaults, ...options } }] : []
    })
  // Put together once for the rules in force, not for each event.
  const checks = new WeakMap<readonly RuleInForce[], ReturnType<typeof made>>()
  const checksOf = (rules: readonly RuleInForce[]) => {
    const found = checks.get(rules)
    if (found !== undefined) return found
    const fresh = made(rules)
    checks.set(rules, fresh)
    return fresh
  }
  return (next, event) => {
    if (event.type !== 'todos.updated') return none
    const { changes, tool, query, edit, contradictions = {} } = event.data
    let violations = none
    for (const { rule, options } of checksOf(next.rules)) {
      // An edit is no call of the agent's.
      if (edit === true && rule.id === oneUpdatePerTurn.id) continue
      const breaches = rule.check(next, { options, changes, tool, query, contradictions })
      if (breaches.length > 0)
        violations = [...violations, ...breaches.map((breach) => violationOf(rule.id, breach))]
    }
    return violations
  }
}

const none: readonly Violation[] = Object.freeze([])

function rejecting(
  violations: readonly Violation[],
  { rules }: SessionState,
  event: TodoEvent,
): readonly Violation[] {
  if (violations.length === 0) return violations
  const waivedRules = event.type === 'todos.updated' ? (event.data.waivedRules ?? []) : []
  const modes = new Map(rules.map(({ id, mode }) => [id, mode]))
  return violations.filter(({ rule }) => modes.get(rule) === 'reject' && !waivedRules.includes(rule))
}

/** A copy to alter, of a state that stays as it is: what is altered in place is copied, what is only replaced is shared. */
function privateCopy(from: SessionState): Draft<SessionState> {
  const copy = actorCopy(castDraft(from))
  copy.otherActors = copy.otherActors.map(actorCopy)
  copy.disagreements = [...copy.disagreements]
  return copy
}

function actorCopy<State extends Draft<ActorState>>(state: State): State {
  const copy = { ...state }
  copy.run = { ...copy.run }
  const { writers, called } = copy.turn
  copy.turn = {
    ...copy.turn,
    writers: [...writers],
    called: Object.isFrozen(called) ? called : { ...called },
  }
  copy.unlisted = { ...copy.unlisted }
  copy.nags = { ...copy.nags }
  copy.continuations = { ...copy.continuations }
  copy.guard = { ...copy.guard }
  copy.undelivered = [...copy.undelivered]
  return copy
}

function fingerprintOf(known: ReadonlyMap<string, Rule>): string {
  const rules = Array.from(known.values(), ({ id, version }) => JSON.stringify([id, version])).toSorted()
  return `${reducerVersion}-${sha256(rules.join('\n')).slice(0, 32)}`
}
