/** The checklist of a session at a moment: what `show` prints. */

import {
  countCompleted,
  type Phase,
  type Point,
  profileNamed,
  Reached,
  renderChecklist,
  type SessionState,
  type TodoStatus,
} from '@todo-ledger/core'
import { Failure } from '../failure.js'
import type { SessionListener } from '../sources/read-source.js'

/** What `show --json` prints of a session. */
export interface ChecklistOutput {
  /** The session's id. */
  readonly session: string
  /** The turn of the moment, from 1; 0 before the first. */
  readonly turn: number
  /** The seq of the last event up to the moment. */
  readonly seq: number
  /** The list's goal, or null. */
  readonly goal: string | null
  /** How far the list is. */
  readonly phase: Phase
  /** The items, in order. */
  readonly items: readonly {
    /** The item's id. */
    readonly id: string
    /** Its text. */
    readonly text: string
    /** Its status. */
    readonly status: TodoStatus
  }[]
  /** How many items are completed, of how many. */
  readonly progress: { readonly completed: number; readonly total: number }
  /** The list as the profile shows it to its people and models. */
  readonly rendered: string
}

/** A session's state at a moment. */
export class Snapshot implements SessionListener {
  /** The session's id. */
  readonly session: string
  readonly #point: Point
  readonly #reached: Reached
  #state: SessionState | null = null
  #first: Date | null = null
  #over = false

  /** @param session the session's id; @param point the moment */
  constructor(session: string, point: Point) {
    this.session = session
    this.#point = point
    this.#reached = new Reached(point)
  }

  /** The state at the moment; null where the session never came to it. */
  get state(): SessionState | null {
    return this.#reached.reached ? this.#state : null
  }

  /** The turns that were seen. */
  get turns(): number {
    return this.#state?.turn.number ?? 0
  }

  /** Follows the session up to the moment. */
  readonly passed: SessionListener['passed'] = (event, state) => {
    this.#first ??= event.at
    if (this.#over || this.#reached.isBefore(event)) {
      this.#over = true
      return 'enough'
    }
    this.#state = state
    this.#over = this.#reached.isAt(event)
    return this.#over ? 'enough' : 'more'
  }

  /** Nothing is left to do. */
  readonly finished: SessionListener['finished'] = () => undefined

  /** Says why there is no such moment in the session. */
  missing(): Failure {
    const name = `Session ${JSON.stringify(this.session)}`
    const point = this.#point
    if (point !== 'end' && 'turn' in point) {
      const last = this.turns
      const its = last === 0 ? 'it has no turns' : `its last is turn ${last}`
      return new Failure('unknown-turn', `${name} has no turn ${point.turn}: ${its}.`)
    }
    if (point !== 'end' && 'seq' in point) {
      return new Failure(
        'unknown-seq',
        `${name} has no event ${point.seq}: its events are 1 to ${this.#state?.seq ?? 0}.`,
      )
    }
    const began = this.#first === null ? 'it has no events' : `it began at ${this.#first.toISOString()}`
    return new Failure('unknown-time', `${name} had not begun at that time: ${began}.`)
  }
}

/** What `show --json` prints of a state. */
export function checklistOutput(state: SessionState): ChecklistOutput {
  const { session, turn, seq, goal, phase, items } = state
  const render = profileNamed(state.profile)?.render ?? renderChecklist
  return {
    session,
    turn: turn.number,
    seq,
    goal,
    phase,
    items: items.map(({ id, text, status }) => ({ id, text, status })),
    progress: { completed: countCompleted(items), total: items.length },
    rendered: render(items, goal),
  }
}
