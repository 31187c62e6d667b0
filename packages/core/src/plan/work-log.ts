/** What was worked on, when, and for how long: items in progress, items that closed, calls beside them. */

import type { Change, TodoEvent, TodoStatus } from '../events.js'
import type { SessionObserver } from '../history.js'
import { itemOfKey } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'

/** A point on a session's own clock. */
export interface WorkTime {
  /** The turn. */
  readonly turn: number
  /**
   * Seconds of work since the session began: those between the end of a run and the next input are left out. Null where
   * the log does not say times.
   */
  readonly seconds: number | null
}

/** How much work something took. */
export interface Work {
  /** Turns from its beginning to its end. */
  readonly turns: number
  /** Seconds of work; null where the log does not say times. */
  readonly seconds: number | null
  /** Calls of other tools than the todo tools. */
  readonly calls: number
}

/** What an update did to the open items, by their keys. */
export interface ListStep extends WorkTime {
  /** Those that came, or were opened again. */
  readonly opened: readonly string[]
  /** Those that were open and are completed or cancelled now. */
  readonly closed: readonly string[]
  /** Those that were open and left the list. */
  readonly left: readonly string[]
}

/** The work on one item. */
export interface ItemWork extends Work {
  /** The item's internal key. */
  readonly key: string
  /** The id that it has, or had last. */
  readonly id: string
  /** Its text, as it was last. */
  readonly text: string
  /** Its status, as it was last. */
  readonly status: TodoStatus
  /** How often it was taken up: more than once where it was put aside in between. */
  readonly stretches: number
}

/** Where the calls and the time of a session went. */
export interface Focus {
  /** How many items were in progress at some time. */
  readonly items: number
  /** How often another item was taken up while the one before was neither closed nor gone. */
  readonly switches: number
  /** Calls of other tools than the todo tools. */
  readonly calls: FocusShares<number>
  /** Seconds of work; null where the log does not say times. */
  readonly seconds: FocusShares<number> | null
}

/** Something by what was in progress meanwhile. */
export interface FocusShares<Value> {
  /** While an item was in progress. */
  readonly inItem: Value
  /** Of that: while several were. */
  readonly inSeveral: Value
  /** While items were open, and none of them in progress. */
  readonly outside: Value
  /** While no item was open. */
  readonly withoutList: Value
}

/** What a session worked on. Plain data. */
export interface SessionWork {
  /** Its last moment. */
  readonly now: WorkTime
  /** Every update that changed which items are open, in order. */
  readonly steps: readonly ListStep[]
  /** The items that were in progress at some time, in the order in which they were first. */
  readonly items: readonly ItemWork[]
  /** Where its calls and its time went. */
  readonly focus: Focus
}

type Share = keyof FocusShares<number>
type Shares = { [Part in Share]: number }

interface Stretch extends WorkTime {
  readonly calls: number
}

interface Taken {
  turns: number
  seconds: number
  calls: number
  stretches: number
  /** Where it is in progress, since when. */
  since: Stretch | null
}

/** Follows a session. Memory grows with its updates and its items; an update costs what it changes. */
export class WorkLog implements SessionObserver {
  readonly #statuses = new Map<string, TodoStatus>()
  readonly #taken = new Map<string, Taken>()
  readonly #busy = new Set<string>()
  readonly #gone = new Map<string, Pick<ItemWork, 'id' | 'text' | 'status'>>()
  readonly #steps: ListStep[] = []
  readonly #calls: Shares = { inItem: 0, inSeveral: 0, outside: 0, withoutList: 0 }
  readonly #seconds: Shares = { inItem: 0, inSeveral: 0, outside: 0, withoutList: 0 }
  #items: readonly TodoItem[] = []
  #open = 0
  #switches = 0
  /** The item that was taken up last. */
  #last: string | null = null
  #turn = 0
  #at: number | null = null
  #hasTimes = true
  #worked = 0
  #called = 0

  /** Takes in an event. @param state the state after it */
  observe(event: TodoEvent, state: SessionState): void {
    this.#pass(event)
    this.#turn = event.turn
    if (event.type === 'tool.called') {
      this.#called += 1
      this.#add(this.#calls, 1)
    } else if (event.type === 'todos.updated' || event.type === 'todos.rolled-back') {
      this.#update(event.data.changes)
      // Lists are never altered: one that is held stays as it is.
      this.#items = state.items
    }
  }

  /** What it came to so far. */
  get work(): SessionWork {
    const { turn, seconds, calls } = this.#now
    return {
      now: { turn, seconds },
      steps: [...this.#steps],
      items: Array.from(this.#taken, ([key, taken]) => {
        const { since } = taken
        const open = since === null ? none : workBetween(since, { turn, seconds, calls })
        const { id, text, status } = itemOfKey(this.#items, key) ?? this.#gone.get(key) ?? unknown
        return {
          ...{ key, id, text, status },
          turns: taken.turns + open.turns,
          seconds: seconds === null ? null : rounded(taken.seconds + (open.seconds ?? 0)),
          calls: taken.calls + open.calls,
          stretches: taken.stretches,
        }
      }),
      focus: {
        items: this.#taken.size,
        switches: this.#switches,
        calls: { ...this.#calls },
        seconds: seconds === null ? null : roundedShares(this.#seconds),
      },
    }
  }

  get #now(): Stretch {
    return { turn: this.#turn, seconds: this.#hasTimes ? rounded(this.#worked) : null, calls: this.#called }
  }

  #pass({ at, type }: TodoEvent): void {
    if (type === 'session.redacted') return
    const time = at.getTime()
    if (time <= 0) this.#hasTimes = false
    // Between two runs nobody works, a person is asked.
    const isIdle = type === 'run.started'
    const passed = this.#at === null || isIdle ? 0 : Math.max(0, time - this.#at) / 1000
    this.#at = Math.max(this.#at ?? time, time)
    this.#worked += passed
    this.#add(this.#seconds, passed)
  }

  #add(shares: Shares, amount: number): void {
    if (this.#busy.size > 1) shares.inSeveral += amount
    if (this.#busy.size > 0) shares.inItem += amount
    else if (this.#open > 0) shares.outside += amount
    else shares.withoutList += amount
  }

  #update(changes: readonly Change[]): void {
    const before = new Map<string, TodoStatus | undefined>()
    for (const change of changes) {
      if (change.type !== 'added' && change.type !== 'status-set' && change.type !== 'removed') continue
      const { key } = change
      if (!before.has(key)) before.set(key, this.#statuses.get(key))
      if (change.type === 'removed') this.#statuses.delete(key)
      else this.#statuses.set(key, change.type === 'added' ? change.status : change.to)
      if (change.type === 'removed')
        this.#gone.set(key, { id: change.id, text: change.text, status: change.status })
    }
    const opened: string[] = []
    const closed: string[] = []
    const left: string[] = []
    for (const [key, was] of before) {
      const now = this.#statuses.get(key)
      if (isOpen(now) && !isOpen(was)) opened.push(key)
      else if (isOpen(was) && now === undefined) left.push(key)
      else if (isOpen(was) && !isOpen(now)) closed.push(key)
    }
    this.#focus(before)
    this.#open += opened.length - closed.length - left.length
    if (opened.length + closed.length + left.length === 0) return
    const { turn, seconds } = this.#now
    this.#steps.push({ turn, seconds, opened, closed, left })
  }

  #focus(before: ReadonlyMap<string, TodoStatus | undefined>): void {
    const begun: string[] = []
    for (const [key, was] of before) {
      const now = this.#statuses.get(key)
      if (was !== 'in_progress' && now === 'in_progress') begun.push(key)
      else if (was === 'in_progress' && now !== 'in_progress') this.#putAside(key)
    }
    const [first] = begun
    if (first === undefined) return
    const isLeftOpen = this.#last !== null && isOpen(this.#statuses.get(this.#last))
    if (isLeftOpen && !begun.includes(this.#last ?? '')) this.#switches += 1
    for (const key of begun) this.#takeUp(key)
    this.#last = first
  }

  #takeUp(key: string): void {
    const taken = this.#taken.get(key) ?? { turns: 0, seconds: 0, calls: 0, stretches: 0, since: null }
    this.#taken.set(key, taken)
    this.#busy.add(key)
    taken.stretches += 1
    taken.since = this.#now
  }

  #putAside(key: string): void {
    const taken = this.#taken.get(key)
    this.#busy.delete(key)
    if (taken === undefined || taken.since === null) return
    const { turns, seconds, calls } = workBetween(taken.since, this.#now)
    taken.turns += turns
    taken.seconds += seconds ?? 0
    taken.calls += calls
    taken.since = null
  }
}

const none: Work = { turns: 0, seconds: 0, calls: 0 }
const unknown: Pick<ItemWork, 'id' | 'text' | 'status'> = { id: '?', text: '', status: 'pending' }

function isOpen(status: TodoStatus | undefined): boolean {
  return status !== undefined && status !== 'completed' && status !== 'cancelled'
}

function workBetween(from: Stretch, to: Stretch): Work {
  return {
    turns: to.turn - from.turn,
    seconds: from.seconds === null || to.seconds === null ? null : Math.max(0, to.seconds - from.seconds),
    calls: to.calls - from.calls,
  }
}

/** To the millisecond, as events have their times. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

function roundedShares(shares: Shares): Shares {
  const { inItem, inSeveral, outside, withoutList } = shares
  return {
    inItem: rounded(inItem),
    inSeveral: rounded(inSeveral),
    outside: rounded(outside),
    withoutList: rounded(withoutList),
  }
}
