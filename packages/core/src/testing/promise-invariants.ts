/** What a profile's `promises` come to in a session, counted from its events alone: what is due comes, and nothing else. */

import { decide } from '../decide.js'
import type { EventOf, TodoEvent } from '../events.js'
import { isOpen } from '../items.js'
import type { BudgetPromise, LimitPromises, NagPromise, PastNag } from '../profiles/promises.js'
import { createReducer } from '../reducer.js'
import type { SessionState, TodoItem } from '../state.js'
import type { AnswerStep, SessionRun } from './drive-session.js'
import type { Invariant } from './invariants.js'
import { ofEach } from './lives.js'

/** A reminder comes at the end of each turn in which one is due, and of no other. */
const nagsDue: Invariant = {
  name: 'nags-due',
  summary: 'A reminder comes in the very turn in which the profile promises it, and in no other.',
  check({ events, states, promises: { promises } }) {
    const { nags } = promises
    if (nags === undefined) return null
    const silence = new Silence(nags)
    for (const [index, event] of events.entries()) {
      silence.observe(event)
      if (event.type !== 'turn.ended') continue
      const wrong = silence.judge(event, events[index + 1], states[index]?.items ?? [])
      if (wrong !== null) return { seq: event.seq, message: wrong }
    }
    return null
  },
}

/** Counts how long nothing came that ends a silence. */
class Silence {
  readonly #promise: NagPromise | null
  readonly #past: PastNag[] = []
  #turns = 0
  #wasUpdated = false
  /** Whether the turn has tool calls, and one that ends the silence. */
  #works = false
  #ends = false

  constructor(promise: NagPromise | null) {
    this.#promise = promise
  }

  observe(event: TodoEvent): void {
    const promise = this.#promise
    switch (event.type) {
      case 'run.started':
        if (promise?.perRun === true) this.#turns = 0
        return
      case 'turn.started':
        this.#works = false
        this.#ends = false
        return
      case 'tool.called':
        this.#works = true
        return
      case 'todos.rejected':
      case 'todos.updated': {
        this.#works = true
        const isUpdate = event.type === 'todos.updated' && !event.data.query
        if (isUpdate) this.#wasUpdated = true
        if (isUpdate || promise?.endedBy === 'call') this.#end(event.turn)
        return
      }
      case 'turn.ended':
        if (this.#ends) this.#turns = 0
        else if (this.#works || promise?.counts === 'all') this.#turns += 1
        return
      default:
    }
  }

  #end(turn: number): void {
    this.#ends = true
    const last = this.#past.pop()
    if (last !== undefined) this.#past.push({ ...last, endedAfter: last.endedAfter ?? turn - last.turn })
  }

  /** What is wrong at the end of a turn. One that was cut off may do without: the next turn may not. */
  judge(
    { turn, data }: EventOf<'turn.ended'>,
    next: TodoEvent | undefined,
    items: readonly TodoItem[],
  ): string | null {
    const came = next?.type === 'nag.issued'
    const promise = this.#promise
    if (promise === null) return came ? `Turn ${turn} was reminded, and the profile promises never to` : null
    const turnsOf = (value: NagPromise['after']) => (typeof value === 'number' ? value : value(this.#past))
    const threshold = turnsOf(promise.after)
    const spacing = turnsOf(promise.spacing)
    const why = this.#whyNot(promise, { threshold, spacing }, turn, items)
    const place = `${count(this.#turns, 'turn')} into a silence`
    if (came) this.#past.push({ turn, silence: this.#turns, endedAfter: null })
    if (came && why !== null) return `Turn ${turn} is reminded, ${place}: ${why}`
    if (came || why !== null || data.interrupted) return null
    return `Turn ${turn} is not reminded, ${place}: a reminder is due from ${count(threshold, 'turn')} on`
  }

  #whyNot(
    { while: condition }: NagPromise,
    { threshold, spacing }: { readonly threshold: number; readonly spacing: number },
    turn: number,
    items: readonly TodoItem[],
  ): string | null {
    const last = this.#past.at(-1)
    if (!this.#works) return 'it has no tool call'
    if (condition.startsWith('updated') && !this.#wasUpdated) return 'the list was never updated'
    if (condition.endsWith('open') && !items.some(isOpen)) return 'no item is open'
    if (this.#turns < threshold) return `a reminder is due from ${count(threshold, 'turn')} on`
    if (last !== undefined && turn - last.turn < spacing)
      return `the last reminder came ${count(turn - last.turn, 'turn')} before, and ${spacing} must lie between`
    return null
  }
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

/** A run is followed by another one whenever the budget promises it, and never else. */
const budgetUsed: Invariant = {
  name: 'budget-used',
  summary: 'A run is continued whenever the profile promises it, up to the whole budget, and never else.',
  check({ events, states, steps, promises: { promises } }) {
    const { budget } = promises
    if (budget === undefined) return null
    const spending = new Spending(budget, steps.flatMap(endingsOf))
    for (const [index, event] of events.entries()) {
      const wrong = spending.take(event, events[index + 1], states[index]?.items ?? [])
      if (wrong !== null) return { seq: event.seq, message: wrong }
    }
    return null
  },
}

/** How the run ends that a step answers, once for each time. */
function endingsOf(step: SessionRun['steps'][number]): readonly AnswerStep[] {
  return step.do === 'answer' ? Array.from({ length: step.times ?? 1 }, () => step) : []
}

/** Counts what is spent since the last fresh input, and what would stop the next continuation. */
class Spending {
  readonly #promise: BudgetPromise | null
  readonly #endings: readonly AnswerStep[]
  #runs = 0
  #used = 0
  /** The answer that the last continuation followed; undefined before one. */
  #answerBefore: string | null | undefined
  #answer: string | null = null
  #work = 0
  #isReentered = false
  /** Whether a todo tool was called to write since the last continuation, and where that leads when it was not. */
  #isHeeded = true
  #isBlocked = false
  #isSilenced = false

  constructor(promise: BudgetPromise | null, endings: readonly AnswerStep[]) {
    this.#promise = promise
    this.#endings = endings
  }

  take(event: TodoEvent, next: TodoEvent | undefined, items: readonly TodoItem[]): string | null {
    switch (event.type) {
      case 'run.started':
        this.#begin(event.data)
        return null
      case 'message.recorded':
        if (event.data.role === 'assistant') this.#answer = event.data.text
        return null
      case 'tool.called':
        this.#work += 1
        return null
      case 'todos.rejected':
        this.#heed()
        return null
      case 'todos.updated':
        if (!event.data.query) this.#heed()
        if (!event.data.query && event.data.changes.length > 0) this.#work += 1
        return null
      case 'continuation.issued':
      case 'session.yielded':
        return this.#endRun(event.type === 'continuation.issued', items)
      case 'continuation.stopped':
        return next?.type === 'session.yielded' ? null : this.#refuse()
      default:
        return null
    }
  }

  #heed(): void {
    this.#isHeeded = true
    this.#isBlocked = false
    this.#isSilenced = false
  }

  #begin({ trigger, woke = false }: EventOf<'run.started'>['data']): void {
    this.#answer = null
    this.#work = 0
    if (this.#isBlocked) {
      this.#isSilenced = true
      this.#isHeeded = true
    }
    this.#isBlocked = false
    this.#isReentered = trigger === 'continuation' || trigger === 'wake'
    if (trigger === 'user' || trigger === 'external' || woke) {
      this.#used = 0
      this.#answerBefore = undefined
      this.#isHeeded = true
    } else if (this.#promise?.shared === true && !this.#isReentered) this.#used += 1
  }

  #endRun(came: boolean, items: readonly TodoItem[]): string | null {
    const ending = this.#endings[this.#runs]
    this.#runs += 1
    const promise = this.#promise
    const place = `Run ${this.#runs}`
    if (promise === null) return came ? `${place} is continued, and the profile promises never to` : null
    if (ending === undefined) return null
    const why = this.#whyNot(promise, ending, items)
    const spent = spentBudget(this.#used, promise)
    if (came && why !== null) return `${place} is continued: ${why}`
    if (!came && why === null) return `${place} ends with open items and is not continued: ${spent}`
    if (came) {
      this.#used += 1
      this.#answerBefore = this.#answer
      this.#isHeeded = false
    } else if (why === spentBudget(this.#used, promise) && !this.#isHeeded) this.#isBlocked = true
    return null
  }

  #whyNot(
    promise: BudgetPromise,
    { complete, waitingFor }: AnswerStep,
    items: readonly TodoItem[],
  ): string | null {
    const { most, sparesBlocked, stops } = promise
    const goesOn = items.some((item) => isOpen(item) && !(sparesBlocked && item.status === 'blocked'))
    if (!goesOn) return 'no item is open that could go on'
    if (waitingFor !== null) return `it waits for ${waitingFor}`
    if (stops.includes('incomplete') && !complete) return 'its answer was cut off'
    if (stops.includes('unheeded') && this.#isSilenced) return 'what came before was not heeded'
    if (this.#used >= most) return spentBudget(this.#used, promise)
    const isSame = this.#answer !== null && this.#answer === this.#answerBefore
    if (stops.includes('identical') && isSame) return 'its answer is that of before the last continuation'
    if (stops.includes('idle') && this.#isReentered && this.#work === 0) return 'nothing was done in it'
    return null
  }

  /** A reply or a sub-agent's news that begins no run. */
  #refuse(): string | null {
    const promise = this.#promise
    if (promise === null || this.#used >= promise.most) return null
    return `An input begins no run: ${spentBudget(this.#used, promise)}`
  }
}

function spentBudget(used: number, { most }: BudgetPromise): string {
  return `${used} of ${most} re-entries ${used === 1 ? 'is' : 'are'} used`
}

type Measured = keyof LimitPromises

const measures: { readonly [what in Measured]: (items: readonly TodoItem[]) => number } = {
  items: (items) => items.length,
  open: (items) => items.filter(isOpen).length,
  inProgress: (items) => items.filter(({ status }) => status === 'in_progress').length,
  textLength: (items) => Math.max(0, ...items.map(({ text }) => text.length)),
}

const measureNames: { readonly [what in Measured]: string } = {
  items: 'items',
  open: 'open items',
  inProgress: 'items in progress',
  textLength: 'characters in a text',
}

/** What is accepted stays within each limit, and no limit refuses what stays within it. */
const limitsKept: Invariant = {
  name: 'limits-kept',
  summary: 'The list grows up to each limit that the profile promises, and no further.',
  check(run) {
    const { limits = {} } = run.promises.promises
    for (const what of Object.keys(measures) as readonly Measured[]) {
      const limit = limits[what]
      if (limit === undefined) continue
      for (const [index, event] of run.events.entries()) {
        if (event.type === 'todos.updated' && !event.data.query) {
          const count = measures[what](run.states[index]?.items ?? [])
          if (count > limit.most)
            return {
              seq: event.seq,
              message: `${count} ${measureNames[what]} are accepted, of ${limit.most} at the most`,
            }
        }
        // A person's edit is no input of a tool, from which could be told what it would have led to.
        if (event.type !== 'todos.rejected' || event.data.edit === true) continue
        if (!event.data.violations.some(({ rule }) => rule === limit.rule)) continue
        const wanted = wantedItems(run, event, run.states[index - 1])
        const count = wanted === null ? null : measures[what](wanted)
        if (count !== null && count <= limit.most) {
          return {
            seq: event.seq,
            message: `${limit.rule} refuses ${count} ${measureNames[what]}, and ${limit.most} are allowed`,
          }
        }
      }
    }
    return null
  },
}

/** The list that a refused call would have led to; null where that can't be. */
function wantedItems(
  { promises: profile }: SessionRun,
  event: EventOf<'todos.rejected'>,
  before: SessionState | undefined,
): readonly TodoItem[] | null {
  if (before === undefined) return null
  const { call, tool, input } = event.data
  const { intent } = profile.read({ tool, input, state: before, recorded: null })
  const data = { ...decide(before, intent), call, tool, input, flags: [], reply: '' }
  const { id, session, seq, turn, at, version } = event
  return createReducer().attempt(before, { id, session, seq, turn, at, type: 'todos.updated', version, data })
    .next.items
}

/** Ids are what the profile says, and one that is not the model's is not given out again. */
const idsKept: Invariant = {
  name: 'ids-kept',
  summary:
    'Ids are places where the profile says so; where they are counted, none is used for another item again.',
  check({ events, states, promises: { promises } }) {
    const { ids } = promises
    if (ids === undefined || ids === 'own') return null
    const owners = new Map<string, string>()
    for (const [index, event] of events.entries()) {
      if (event.type !== 'todos.updated' || event.data.query) continue
      const { seq } = event
      const items = states[index]?.items ?? []
      if (ids === 'list' && (items.length === 0 || startsAnew(states[index - 1], items))) owners.clear()
      for (const [place, item] of items.entries()) {
        const { id, key } = item
        if (ids === 'position') {
          if (id !== String(place + 1))
            return { seq, message: `Item ${place + 1} of the list has the id ${id}` }
          continue
        }
        const owner = owners.get(id) ?? key
        if (owner !== key && !namesId(event.data.input, id))
          return { seq, message: `The id ${id} is given to another item again` }
        owners.set(id, key)
      }
    }
    return null
  },
}

/** True where no item of the list before is left. */
function startsAnew(before: SessionState | undefined, items: readonly TodoItem[]): boolean {
  const kept = new Set(before?.items.map(({ key }) => key))
  return !items.some(({ key }) => kept.has(key))
}

/** True where the model itself wrote the id, in a field of this name or as a text of its own. */
function namesId(input: unknown, id: string): boolean {
  if (typeof input === 'string' || typeof input === 'number') return String(input).trim() === id
  if (typeof input !== 'object' || input === null) return false
  return Object.values(input).some((value) => namesId(value, id))
}

/** The promises that a profile makes, each as an invariant. */
export const promiseInvariants: readonly Invariant[] = [
  ofEach(nagsDue),
  ofEach(budgetUsed),
  limitsKept,
  idsKept,
]
