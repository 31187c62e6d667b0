/** What profiles and rules can break, and must not whatever the model and the host do: said of events and states alone. */

import { isDeepStrictEqual } from 'node:util'
import { stateOf } from '../actors.js'
import { decide } from '../decide.js'
import type { EventType, RuleMode, TodoEvent } from '../events.js'
import { isOpen } from '../items.js'
import { besideSign } from '../profiles/beside.js'
import { createReducer } from '../reducer.js'
import { builtinRules } from '../rules/builtin-rules.js'
import { evidenceRequired } from '../rules/evidence-required.js'
import { oneUpdatePerTurn } from '../rules/list-rules.js'
import { checkRule } from '../rules/rule.js'
import { initialState, type SessionState, type TodoItem } from '../state.js'
import type { SessionRun } from './drive-session.js'

/** Where an invariant does not hold: the seq of the event at which it shows, and what is wrong, in one sentence. */
export interface Breakage {
  readonly seq: number
  readonly message: string
}

export interface Invariant {
  readonly name: string
  readonly summary: string
  /** The events that it is about: in a session without any of them it has nothing to say. Absent: it always has. */
  readonly about?: readonly EventType[]
  check(run: SessionRun): Breakage | null
}

/** One event with the states around it, as whoever did it sees them. */
interface Step {
  readonly event: TodoEvent
  readonly index: number
  readonly before: SessionState
  readonly after: SessionState
}

type Judge = (step: Step) => string | null

/** The rules that no accepted update may break, with their options. */
function promisedRules({ like, rules }: SessionRun) {
  const set = new Map(like.rules.map((setting) => [setting.id, setting]))
  const ids = new Set([...set.keys(), ...rules.map(({ id }) => id)])
  return [...ids].flatMap((id) => {
    const { mode = 'reject', options } = set.get(id) ?? {}
    const [mine, original] = [rules, builtinRules].map((known) => known.find((rule) => rule.id === id))
    // A built-in rule is as it is built in, whatever stands for it, unless that says that it is another version.
    const rule = mine === undefined || mine.version === original?.version ? (original ?? mine) : mine
    return rule === undefined || mode !== 'reject'
      ? []
      : [{ rule, options: { ...rule.defaults, ...options } }]
  })
}

const modeOf = ({ like }: SessionRun, rule: string): RuleMode =>
  like.rules.find(({ id }) => id === rule)?.mode ?? 'reject'

/** Rules that know more of a call than the list that it leads to: the calls beside it, and what is said of the work. */
const judgedBeside: ReadonlySet<string> = new Set([oneUpdatePerTurn.id, evidenceRequired.id])

function difference(one: SessionState, other: SessionState = initialState): string | null {
  const [parts, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  const names = [...parts.keys(), ...others.keys()]
  return names.find((name) => !isDeepStrictEqual(parts.get(name), others.get(name))) ?? null
}

/** True where the model itself wrote the id, in a field of any name or as a text of its own. */
function namesId(input: unknown, id: string): boolean {
  if (typeof input === 'string' || typeof input === 'number')
    return [String(input), String(input).trim()].includes(id)
  return typeof input === 'object' && input !== null && Object.values(input).some((each) => namesId(each, id))
}

export function isFresh(event: TodoEvent): boolean {
  if (event.type !== 'run.started') return false
  const { trigger, woke = false } = event.data
  return trigger === 'user' || trigger === 'external' || woke
}

export const updates: readonly EventType[] = ['todos.updated']

/** @param about no events where it always has something to say; @param begin gives what looks at each event in turn */
export function invariant(
  name: string,
  summary: string,
  about: readonly EventType[],
  begin: (run: SessionRun) => Judge,
): Invariant {
  return {
    name,
    summary,
    ...(about.length === 0 ? {} : { about }),
    check(run) {
      const judge = begin(run)
      for (const [index, event] of run.events.entries()) {
        const seenBy = (state = initialState) => stateOf(state, event.actor ?? null)
        const [before, after] = [seenBy(run.states[index - 1]), seenBy(run.states[index])]
        const message = judge({ event, index, before, after })
        if (message !== null) return { seq: event.seq, message }
      }
      return null
    },
  }
}

/** All invariants, in the order in which they are checked. */
export const allInvariants: readonly Invariant[] = [
  invariant('rules-kept', 'No accepted update breaks a rule that is set to reject.', updates, (run) => {
    const promised = promisedRules(run)
    return ({ event, before, after }) => {
      if (event.type !== 'todos.updated') return null
      const { changes, tool, input, query, edit = false, contradictions = {}, waivedRules = [] } = event.data
      for (const { rule, options } of promised) {
        // The gate lets go, and says so; no other rule does.
        if (rule.judges === 'input' || (rule.id === evidenceRequired.id && waivedRules.includes(rule.id)))
          continue
        const [first] = checkRule(rule, after, { options, changes, tool, query, contradictions })
        if (first !== undefined) return `${rule.id} is broken: ${first.message}`
      }
      const [noted] = after.disagreements
      if (noted !== undefined) return `The state itself notes a broken rule at event ${noted.seq}`
      if (edit) return null
      const { violations } = run.like.read({ tool, input, state: before, recorded: null })
      const wrong = violations.find(({ rule }) => modeOf(run, rule) === 'reject')
      return wrong === undefined ? null : `${wrong.rule} is broken: ${wrong.message}`
    }
  }),
  invariant(
    'refusals-needed',
    'A call is refused by a rule that is set to reject and that it breaks, and by nothing else.',
    ['todos.rejected'],
    (run) => {
      const promised = promisedRules(run)
      return ({ event, index, before }) => {
        if (event.type !== 'todos.rejected') return null
        const { violations, call, tool, input, edit = false } = event.data
        if (violations.length === 0) return 'A call was refused without a violation'
        for (const { rule: id } of violations) {
          const mode = modeOf(run, id)
          if (mode !== 'reject') return `${id} is set to ${mode} and refused a call`
          const { rule, options = {} } = promised.find((each) => each.rule.id === id) ?? {}
          // A person's edit is no input of a tool, from which could be told what it would have led to.
          if (rule === undefined || edit || rule.judges === 'input' || judgedBeside.has(id)) continue
          const reading = run.like.read({ tool, input, state: before, recorded: null })
          if (reading.violations.some((each) => each.rule === id)) continue
          const decided = decide(before, reading.intent)
          const data = { ...decided, call, tool, input, flags: [], reply: '' }
          const found = run.states[index - 1] ?? initialState
          const { next } = createReducer().attempt(found, { ...event, type: 'todos.updated', data })
          const context = { options, changes: decided.changes, tool, query: false, contradictions: {} }
          if (checkRule(rule, next, context).length === 0) return `${id} refused a call that keeps it`
        }
        return null
      }
    },
  ),
  invariant(
    'replay-equals-live',
    'Replaying the log gives the states that the session had.',
    [],
    ({ states, rules }) => {
      const { accept } = createReducer(rules)
      let folded = initialState
      return ({ event, index }) => {
        folded = accept(folded, event)
        const part = difference(folded, states[index])
        return part === null ? null : `The fold's ${part} differs from the session's`
      }
    },
  ),
  invariant(
    'roll-back-restores',
    'A roll-back brings back the list from before the turn, and comes wherever the profile says so.',
    ['todos.rolled-back'],
    ({ events, states, like }) => {
      const turns = new Map<string, { start: number; updated: boolean; isShared: boolean }>()
      return ({ event, index, after }) => {
        const who = JSON.stringify(event.actor)
        if (event.type === 'turn.started') turns.set(who, { start: index, updated: false, isShared: false })
        const isWrite = event.type === 'todos.updated' && !event.data.query
        // What others wrote meanwhile is not taken back with it.
        if (isWrite || event.type === 'todos.rolled-back')
          for (const [other, each] of turns) if (other !== who) each.isShared = true
        const turn = turns.get(who)
        if (turn === undefined || turn.isShared) return null
        if (isWrite) turn.updated = true
        if (event.type === 'todos.rejected' && turn.updated) {
          const voids = event.data.violations.some(({ rule }) => like.rollsBackOn.includes(rule))
          return voids && events[index + 1]?.type !== 'todos.rolled-back'
            ? 'The refusal voids the turn, and its update was not rolled back'
            : null
        }
        if (event.type !== 'todos.rolled-back') return null
        turn.updated = false
        const start = states[turn.start]
        const isRestored = isDeepStrictEqual([start?.items, start?.goal], [after.items, after.goal])
        return isRestored ? null : 'The list is not the one from before the turn'
      }
    },
  ),
  // Ids that somebody counts are not given out twice in a list; where they are places, they are.
  invariant(
    'ids-kept',
    'Ids are places where the profile says so; where they are counted, none is given to another item again.',
    updates,
    ({ states, like: { name, tools, capabilities } }) => {
      const ids = capabilities?.replace?.ids ?? (capabilities?.add === undefined ? 'own' : 'lifelong')
      const owners = new Map<string, string>()
      return ({ event, index, after: { items } }) => {
        // Lists that stand beside each other have ids of their own each.
        if (ids === 'own' || name.includes(besideSign)) return null
        if (event.type !== 'todos.updated' || event.data.query) return null
        const { input, edit = false } = event.data
        const kept = new Set(states[index - 1]?.items.map(({ key }) => key))
        // A list of which nothing is left may begin anew.
        if (!items.some(({ key }) => kept.has(key))) owners.clear()
        for (const [place, { id, key }] of items.entries()) {
          const isFree = namesId(input, id)
          if (ids === 'position' && tools.length === 1 && !edit && id !== String(place + 1) && !isFree)
            return `Item ${place + 1} of the list has the id ${id}`
          if (ids === 'lifelong' && (owners.get(id) ?? key) !== key && !isFree)
            return `The id ${id} is given to another item again`
          owners.set(id, key)
        }
        return null
      }
    },
  ),
  // Where rules put an order on the list, what is open can be closed in some order.
  invariant(
    'list-can-be-closed',
    'No open items wait for each other, as parts or dependencies, so that none could ever be closed.',
    updates,
    (run) => {
      const rules = new Set(promisedRules(run).map(({ rule }) => rule.id))
      const forDependencies = rules.has('dependencies-closed-first')
      const forParts = rules.has('children-closed-first')
      const heldAmong = (left: readonly TodoItem[]) => {
        const waits = ({ dependencies }: TodoItem) => left.some(({ id }) => dependencies.includes(id))
        const parentsOf = ({ parent }: TodoItem) => left.filter(({ id }) => id === parent)
        return left.filter(
          (item) =>
            (forDependencies && (waits(item) || (forParts && parentsOf(item).some(waits)))) ||
            (forParts && left.some(({ parent }) => parent === item.id)),
        )
      }
      return ({ event, after }) => {
        if (event.type !== 'todos.updated') return null
        let left: readonly TodoItem[] = after.items.filter(isOpen)
        for (let held = heldAmong(left); held.length < left.length; held = heldAmong(left)) left = held
        if (left.length === 0) return null
        return `Items ${left.map(({ id }) => id).join(', ')} wait for each other, and none can ever be closed`
      }
    },
  ),
  invariant(
    'budgets-kept',
    'Between two fresh inputs there are never more continuations and nudges than the budget allows.',
    ['continuation.issued'],
    ({ like: { wakeBudget } }) => {
      let continuations = 0
      let nudges = 0
      return ({ event }) => {
        if (isFresh(event)) continuations = nudges = 0
        else if (event.type === 'run.started' && /^(?:reply|subagent)$/u.test(event.data.trigger)) nudges += 1
        if (event.type === 'continuation.issued') {
          continuations += 1
          const { budget, used } = event.data
          if (budget !== null && (used > budget || continuations > budget))
            return `Continuation ${continuations} (${used} by its own count) of ${budget}`
          if (used < continuations) return `Continuation ${continuations} says that ${used} were used`
        }
        const isOver = wakeBudget !== null && continuations + nudges > wakeBudget
        return isOver ? `Re-entry ${continuations + nudges} of a wake budget of ${wakeBudget}` : null
      }
    },
  ),
  // What the profile's own policy says of a run's end happens; an input is turned away only where the budget is spent.
  invariant(
    'continuations-due',
    'A run is continued, or ended, as the profile says of the state that it ended in.',
    ['continuation.issued', 'session.yielded'],
    ({ events, states, steps, like }) => {
      const endings = steps.flatMap((step) =>
        step.do === 'answer'
          ? Array.from({ length: step.times }, (_, time) => ({
              text: time === 0 ? step.text : `${step.text} (${time + 1})`,
              complete: step.complete,
              waitingFor: step.waitingFor,
            }))
          : [],
      )
      let runs = 0
      return ({ event, index, before }) => {
        const { type, data } = event
        const isStop = type === 'continuation.stopped' && events[index + 1]?.type !== 'session.yielded'
        if (isStop && (like.wakeBudget === null || before.continuations.used < like.wakeBudget))
          return `An input begins no run: ${before.continuations.used} re-entries are used`
        if (type !== 'continuation.issued' && type !== 'session.yielded') return null
        const ending = endings[runs]
        if (ending === undefined) return null
        runs += 1
        const stopped = events[index - 1]?.type === 'continuation.stopped'
        const { action, ...said } = like.continuation(
          (stopped ? states[index - 2] : before) ?? before,
          ending,
        )
        const came = type === 'continuation.issued' ? 'continue' : 'stop'
        if (action !== came) return `Run ${runs}: the profile says ${action}, and it is ${came}`
        return type === 'continuation.issued' && !isDeepStrictEqual(said, data)
          ? `Run ${runs} goes on otherwise than the profile says`
          : null
      }
    },
  ),
  invariant(
    'nags-due',
    'A reminder comes at the end of the very turns at which the profile says so, and of no other.',
    ['turn.ended'],
    ({ events, like }) => {
      return ({ event, index, after }) => {
        if (event.type === 'nag.issued' && events[index - 1]?.type !== 'turn.ended')
          return 'A reminder does not come at a turn’s end'
        if (event.type === 'nag.issued' && after.turn.todoCalls + after.turn.otherCalls === 0)
          return `Turn ${event.turn} had no tool call and was reminded`
        if (event.type !== 'turn.ended') return null
        const due = like.nag?.(after) ?? null
        const next = events[index + 1]
        const came = next?.type === 'nag.issued' ? next.data : null
        // A turn that was cut off may do without: the next one may not.
        if (isDeepStrictEqual(due, came) || (event.data.interrupted && came === null)) return null
        if (due === null) return `Turn ${event.turn} is reminded, and the profile has no reason to`
        return came === null
          ? `Turn ${event.turn} is not reminded, ${due.turnsSinceUpdate} turns into a silence`
          : `Turn ${event.turn} is reminded otherwise`
      }
    },
  ),
]
