/** What holds in every session, whatever the model and the host do: said of events and states alone. */

import { isDeepStrictEqual } from 'node:util'
import { stateOf } from '../actor-state.js'
import { isFromOutside, isSameActor } from '../actors.js'
import { decide } from '../decide.js'
import type { EventOf, EventType, RuleMode, TodoEvent } from '../events.js'
import { isOpen } from '../items.js'
import { besideSign } from '../profiles/beside.js'
import { createReducer } from '../reducer.js'
import { builtinRules } from '../rules/builtin-rules.js'
import { evidenceRequired } from '../rules/evidence-required.js'
import { oneUpdatePerTurn } from '../rules/one-update-per-turn.js'
import { checkRule, type Rule } from '../rules/rule.js'
import { initialState, type SessionState, type TodoItem, type Undelivered } from '../state.js'
import type { AnswerStep, SessionRun } from './drive-session.js'

/** Where an invariant does not hold. */
export interface Breakage {
  /** The seq of the event at which it shows. */
  readonly seq: number
  /** What is wrong, in one sentence. */
  readonly message: string
}

/** One thing that holds in every session. */
export interface Invariant {
  /** Its name, such as `budgets-kept`. */
  readonly name: string
  /** What holds, in one sentence. */
  readonly summary: string
  /** The events that it is about: in a session without any of them it has nothing to say. Absent: it always has. */
  readonly about?: readonly EventType[]
  /** The first place where it does not hold, or null. */
  check(run: SessionRun): Breakage | null
}

/** One event with the states around it. */
interface Step {
  readonly event: TodoEvent
  readonly index: number
  readonly before: SessionState
  readonly after: SessionState
}

/** An invariant that looks at each event by itself. */
function ofEachEvent(
  name: string,
  summary: string,
  about: readonly EventType[],
  judge: (step: Step, run: SessionRun) => string | null,
): Invariant {
  return {
    ...{ name, summary, about },
    check(run) {
      for (const [index, event] of run.events.entries()) {
        const after = run.states[index]
        if (!about.includes(event.type) || after === undefined) continue
        const message = judge({ event, index, before: run.states[index - 1] ?? initialState, after }, run)
        if (message !== null) return { seq: event.seq, message }
      }
      return null
    },
  }
}

/** A rule that no accepted update may break, and its options with the defaults filled in. */
interface PromisedRule {
  readonly rule: Rule
  readonly options: Rule['defaults']
}

const promisedByRun = new WeakMap<SessionRun, readonly PromisedRule[]>()

/** The rules that the run's profile, or the one that it is to be like, sets to `reject`, and own ones. */
function promisedRules(run: SessionRun): readonly PromisedRule[] {
  const known = promisedByRun.get(run) ?? findPromisedRules(run)
  promisedByRun.set(run, known)
  return known
}

function findPromisedRules({ like, rules }: SessionRun): readonly PromisedRule[] {
  const set = new Map(like.rules.map((setting) => [setting.id, setting]))
  const own = new Map(rules.map((rule) => [rule.id, rule]))
  const builtin = new Map(builtinRules.map((rule) => [rule.id, rule]))
  return [...new Set([...set.keys(), ...own.keys()])].flatMap((id) => {
    const { mode = 'reject', options } = set.get(id) ?? {}
    const [mine, original] = [own.get(id), builtin.get(id)]
    // A built-in rule is as it is built in, whatever stands for it, unless that says that it is another version.
    const rule = mine === undefined || mine.version === original?.version ? (original ?? mine) : mine
    return rule === undefined || mode !== 'reject'
      ? []
      : [{ rule, options: { ...rule.defaults, ...options } }]
  })
}

const modeOf = ({ like }: SessionRun, rule: string): RuleMode =>
  like.rules.find(({ id }) => id === rule)?.mode ?? 'reject'

const seqWithoutGaps: Invariant = {
  name: 'seq-without-gaps',
  summary: 'Events are numbered 1, 2, 3 … without a gap, turns follow each other, and each has its state.',
  check({ events, states }) {
    let turn = 0
    const turns = new Map<string, number>()
    for (const [index, event] of events.entries()) {
      const { seq } = event
      if (seq !== index + 1) return { seq, message: `Event ${index + 1} of the log has seq ${seq}` }
      if (states[index]?.seq !== seq) return { seq, message: `The state after event ${seq} is not there` }
      const who = JSON.stringify(event.actor)
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
    if (states.length === events.length) return null
    return { seq: events.length, message: `${events.length} events led to ${states.length} states` }
  },
}

const keysUnique: Invariant = {
  name: 'event-ids-and-keys-unique',
  summary: 'No event id comes twice, and the key of a removed item is never used again.',
  check({ events, states }) {
    const ids = new Set<string>()
    const keys = new Set<string>()
    for (const [index, event] of events.entries()) {
      const { seq, id } = event
      if (ids.has(id)) return { seq, message: `The event id ${id} comes twice` }
      ids.add(id)
      const items = states[index]?.items ?? []
      if (new Set(items.map(({ key }) => key)).size < items.length)
        return { seq, message: 'Two items of the list have the same key' }
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

const rulesKept = ofEachEvent(
  'rules-kept',
  'No accepted update breaks a rule that is set to reject.',
  ['todos.updated'],
  ({ event, before, after }, run) => {
    if (event.type !== 'todos.updated') return null
    const { changes, tool, input, query, edit = false, contradictions = {}, waivedRules = [] } = event.data
    // Whoever edits has no turn, and breaks no rule on what is done in one.
    const state = edit ? stateOf(after, event.actor ?? null) : after
    for (const { rule, options } of promisedRules(run)) {
      // The gate lets go, and says so; no other rule does.
      if (rule.judges === 'input' || (rule.id === evidenceRequired.id && waivedRules.includes(rule.id)))
        continue
      const [first] = checkRule(rule, state, { options, changes, tool, query, contradictions })
      if (first !== undefined) return `${rule.id} is broken: ${first.message}`
    }
    const [noted] = state.disagreements
    if (noted !== undefined) return `The state itself notes a broken rule at event ${noted.seq}`
    if (edit) return null
    const found = stateOf(before, event.actor ?? null)
    const { violations } = run.like.read({ tool, input, state: found, recorded: null })
    const wrong = violations.find(({ rule }) => modeOf(run, rule) === 'reject')
    return wrong === undefined ? null : `${wrong.rule} is broken: ${wrong.message}`
  },
)

const refusalsNeeded = ofEachEvent(
  'refusals-needed',
  'A call is refused by a rule that is set to reject and that it breaks, and by nothing else.',
  ['todos.rejected'],
  ({ event, before }, run) => {
    if (event.type !== 'todos.rejected') return null
    const { violations, call, tool, input, edit = false } = event.data
    if (violations.length === 0) return 'A call was refused without a violation'
    const promised = promisedRules(run)
    for (const { rule: id } of violations) {
      const mode = modeOf(run, id)
      if (mode !== 'reject') return `${id} is set to ${mode} and refused a call`
      const { rule, options } = promised.find((each) => each.rule.id === id) ?? {}
      // A person's edit is no input of a tool, from which could be told what it would have led to.
      if (rule === undefined || edit || rule.judges === 'input' || judgedBeside.has(id)) continue
      const state = stateOf(before, event.actor ?? null)
      const { intent, violations: ofInput } = run.like.read({ tool, input, state, recorded: null })
      if (ofInput.some((each) => each.rule === id)) continue
      const decided = decide(state, intent)
      const data = { ...decided, call, tool, input, flags: [], reply: '' }
      const { next } = createReducer().attempt(before, { ...event, type: 'todos.updated', data })
      const context = {
        options: options ?? {},
        changes: decided.changes,
        tool,
        query: false,
        contradictions: {},
      }
      if (checkRule(rule, next, context).length === 0) return `${id} refused a call that keeps it`
    }
    return null
  },
)

/** Rules that know more of a call than the list that it leads to: the calls beside it, and what is said of the work. */
const judgedBeside: ReadonlySet<string> = new Set([oneUpdatePerTurn.id, evidenceRequired.id])

const refusedChangesNothing = ofEachEvent(
  'refused-changes-nothing',
  'A refused call and a query leave the list and the goal as they were: the very same objects.',
  ['todos.rejected', 'todos.updated'],
  ({ event, before, after }) => {
    if (event.type !== 'todos.rejected' && !(event.type === 'todos.updated' && event.data.query)) return null
    const parts = ['items', 'goal', 'phase', 'lastUpdate', 'keysUsed', 'idsUsed'] as const
    const changed = parts.find((part) => before[part] !== after[part])
    return changed === undefined ? null : `${event.type} changed the state's ${changed}`
  },
)

const answersMatchEvents: Invariant = {
  name: 'answers-match-events',
  summary:
    'Every todo call has one event, and each answer to it says what the event says, however often it is asked.',
  about: ['todos.updated', 'todos.rejected'],
  check({ events, answers }) {
    const byCall = new Map<string, EventOf<'todos.updated' | 'todos.rejected'>>()
    for (const event of events) {
      if (event.type !== 'todos.updated' && event.type !== 'todos.rejected') continue
      const { call } = event.data
      if (byCall.has(call)) return { seq: event.seq, message: `Call ${call} has a second event` }
      byCall.set(call, event)
    }
    for (const { call, reply } of answers) {
      const event = byCall.get(call)
      if (event === undefined) return { seq: 0, message: `Call ${call} was answered and has no event` }
      if (reply.ok !== (event.type === 'todos.updated') || reply.text !== event.data.reply)
        return { seq: event.seq, message: `Call ${call} was answered otherwise than its event says` }
    }
    return null
  },
}

const replayEqualsLive: Invariant = {
  name: 'replay-equals-live',
  summary:
    'Replaying the log, event by event and in bulk from two places, gives the states that the session had.',
  check({ events, states, rules, reducer }) {
    const plain = createReducer(rules)
    let folded = initialState
    let before: readonly [SessionState, SessionState | undefined] = [folded, undefined]
    for (const [index, event] of events.entries()) {
      folded = plain.reduce(folded, event)
      const live = states[index]
      const part = difference(folded, live, before)
      if (part !== null) return { seq: event.seq, message: `The fold's ${part} differs from the session's` }
      before = [folded, live]
    }
    // From the beginning, and from a place in the middle that is another one in each log.
    for (const from of new Set([0, Math.floor((events.length * 2) / 3)])) {
      const replay = reducer.replay(from === 0 ? initialState : states[from - 1])
      for (const event of events.slice(from)) replay.apply(event)
      const part = difference(replay.finish(), states.at(-1))
      const message = `Bulk replay from event ${from + 1} on gives another ${part} than the session`
      if (part !== null) return { seq: events.length, message }
    }
    return null
  },
}

/** The first part of the state that differs, or null. @param same two states that were the same: what is left of both is not compared again */
function difference(
  one: SessionState,
  other: SessionState | undefined,
  same?: readonly [SessionState, SessionState | undefined],
): string | null {
  if (other === undefined) return 'state'
  const known = new Map(Object.entries(same?.[0] ?? {}))
  const knownLive = new Map(Object.entries(same?.[1] ?? {}))
  const live = new Map(Object.entries(other))
  for (const [name, part] of Object.entries(one)) {
    const isKnown = known.get(name) === part && knownLive.has(name) && knownLive.get(name) === live.get(name)
    if (!isKnown && !isDeepStrictEqual(part, live.get(name))) return name
  }
  return Object.keys(other).find((name) => !Object.hasOwn(one, name)) ?? null
}

const stateFrozen: Invariant = {
  name: 'state-frozen',
  summary: 'Every state is frozen, with all that it holds.',
  check({ states }) {
    const seen = new Set<object>()
    for (const state of states) {
      const left: object[] = [state]
      for (let value = left.pop(); value !== undefined; value = left.pop()) {
        if (seen.has(value)) continue
        seen.add(value)
        if (!Object.isFrozen(value)) return { seq: state.seq, message: 'A part of the state can be changed' }
        left.push(...Object.values(value).filter((each) => typeof each === 'object' && each !== null))
      }
    }
    return null
  },
}

const rollBackRestores: Invariant = {
  name: 'roll-back-restores',
  summary: 'A roll-back brings back the list from before the turn, and comes wherever the profile says so.',
  about: ['todos.rolled-back'],
  check({ events, states, like }) {
    const turns = new Map<string, { start: number; updated: boolean; isShared: boolean }>()
    for (const [index, event] of events.entries()) {
      const { seq } = event
      const who = JSON.stringify(event.actor)
      if (event.type === 'turn.started') turns.set(who, { start: index, updated: false, isShared: false })
      const isWrite = event.type === 'todos.updated' && !event.data.query
      // What others wrote meanwhile is not taken back with it.
      if (isWrite || event.type === 'todos.rolled-back')
        for (const [other, each] of turns) if (other !== who) each.isShared = true
      const turn = turns.get(who)
      if (turn === undefined || turn.isShared) continue
      if (isWrite) turn.updated = true
      if (event.type === 'todos.rejected' && turn.updated) {
        const voids = event.data.violations.some(({ rule }) => like.rollsBackOn.includes(rule))
        if (voids && events[index + 1]?.type !== 'todos.rolled-back')
          return { seq, message: 'The refusal voids the turn, and its update was not rolled back' }
      }
      if (event.type !== 'todos.rolled-back') continue
      turn.updated = false
      const [before, after] = [states[turn.start], states[index]]
      if (!isDeepStrictEqual([before?.items, before?.goal], [after?.items, after?.goal]))
        return { seq, message: 'The list is not the one from before the turn' }
    }
    return null
  },
}

/** Ids that somebody counts are not given out twice in a list; where they are places, they are. */
const idsKept: Invariant = {
  name: 'ids-kept',
  summary:
    'Ids are places where the profile says so; where they are counted, none is given to another item again.',
  about: ['todos.updated'],
  check({ events, states, like: { name, tools, capabilities } }) {
    const ids = capabilities?.replace?.ids ?? (capabilities?.add === undefined ? 'own' : 'lifelong')
    // Lists that stand beside each other have ids of their own each.
    if (ids === 'own' || name.includes(besideSign)) return null
    const owners = new Map<string, string>()
    for (const [index, event] of events.entries()) {
      if (event.type !== 'todos.updated' || event.data.query) continue
      const { seq } = event
      const items = states[index]?.items ?? []
      const kept = new Set(states[index - 1]?.items.map(({ key }) => key))
      // A list of which nothing is left may begin anew.
      if (!items.some(({ key }) => kept.has(key))) owners.clear()
      for (const [place, { id, key }] of items.entries()) {
        const isPlace = ids === 'position' && tools.length === 1 && event.data.edit !== true
        if (isPlace && id !== String(place + 1) && !namesId(event.data.input, id))
          return { seq, message: `Item ${place + 1} of the list has the id ${id}` }
        const owner = owners.get(id) ?? key
        if (ids === 'lifelong' && owner !== key && !namesId(event.data.input, id))
          return { seq, message: `The id ${id} is given to another item again` }
        owners.set(id, key)
      }
    }
    return null
  },
}

/** True where the model itself wrote the id, in a field of any name or as a text of its own. */
function namesId(input: unknown, id: string): boolean {
  if (typeof input === 'string' || typeof input === 'number') return String(input).trim() === id
  return (
    typeof input === 'object' && input !== null && Object.values(input).some((value) => namesId(value, id))
  )
}

/** Where rules put an order on the list, what is open can be closed in some order. */
const canBeClosed = ofEachEvent(
  'list-can-be-closed',
  'No open items wait for each other, as parts or dependencies, so that none could ever be closed.',
  ['todos.updated'],
  ({ after: { items } }, run) => {
    const rules = new Set(promisedRules(run).map(({ rule }) => rule.id))
    const waitsForDependencies = rules.has('dependencies-closed-first')
    const waitsForParts = rules.has('children-closed-first')
    let left = items.filter(isOpen)
    for (;;) {
      const isLeft = (id: string) => left.some((item) => item.id === id)
      const isHeld = (item: TodoItem) =>
        (waitsForDependencies && item.dependencies.some(isLeft)) ||
        (waitsForDependencies && waitsForParts && isHeldAbove(item)) ||
        (waitsForParts && left.some(({ parent }) => parent === item.id))
      const isHeldAbove = ({ parent }: TodoItem): boolean =>
        left.some(({ id, dependencies }) => id === parent && dependencies.some(isLeft))
      const next = left.filter(isHeld)
      if (next.length === left.length) break
      left = next
    }
    if (left.length === 0) return null
    return `Items ${left.map(({ id }) => id).join(', ')} wait for each other, and none can ever be closed`
  },
)

const budgetsKept: Invariant = {
  name: 'budgets-kept',
  summary: 'Between two fresh inputs there are never more continuations and nudges than the budget allows.',
  about: ['continuation.issued'],
  check({ events, like: { wakeBudget } }) {
    let continuations = 0
    let nudges = 0
    for (const event of events) {
      const { seq } = event
      if (event.type === 'run.started') {
        if (isFresh(event)) continuations = nudges = 0
        else if (event.data.trigger === 'reply' || event.data.trigger === 'subagent') nudges += 1
      }
      if (event.type === 'continuation.issued') {
        continuations += 1
        const { budget, used } = event.data
        if (budget !== null && (used > budget || continuations > budget))
          return { seq, message: `Continuation ${continuations} (${used} by its own count) of ${budget}` }
        if (used < continuations)
          return { seq, message: `Continuation ${continuations} says that ${used} were used` }
      }
      if (wakeBudget !== null && continuations + nudges > wakeBudget)
        return { seq, message: `Re-entry ${continuations + nudges} of a wake budget of ${wakeBudget}` }
    }
    return null
  },
}

/** What the profile's own policy says of a run's end happens; an input is turned away only where the budget is spent. */
const continuationsDue: Invariant = {
  name: 'continuations-due',
  summary: 'A run is continued, or ended, as the profile says of the state that it ended in.',
  check({ events, states, steps, like }) {
    const endings = steps.flatMap((step) =>
      step.do === 'answer' ? Array.from({ length: step.times }, (_, time) => endingOf(step, time)) : [],
    )
    let runs = 0
    for (const [index, event] of events.entries()) {
      const { seq, type, data } = event
      const before = states[index - 1] ?? initialState
      const isStop = type === 'continuation.stopped' && events[index + 1]?.type !== 'session.yielded'
      if (isStop && (like.wakeBudget === null || before.continuations.used < like.wakeBudget))
        return { seq, message: `An input begins no run: ${before.continuations.used} re-entries are used` }
      if (type !== 'continuation.issued' && type !== 'session.yielded') continue
      const ending = endings[runs]
      runs += 1
      if (ending === undefined) continue
      const stopped = events[index - 1]?.type === 'continuation.stopped'
      const decision = like.continuation((stopped ? states[index - 2] : before) ?? before, ending)
      const { action, ...said } = decision
      const came = type === 'continuation.issued' ? 'continue' : 'stop'
      if (action !== came)
        return { seq, message: `Run ${runs}: the profile says ${action}, and it is ${came}` }
      if (type === 'continuation.issued' && !isDeepStrictEqual(said, data))
        return { seq, message: `Run ${runs} goes on otherwise than the profile says` }
    }
    return null
  },
}

function endingOf({ text, complete, waitingFor }: AnswerStep, time: number) {
  return { text: time === 0 ? text : `${text} (${time + 1})`, complete, waitingFor }
}

const nagsFollowWork = ofEachEvent(
  'nags-follow-work',
  'A reminder comes at most once a turn, right at the end of a turn with tool calls.',
  ['nag.issued'],
  ({ event, index, after }, { events }) => {
    if (events[index - 1]?.type !== 'turn.ended') return 'It does not come at a turn’s end'
    const { todoCalls, otherCalls } = after.turn
    return todoCalls + otherCalls > 0 ? null : `Turn ${event.turn} had no tool call and was reminded`
  },
)

const nagsDue = ofEachEvent(
  'nags-due',
  'A reminder comes at the end of the very turns at which the profile says so, and of no other.',
  ['turn.ended'],
  ({ event, index, after }, { events, like }) => {
    const due = like.nag?.(stateOf(after, event.actor ?? null)) ?? null
    const next = events[index + 1]
    const came = next?.type === 'nag.issued' ? next.data : null
    // A turn that was cut off may do without: the next one may not.
    const isCut = event.type === 'turn.ended' && event.data.interrupted
    if (isDeepStrictEqual(due, came) || (isCut && came === null)) return null
    if (due === null) return `Turn ${event.turn} is reminded, and the profile has no reason to`
    const silence = `${due.turnsSinceUpdate} turns into a silence`
    return came === null
      ? `Turn ${event.turn} is not reminded, ${silence}`
      : `Turn ${event.turn} is reminded otherwise`
  },
)

/**
 * The next turn delivers every reminder that waits, the supervisor's next run every continuation; fresh input takes a
 * continuation's place. Nothing else is delivered, and the state says at each event what still waits.
 */
const deliveredOnce: Invariant = {
  name: 'delivered-once',
  summary: 'Every reminder and continuation that was issued is delivered exactly once, and waits until then.',
  about: ['nag.issued', 'continuation.issued'],
  check({ events, states }) {
    const waiting = new Map<string, Undelivered['kind']>()
    for (const [index, event] of events.entries()) {
      const { seq, id, type } = event
      if (type === 'nag.issued') waiting.set(id, 'nag')
      if (type === 'continuation.issued') waiting.set(id, 'continuation')
      if (type === 'todos.updated' && event.data.edit === true) waiting.set(id, 'edit')
      if (event.type === 'turn.started' || event.type === 'run.started') {
        const stray = event.data.delivers.find((each) => !waiting.delete(each))
        if (stray !== undefined) return { seq, message: `${type} delivers ${stray}, which does not wait` }
        const continues = event.type === 'run.started' && /^(?:continuation|wake)$/u.test(event.data.trigger)
        const takes = (kind: string) => (type === 'turn.started' ? kind !== 'continuation' : continues)
        const late = [...waiting].find(([, kind]) => takes(kind) && (kind === 'continuation' || !continues))
        if (late !== undefined) return { seq, message: `${type} leaves ${late[0]} behind` }
        if (isFresh(event))
          for (const [each, kind] of waiting) if (kind === 'continuation') waiting.delete(each)
      }
      const said = (states[index]?.undelivered ?? []).map((entry) => entry.id).join(' ')
      const known = [...waiting.keys()].join(' ')
      if (said !== known) return { seq, message: `The state says that [${said}] waits, not [${known}]` }
    }
    return null
  },
}

function isFresh(event: TodoEvent): boolean {
  if (event.type !== 'run.started') return false
  const { trigger, woke = false } = event.data
  return trigger === 'user' || trigger === 'external' || woke
}

/** The invariant for each who works on the list: what is counted of one is counted of no other. */
function ofEachActor(invariant: Invariant): Invariant {
  return {
    ...invariant,
    check(run) {
      for (const life of livesOf(run)) {
        const breakage = invariant.check(life)
        if (breakage !== null) return breakage
      }
      return null
    },
  }
}

/** The run itself where nobody is named; else one for each agent: what it did, edits of others left out. */
function livesOf(run: SessionRun): readonly SessionRun[] {
  if (run.events.every(({ actor }) => actor === undefined)) return [run]
  const actors = new Map(
    run.events.flatMap((event) =>
      isFromOutside(event) ? [] : [[JSON.stringify(event.actor), event.actor ?? null]],
    ),
  )
  const edits = new Set(run.events.filter(isFromOutside).map(({ id }) => id))
  return Array.from(actors.values(), (actor): SessionRun => {
    const own = run.events.flatMap((event, index) => {
      const state = run.states[index]
      if (edits.has(event.id) || state === undefined || !isSameActor(event.actor ?? null, actor)) return []
      const mine = stateOf(state, actor)
      const undelivered = mine.undelivered.filter(({ kind }) => kind !== 'edit')
      return [{ event: withoutDelivered(event, edits), state: { ...mine, undelivered } }]
    })
    return { ...run, events: own.map(({ event }) => event), states: own.map(({ state }) => state) }
  })
}

function withoutDelivered(event: TodoEvent, edits: ReadonlySet<string>): TodoEvent {
  if (event.type !== 'turn.started') return event
  const delivers = event.data.delivers.filter((id) => !edits.has(id))
  return { ...event, data: { ...event.data, delivers } }
}

/** All invariants, in the order in which they are checked. */
export const allInvariants: readonly Invariant[] = [
  ...[seqWithoutGaps, keysUnique, rulesKept, refusalsNeeded, refusedChangesNothing, answersMatchEvents],
  ...[replayEqualsLive, stateFrozen, rollBackRestores, idsKept, canBeClosed],
  ...[budgetsKept, continuationsDue].map(ofEachActor),
  ...[nagsFollowWork, nagsDue],
  ofEachActor(deliveredOnce),
]
