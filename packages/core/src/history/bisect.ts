/** When something that should hold did not: a linear pass, for what is broken may be mended and break again. */

import type { JsonValue, TodoEvent, Violation } from '../events.js'
import { type EventPlace, placeOf, type SessionObserver } from '../history.js'
import { checkRule, type Rule } from '../rules/rule.js'
import type { SessionState } from '../state.js'

/** A rule that is asked, whether the session's profile sets it or not, with options beside its defaults. */
export interface AskedRule {
  readonly rule: Rule
  readonly options?: { readonly [name: string]: JsonValue }
}

/** What should hold: a rule, or a function that is true of every state in which all is well. */
export type BisectPredicate = AskedRule | ((state: SessionState) => boolean)

/** A time in which it did not hold. */
export interface BrokenInterval {
  readonly from: EventPlace
  /**
   * The event that mended it, or null. What a rule says of an update by itself, such as an item that was opened again, is
   * over with that update: there it is the same event.
   */
  readonly to: EventPlace | null
  /** How many turns ended while it was broken. */
  readonly turns: number
  /** What the rule said when it broke; empty for a function. */
  readonly violations: readonly Violation[]
}

export type BisectResult = Bisect['result']

/** Follows a session from its first event on and notes when something did not hold. */
export class Bisect implements SessionObserver {
  readonly #predicate: BisectPredicate
  readonly #intervals: BrokenInterval[] = []
  #open: (BrokenInterval & { readonly to: null }) | null = null
  readonly #refused: EventPlace[] = []
  #session = ''
  #judged = 0
  #turns = 0

  constructor(predicate: BisectPredicate) {
    this.#predicate = predicate
  }

  get result() {
    const intervals = [...this.#intervals, ...(this.#open === null ? [] : [this.#open])]
    return {
      session: this.#session,
      intervals: intervals.toSorted((one, other) => one.from.seq - other.from.seq),
      /** Updates that were refused for the rule: they would have broken it. None for a function. */
      refused: [...this.#refused],
      /** How many states were judged. */
      judged: this.#judged,
      /** The last turn of the session. */
      turns: this.#turns,
    }
  }

  /** How many times were found so far, one that is not over included. */
  get found(): number {
    return this.#intervals.length + (this.#open === null ? 0 : 1)
  }

  observe(event: TodoEvent, state: SessionState): void {
    this.#session = event.session
    this.#turns = Math.max(this.#turns, event.turn)
    if (typeof this.#predicate === 'function') this.#stands(event, this.#predicate(state) ? null : [])
    else this.#ask(this.#predicate, event, state)
    if (event.type === 'turn.ended' && this.#open !== null)
      this.#open = { ...this.#open, turns: this.#open.turns + 1 }
  }

  /** A rule is asked where the list changed: of the list as it stands, and of what the update did. */
  #ask({ rule, options = {} }: AskedRule, event: TodoEvent, state: SessionState): void {
    if (event.type === 'todos.rejected' && event.data.violations.some((broken) => broken.rule === rule.id))
      this.#refused.push(placeOf(event))
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return
    if (event.type === 'todos.updated' && event.data.query) return
    // Of a call that does nothing, a rule says what it says of the list alone.
    const nothing = { options, changes: [], tool: '', query: true, contradictions: {} }
    const broken = rule.judges === 'input' ? [] : checkRule(rule, state, nothing)
    this.#stands(event, broken.length > 0 ? broken : null)
    if (broken.length > 0 || event.type !== 'todos.updated') return
    const { changes, tool, query, contradictions = {}, flags } = event.data
    const violations =
      rule.judges === 'input'
        ? // It can't be asked again of the input; where the rule was in force, its answer stands in the event.
          flags.filter((flag) => flag.rule === rule.id)
        : checkRule(rule, state, { options, changes, tool, query, contradictions })
    if (violations.length === 0) return
    const place = placeOf(event)
    this.#intervals.push({ from: place, to: place, turns: 0, violations })
  }

  /** Notes whether the state that an event led to is as it should be. @param broken null: it is */
  #stands(event: TodoEvent, broken: readonly Violation[] | null): void {
    this.#judged += 1
    if (broken !== null) this.#open ??= { from: placeOf(event), to: null, turns: 0, violations: broken }
    else if (this.#open !== null) {
      this.#intervals.push({ ...this.#open, to: placeOf(event) })
      this.#open = null
    }
  }
}
