/**
 * The only code that changes state. The same mutating function runs under Immer, where a broken rule leaves the
 * very same state object, and on a private copy for bulk replay.
 */

import { createHash } from 'node:crypto'
import { castDraft, enablePatches, Immer, type Patch } from 'immer'
import { frozen } from './compact/item-list.js'
import { RuleViolationError } from './errors.js'
import type { TodoEvent, Violation } from './events.js'
import type { MutableState } from './reducer/apply-changes.js'
import { mutate } from './reducer/apply-event.js'
import { withItemPatches } from './reducer/item-patches.js'
import { builtinRules } from './rules/builtin-rules.js'
import { checkRule, type Rule } from './rules/rule.js'
import { initialState, type SessionState, type TodoItem } from './state.js'

/**
 * The version of what the reducer makes of events. To be raised whenever the same events lead to another state, so
 * that snapshots of the states of before are made anew; a test holds it to that.
 */
export const reducerVersion = 2

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
  const immer = new Immer({ autoFreeze: true })
  const known = new Map([...builtinRules, ...rules].map((rule) => [rule.id, rule]))

  const attempt = (state: SessionState, event: TodoEvent): Attempt => {
    const next = immer.produce(state, (draft) => mutate(draft, event, known))
    return { next, violations: violationsOf(next, event, known) }
  }
  const withDisagreement = (next: SessionState, event: TodoEvent): SessionState => {
    const broken = rejecting(violationsOf(next, event, known), next, event)
    if (broken.length === 0) return next
    return immer.produce(next, (draft) => noteDisagreement(draft, event, broken))
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
    accept: (state, event) =>
      withDisagreement(
        immer.produce(state, (draft) => mutate(draft, event, known)),
        event,
      ),
    acceptWithPatches(state, event) {
      // Only here, so that a host that listens to no change loads nothing for it.
      enablePatches()
      const [next, patches] = immer.produceWithPatches(state, (draft) => mutate(draft, event, known))
      return [withDisagreement(next, event), withItemPatches(patches, state.items, next.items)]
    },
    replay(from = initialState) {
      const state = privateCopy(from)
      return {
        state,
        apply(event) {
          mutate(state, event, known)
          const broken = rejecting(violationsOf(state, event, known), state, event)
          if (broken.length > 0) noteDisagreement(state, event, broken)
        },
        finish: () => frozen(state),
      }
    },
  }
}

/** The reducer over the built-in rules: the state after an event, or a RuleViolationError and the old state. */
export const reduce: (state: SessionState, event: TodoEvent) => SessionState = (state, event) =>
  builtinReducer().reduce(state, event)

function fingerprintOf(known: ReadonlyMap<string, Rule>): string {
  const rules = Array.from(known.values(), ({ id, version }) => JSON.stringify([id, version])).toSorted()
  return `${reducerVersion}-${createHash('sha256').update(rules.join('\n')).digest('hex').slice(0, 32)}`
}

let shared: Reducer | undefined
function builtinReducer(): Reducer {
  shared ??= createReducer()
  return shared
}

function violationsOf(
  next: SessionState,
  event: TodoEvent,
  known: ReadonlyMap<string, Rule>,
): readonly Violation[] {
  if (event.type !== 'todos.updated') return []
  const { changes, tool, query, support = {} } = event.data
  return next.rules.flatMap((inForce) => {
    const rule = known.get(inForce.id)
    if (inForce.mode === 'off' || rule === undefined || rule.version !== inForce.version) return []
    return rule.judges === 'input'
      ? []
      : checkRule(rule, next, { options: inForce.options, changes, tool, query, support })
  })
}

/** What the event says was let pass when it was decided is no breach: a list taken over, a gate that let go. */
function rejecting(
  violations: readonly Violation[],
  state: SessionState,
  event: TodoEvent,
): readonly Violation[] {
  if (violations.length === 0) return violations
  const modes = new Map(state.rules.map((rule) => [rule.id, rule.mode]))
  const letPass = event.type === 'todos.updated' ? (event.data.letPass ?? []) : []
  return violations.filter(({ rule }) => modes.get(rule) === 'reject' && !letPass.includes(rule))
}

function noteDisagreement(state: MutableState, event: TodoEvent, violations: readonly Violation[]): void {
  state.disagreements.push({
    seq: event.seq,
    violations: structuredClone(violations) as MutableState['disagreements'][number]['violations'],
  })
}

/** A copy to alter. Lists are never altered, so they are shared, and owned lest anybody else alters them. */
function privateCopy(state: SessionState): MutableState {
  const { items, turn, ...rest } = state
  const { before, ...itsRest } = turn
  const owned = (list: readonly TodoItem[]) => (Object.isFrozen(list) ? list : frozen(structuredClone(list)))
  return castDraft({
    ...structuredClone(rest),
    items: owned(items),
    turn: {
      ...structuredClone(itsRest),
      before: before === null ? null : { ...before, items: owned(before.items) },
    },
  })
}
