/** What holds in every session, whatever the model and the host do. What each built-in rule promises stands in rule-promises.ts. */

import { isDeepStrictEqual } from 'node:util'
import { stateOf } from '../actor-state.js'
import type { EventOf, JsonValue, RuleMode, TodoEvent } from '../events.js'
import type { Profile } from '../profiles/profile.js'
import { createReducer } from '../reducer.js'
import { builtinRules } from '../rules/builtin-rules.js'
import { evidenceRequired } from '../rules/evidence-required.js'
import { checkRule, type Rule } from '../rules/rule.js'
import { initialState, type SessionState, type Undelivered } from '../state.js'
import type { SessionRun } from './drive-session.js'

/** Where an invariant does not hold. */
export interface Breakage {
  /** The seq of the event at which it shows. */
  readonly seq: number
  /** What is wrong, in one sentence. */
  readonly message: string
}

/** One thing that holds in every session. */
export interface Invariant {
  /** Its name, such as `budgets-kept`; that of a rule for what the rule promises. */
  readonly name: string
  /** What holds, in one sentence. */
  readonly summary: string
  /** The first place where it does not hold, or null. */
  check(run: SessionRun): Breakage | null
}

/** A rule that no accepted update may break. */
interface PromisedRule {
  /** The rule as it must be: the built-in one where it is built in in this version, else the ledger's own. */
  readonly rule: Rule
  /** Its options, the defaults filled in. */
  readonly options: { readonly [key: string]: JsonValue }
}

const promisedByRun = new WeakMap<SessionRun, readonly PromisedRule[]>()

/** The rules that the run's profile, or the one that it is to be like, sets to `reject`, and own ones. */
export function promisedRules(run: SessionRun): readonly PromisedRule[] {
  const known = promisedByRun.get(run) ?? findPromisedRules(run)
  promisedByRun.set(run, known)
  return known
}

function findPromisedRules({ promises, rules }: SessionRun): readonly PromisedRule[] {
  const builtin = new Map(builtinRules.map((rule) => [rule.id, rule]))
  const own = new Map(rules.map((rule) => [rule.id, rule]))
  const set = new Set(promises.rules.map(({ id }) => id))
  const settings = [
    ...promises.rules.filter(({ mode }) => mode === 'reject'),
    ...rules.filter(({ id }) => !set.has(id)).map(({ id }) => ({ id })),
  ]
  return settings.flatMap((setting) => {
    const { id } = setting
    const replacement = own.get(id)
    const original = builtin.get(id)
    const isOriginal = replacement === undefined || replacement.version === original?.version
    const rule = isOriginal ? (original ?? replacement) : replacement
    const options = 'options' in setting ? setting.options : {}
    return rule === undefined ? [] : [{ rule, options: { ...rule.defaults, ...options } }]
  })
}

/** How the run's profile promises to treat a rule; `reject` for one that it does not set. */
function promisedMode({ promises }: SessionRun, rule: string): RuleMode {
  return promises.rules.find(({ id }) => id === rule)?.mode ?? 'reject'
}

function actorKey({ actor }: TodoEvent): string {
  return `${actor?.kind} ${actor?.id}`
}

/** Seqs are 1, 2, 3 … and turns never go back. */
export const seqWithoutGaps: Invariant = {
  name: 'seq-without-gaps',
  summary: 'Events are numbered 1, 2, 3 … without a gap, turns follow each other, and each has its state.',
  check({ events, states }) {
    let turn = 0
    const turns = new Map<string, number>()
    for (const [index, event] of events.entries()) {
      const { seq } = event
      if (seq !== index + 1) return { seq, message: `Event ${index + 1} of the log has seq ${seq}` }
      if (states[index]?.seq !== seq) return { seq, message: `The state after event ${seq} is not there` }
      const who = actorKey(event)
      if (event.type === 'turn.started') {
        turn += 1
        turns.set(who, turn)
      }
      // Of an input and of a person's edit the turn is that of whoever is at work.
      const expected = turns.get(who) ?? (event.actor === undefined ? 0 : null)
      const isWrong = expected === null ? event.turn > turn : event.turn !== expected
      if (isWrong)
        return { seq, message: `Event ${seq} stands in turn ${event.turn}, not ${expected ?? turn}` }
    }
    return states.length === events.length
      ? null
      : { seq: events.length, message: `${events.length} events led to ${states.length} states` }
  },
}

/** No event id comes twice; no item key comes twice in a list or again after it was removed. */
export const idsUnique: Invariant = {
  name: 'event-ids-and-keys-unique',
  summary: 'No event id comes twice, and the key of a removed item is never used again.',
  check({ events, states }) {
    const ids = new Set<string>()
    const keys = new Set<string>()
    for (const [index, event] of events.entries()) {
      const { seq } = event
      if (ids.has(event.id)) return { seq, message: `The event id ${event.id} comes twice` }
      ids.add(event.id)
      const items = states[index]?.items ?? []
      if (new Set(items.map(({ key }) => key)).size !== items.length) {
        return { seq, message: 'Two items of the list have the same key' }
      }
      if (event.type !== 'todos.updated') continue
      for (const change of event.data.changes) {
        if (change.type !== 'added') continue
        if (keys.has(change.key)) return { seq, message: `The key ${change.key} is given out again` }
        keys.add(change.key)
      }
    }
    return null
  },
}

/** A rule set to `reject` is never broken in any state. */
export const rulesKept: Invariant = {
  name: 'rules-kept',
  summary: 'No accepted update breaks a rule that is set to reject.',
  check(run) {
    const promised = promisedRules(run).filter(({ rule }) => rule.judges === 'state')
    for (const [index, event] of run.events.entries()) {
      const after = run.states[index]
      if (event.type !== 'todos.updated' || after === undefined) continue
      // Whoever edits has no turn, and breaks no rule on what is done in one.
      const state = event.data.edit === true ? stateOf(after, event.actor ?? null) : after
      const { changes, tool, query, support = {}, waivedRules = [] } = event.data
      for (const { rule, options } of promised) {
        // The gate lets go, and says so; no other rule does.
        if (rule.id === evidenceRequired.id && waivedRules.includes(rule.id)) continue
        const [first] = checkRule(rule, state, { options, changes, tool, query, support })
        if (first !== undefined) return { seq: event.seq, message: `${rule.id} is broken: ${first.message}` }
      }
      const [noted] = state.disagreements
      if (noted !== undefined) {
        return { seq: event.seq, message: `The state itself notes a broken rule at event ${noted.seq}` }
      }
    }
    return null
  },
}

/** A refused call, and one that only asks, leave items, goal and times as the very same objects. */
export const refusedChangesNothing: Invariant = {
  name: 'refused-changes-nothing',
  summary: 'A refused call and a query leave the list and the goal as they were.',
  check(run) {
    for (const [index, event] of run.events.entries()) {
      const before = run.states[index - 1]
      const after = run.states[index]
      const refused = event.type === 'todos.rejected' || (event.type === 'todos.updated' && event.data.query)
      if (!refused || before === undefined || after === undefined) continue
      for (const part of ['items', 'goal', 'phase', 'lastUpdate', 'keysUsed', 'idsUsed'] as const) {
        if (before[part] !== after[part]) {
          return { seq: event.seq, message: `${event.type} changed the state's ${part}` }
        }
      }
    }
    return null
  },
}

/** What a profile only flags, or leaves off, refuses no call. */
export const flagsNeverRefuse: Invariant = {
  name: 'flags-never-refuse',
  summary: 'A call is refused by rules that are set to reject alone.',
  check(run) {
    for (const event of run.events) {
      if (event.type !== 'todos.rejected') continue
      if (event.data.violations.length === 0) {
        return { seq: event.seq, message: 'A call was refused without a violation' }
      }
      const wrong = event.data.violations.find(({ rule }) => promisedMode(run, rule) !== 'reject')
      if (wrong !== undefined) {
        const mode = promisedMode(run, wrong.rule)
        return { seq: event.seq, message: `${wrong.rule} is set to ${mode} and refused a call` }
      }
    }
    return null
  },
}

/** A call that is asked again is the same call: one event, the same answer. */
export const answersMatchEvents: Invariant = {
  name: 'answers-match-events',
  summary: 'Every todo call has one event, and each answer to it says what the event says.',
  check({ events, answers }) {
    const byCall = new Map<string, EventOf<'todos.updated'> | EventOf<'todos.rejected'>>()
    for (const event of events) {
      if (event.type !== 'todos.updated' && event.type !== 'todos.rejected') continue
      const { call } = event.data
      if (byCall.has(call)) return { seq: event.seq, message: `Call ${call} has a second event` }
      byCall.set(call, event)
    }
    for (const { call, reply } of answers) {
      const event = byCall.get(call)
      if (event === undefined) return { seq: 0, message: `Call ${call} was answered and has no event` }
      if (reply.ok !== (event.type === 'todos.updated') || reply.text !== event.data.reply) {
        return { seq: event.seq, message: `Call ${call} was answered otherwise than its event says` }
      }
    }
    return null
  },
}

/** The fold of the log, event by event and in bulk from several prefixes, gives the states that the session had. */
export const replayEqualsLive: Invariant = {
  name: 'replay-equals-live',
  summary: 'Replaying the log, from any prefix of it, gives the states that the live session had.',
  check: (run) => foldedDiffers(run) ?? bulkDiffers(run),
}

function foldedDiffers({ events, states, rules }: SessionRun): Breakage | null {
  const reducer = createReducer(rules)
  let folded = initialState
  let before: readonly [SessionState, SessionState | undefined] = [folded, undefined]
  for (const [index, event] of events.entries()) {
    folded = reducer.reduce(folded, event)
    const live = states[index]
    const differs = difference(folded, live, before)
    if (differs !== null)
      return { seq: event.seq, message: `The fold's ${differs} differs from the session's` }
    before = [folded, live]
  }
  return null
}

/** Bulk replay from the beginning, and from a place in the middle that is another one in each log. */
function bulkDiffers({ events, states, reducer }: SessionRun): Breakage | null {
  const middle = Math.floor((events.length * 2) / 3)
  for (const prefix of new Set([0, middle])) {
    const replay = reducer.replay(prefix === 0 ? initialState : states[prefix - 1])
    for (const event of events.slice(prefix)) replay.apply(event)
    const differs = difference(replay.finish(), states.at(-1))
    if (differs !== null) {
      const message = `Bulk replay from event ${prefix + 1} on gives another ${differs} than the session`
      return { seq: events.length, message }
    }
  }
  return null
}

/** The first part of the state that differs, or null. @param before two states that were the same: what is left of both is not compared again */
function difference(
  one: SessionState,
  other: SessionState | undefined,
  before?: readonly [SessionState, SessionState | undefined],
): string | null {
  if (other === undefined) return 'state'
  const mine = partsOf(one)
  const theirs = partsOf(other)
  const mineBefore = before === undefined ? {} : partsOf(before[0])
  const theirsBefore = before?.[1] === undefined ? {} : partsOf(before[1])
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const isUnchanged = mine[name] === mineBefore[name] && theirs[name] === theirsBefore[name]
    const isKnown = isUnchanged && name in mineBefore && name in theirsBefore
    if (!isKnown && !isDeepStrictEqual(mine[name], theirs[name])) return name
  }
  return null
}

function partsOf(state: SessionState): { readonly [name: string]: unknown } {
  return { ...state }
}

/** Every state, and all that it holds, is frozen. */
export const stateFrozen: Invariant = {
  name: 'state-frozen',
  summary: 'Every state is frozen, with all that it holds.',
  check({ states }) {
    const seen = new Set<object>()
    for (const state of states) {
      const open: object[] = [state]
      for (let value = open.pop(); value !== undefined; value = open.pop()) {
        if (seen.has(value)) continue
        seen.add(value)
        if (!Object.isFrozen(value)) return { seq: state.seq, message: 'A part of the state can be changed' }
        for (const each of Object.values(value))
          if (typeof each === 'object' && each !== null) open.push(each)
      }
    }
    return null
  },
}

/**
 * A refusal by a rule that voids its turn is followed by a roll-back where the turn had an accepted update, and the
 * roll-back restores items and goal from before the turn exactly, times and all.
 */
export const rollBackRestores: Invariant = {
  name: 'roll-back-restores',
  summary: 'A turn that is void is rolled back, and the list is exactly what it was before the turn.',
  check({ events, states, promises }) {
    const turns = new Map<string, { readonly start: number; updated: boolean; isShared: boolean }>()
    for (const [index, event] of events.entries()) {
      const { seq } = event
      const who = actorKey(event)
      if (event.type === 'turn.started') turns.set(who, { start: index, updated: false, isShared: false })
      const isWrite = event.type === 'todos.updated' && !event.data.query
      if (isWrite || event.type === 'todos.rolled-back') {
        // What others wrote meanwhile is not taken back with it.
        for (const [other, each] of turns) if (other !== who) each.isShared = true
      }
      const turn = turns.get(who)
      if (turn === undefined || turn.isShared) continue
      const { start } = turn
      if (isWrite) turn.updated = true
      if (event.type === 'todos.rejected' && turn.updated) {
        const voids = event.data.violations.some(({ rule }) => promises.rollsBackOn.includes(rule))
        if (voids && events[index + 1]?.type !== 'todos.rolled-back') {
          return { seq, message: 'The refusal voids the turn, and its update was not rolled back' }
        }
      }
      if (event.type !== 'todos.rolled-back') continue
      turn.updated = false
      const [before, after] = [states[start], states[index]]
      if (!isDeepStrictEqual(before?.items, after?.items)) {
        return { seq, message: 'The items are not those from before the turn' }
      }
      if (before?.goal !== after?.goal)
        return { seq, message: 'The goal is not the one from before the turn' }
    }
    return null
  },
}

/**
 * Between two fresh inputs there are never more continuations than the policy's budget allows, nor more re-entries of
 * all kinds than the profile's wake budget. Counted from the events, not from what the policy says it used.
 */
export const budgetsKept: Invariant = {
  name: 'budgets-kept',
  summary: 'Between two fresh inputs there are never more continuations and nudges than the budget allows.',
  check({ events, promises }) {
    const { wakeBudget } = promises
    let continuations = 0
    let nudges = 0
    for (const event of events) {
      const { seq } = event
      if (event.type === 'run.started') {
        const { trigger, woke = false } = event.data
        if (trigger === 'user' || trigger === 'external' || woke) continuations = nudges = 0
        else if (trigger === 'reply' || trigger === 'subagent') nudges += 1
      }
      if (event.type === 'continuation.issued') {
        continuations += 1
        const { budget, used } = event.data
        if (budget !== null && (used > budget || continuations > budget)) {
          return { seq, message: `Continuation ${continuations} (${used} by its own count) of ${budget}` }
        }
        if (used < continuations) {
          return { seq, message: `Continuation ${continuations} says that ${used} were used` }
        }
      }
      if (wakeBudget !== null && continuations + nudges > wakeBudget) {
        return { seq, message: `Re-entry ${continuations + nudges} of a wake budget of ${wakeBudget}` }
      }
    }
    return null
  },
}

/** The distances that a profile's reminders keep at least. */
interface NagDistance {
  /** Turns since the last accepted update, or since the beginning. */
  readonly after: number
  /** Turns since the last reminder. */
  readonly spacing: number
}

/** The distances as the profile's settings name them (`nagAfter`, `nagSpacing`, `staleAfter`, `staleSpacing`); else 1. */
function nagDistanceOf({ settings }: Profile): NagDistance {
  const setting = (...names: readonly string[]) =>
    names.map((name) => settings[name]).find((value) => typeof value === 'number') ?? 1
  return { after: setting('nagAfter', 'staleAfter'), spacing: setting('nagSpacing', 'staleSpacing') }
}

/** A reminder comes once a turn at most, right after a turn with tool calls that was not cut off. */
export const nagsFollowWork: Invariant = {
  name: 'nags-follow-work',
  summary: 'A reminder comes at most once a turn, right at the end of a turn with tool calls.',
  check({ events, states }) {
    for (const [index, event] of events.entries()) {
      if (event.type !== 'nag.issued') continue
      const { seq } = event
      if (events[index - 1]?.type !== 'turn.ended')
        return { seq, message: 'It does not come at a turn’s end' }
      const turn = states[index]?.turn
      if (turn === undefined || turn.todoCalls + turn.otherCalls === 0) {
        return { seq, message: `Turn ${event.turn} had no tool call and was reminded` }
      }
    }
    return null
  },
}

/**
 * Reminders of a profile that does not say when they are due keep the distances of its settings. A policy that adapts
 * says in each reminder at which threshold it came: that one is kept, also from the last reminder on.
 */
export const nagsKeepDistance: Invariant = {
  name: 'nags-keep-distance',
  summary: 'A reminder keeps its distance from the last update and from the last reminder.',
  check({ events, promises }) {
    if (promises.promises.nags !== undefined) return null
    const fixed = nagDistanceOf(promises)
    let lastUpdate = 0
    let lastNag: number | null = null
    for (const event of events) {
      const { seq, turn } = event
      if (event.type === 'todos.updated' && !event.data.query) lastUpdate = turn
      if (event.type !== 'nag.issued') continue
      if (promises.nag === null) return { seq, message: 'The profile never reminds' }
      const { threshold } = event.data
      const { after, spacing } = threshold === undefined ? fixed : { after: threshold, spacing: threshold }
      if (turn - lastUpdate < after) {
        return { seq, message: `A reminder ${turn - lastUpdate} turns after the update, not ${after}` }
      }
      if (lastNag !== null && turn - lastNag < spacing) {
        return { seq, message: `A reminder ${turn - lastNag} turns after the last one, not ${spacing}` }
      }
      lastNag = turn
    }
    return null
  },
}

/**
 * The next turn delivers every reminder that waits, the supervisor's next run every continuation; fresh input takes a
 * continuation's place. Nothing else is delivered, and the state says at each event what still waits.
 */
export const deliveredOnce: Invariant = {
  name: 'delivered-once',
  summary: 'Every reminder and continuation that was issued is delivered exactly once, and waits until then.',
  check({ events, states }) {
    const waiting = new Map<string, Undelivered['kind']>()
    for (const [index, event] of events.entries()) {
      const wrong = settle(waiting, event)
      if (wrong !== null) return wrong
      const said = (states[index]?.undelivered ?? []).map(({ id }) => id).join(' ')
      if (said !== [...waiting.keys()].join(' ')) {
        return {
          seq: event.seq,
          message: `The state says that [${said}] waits, not [${[...waiting.keys()].join(' ')}]`,
        }
      }
    }
    return null
  },
}

function settle(waiting: Map<string, Undelivered['kind']>, event: TodoEvent): Breakage | null {
  const { seq } = event
  if (event.type === 'nag.issued') waiting.set(event.id, 'nag')
  if (event.type === 'continuation.issued') waiting.set(event.id, 'continuation')
  if (event.type === 'todos.updated' && event.data.edit === true) waiting.set(event.id, 'edit')
  if (event.type !== 'turn.started' && event.type !== 'run.started') return null
  for (const id of event.data.delivers) {
    if (!waiting.delete(id)) return { seq, message: `${event.type} delivers ${id}, which does not wait` }
  }
  const takes = event.type === 'turn.started' ? ['nag', 'edit'] : continuationDue(event.data.trigger)
  const late = [...waiting].find(([, kind]) => takes.includes(kind))
  if (late !== undefined && !isFresh(event)) return { seq, message: `${event.type} leaves ${late[0]} behind` }
  if (isFresh(event)) for (const [id, kind] of waiting) if (kind === 'continuation') waiting.delete(id)
  return null
}

function continuationDue(trigger: string): readonly string[] {
  return trigger === 'continuation' || trigger === 'wake' ? ['continuation'] : []
}

function isFresh(event: TodoEvent): boolean {
  if (event.type !== 'run.started') return false
  const { trigger, woke = false } = event.data
  return trigger === 'user' || trigger === 'external' || woke
}
