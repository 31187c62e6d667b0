/**
 * A fork: the beginning of a session as the beginning of another, which a host can carry on with. The session that it
 * was taken from is only read.
 */

import { everyActor, openTurns } from '../actor-state.js'
import { HostError, StoreError } from '../errors.js'
import type { Actor, TodoEvent } from '../events.js'
import { type Point, Reached } from '../history.js'
import { createReducer, type Reducer } from '../reducer.js'
import type { ActorState, SessionState } from '../state.js'
import { CopiedEvents } from './copied-events.js'

/** What is forked off. */
export interface ForkOptions {
  /** The id of the new session. */
  readonly as: string
  /** The moment up to which it holds what the old one does, as `stateAt` counts it. */
  readonly until: Point
}

/** Why the control of a run that the fork cut goes back. */
const forkReason = 'forked'

/** How the session stood after an event, as far as the fork's end needs it. */
interface Standing {
  readonly session: string
  readonly seq: number
  readonly at: Date
  readonly turn: number
  /** Whose turns and runs are under way. */
  readonly turns: readonly ActorState[]
  readonly runs: readonly ActorState[]
}

/**
 * Takes the events of a session as they pass and makes those of its fork, as `CopiedEvents` does. A turn that was under
 * way ends `interrupted`, and so does the run: whoever opens the fork starts a run.
 */
export class SessionFork {
  readonly #as: string
  readonly #until: Reached
  readonly #copy: CopiedEvents
  readonly #events: TodoEvent[] = []
  #last: Standing | null = null

  /**
   * @param options what is forked off
   * @throws HostError `bad-session-id`
   */
  constructor({ as, until }: ForkOptions) {
    if (as === '') throw new HostError('bad-session-id', 'A session id is empty. Give the fork a name.')
    this.#as = as
    this.#until = new Reached(until)
    this.#copy = new CopiedEvents(as)
  }

  /**
   * Takes the next event. It says whether more are needed.
   * @param event the event, from `session.opened` on; @param state the state after it, read at once and not kept
   * @throws HostError `bad-session-id` when the fork would have the id of the session
   * @throws StoreError `forgotten` when its contents were erased
   */
  take(event: TodoEvent, state: SessionState): 'more' | 'enough' {
    if (event.session === this.#as) {
      const message = `A fork of session ${JSON.stringify(this.#as)} needs an id of its own. Give it another name.`
      throw new HostError('bad-session-id', message)
    }
    if (event.type === 'event.erased' && event.data.type !== 'session.redacted') {
      const message = `Session ${JSON.stringify(event.session)} was forgotten: its contents were erased, and nothing can be forked off it.`
      throw new StoreError('forgotten', message)
    }
    if (this.#until.isBefore(event)) return 'enough'
    const { session, seq, at, turn } = event
    const runs = everyActor(state).filter(({ run }) => run.open)
    this.#last = { session, seq, at, turn, turns: openTurns(state), runs }
    const copy = this.#copy.take(event)
    if (copy !== null) this.#events.push(copy)
    return this.#until.isAt(event) ? 'enough' : 'more'
  }

  /** The fork's events, from the first on; null where the session never came to the moment. */
  finish(): readonly TodoEvent[] | null {
    const [opened, ...rest] = this.#events
    const last = this.#last
    if (!this.#until.reached || opened?.type !== 'session.opened' || last === null) return null
    const forkedFrom = { session: last.session, seq: last.seq }
    return [{ ...opened, data: { ...opened.data, forkedFrom } }, ...rest, ...this.#endings(last)]
  }

  /** What ends the turns and the runs that are under way. */
  #endings({ at, turn, turns, runs }: Standing): readonly TodoEvent[] {
    let seq = this.#events.length
    const envelope = (actor: Actor | null) => {
      seq += 1
      const own = actor === null ? {} : { actor }
      return { id: `${this.#as}#${seq}`, session: this.#as, seq, turn, at, version: 1, ...own }
    }
    const endings: TodoEvent[] = []
    for (const { actor, turn: open } of turns) {
      const ended = { ...envelope(actor), turn: open.number }
      endings.push({ ...ended, type: 'turn.ended', data: { interrupted: true } })
    }
    for (const { actor } of runs) {
      const data = { to: 'idle', waitingFor: null, reason: forkReason } as const
      endings.push({ ...envelope(actor), type: 'session.yielded', data })
    }
    return endings
  }
}

/**
 * The events of a fork of a session, or null where the session never came to the moment.
 * @param events the session's events from the first on, in order
 * @throws HostError `bad-session-id`
 * @throws StoreError `forgotten`
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function forkOf(
  events: AsyncIterable<TodoEvent>,
  options: ForkOptions,
  reducer: Reducer = createReducer(),
): Promise<readonly TodoEvent[] | null> {
  const fork = new SessionFork(options)
  const replay = reducer.replay()
  for await (const event of events) {
    replay.apply(event)
    if (fork.take(event, replay.state) === 'enough') break
  }
  return fork.finish()
}
