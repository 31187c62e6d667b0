/** A session of a ledger that is looked at while it goes on. */

import type { Work } from '@todo-ledger/audit'
import {
  countCompleted,
  createReducer,
  type EventOf,
  initialState,
  type SessionState,
  type TodoEvent,
} from '@todo-ledger/core'
import type { SessionEvent } from '@todo-ledger/recordings'
import { FollowedSession } from '../audit/followed-session.js'
import { recordReader } from '../reader/page-reader.js'
import { RecordedReplay } from '../replay/replay-recorder.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { sourceSession } from '../sources/source-session.js'

/** The answers of a reader are those that the ledger holds. */
const reader = recordReader(null)
const reducer = createReducer()

/** Reads the events of a session behind a seq, in order. */
export type ReadEvents = (after: number) => AsyncIterable<TodoEvent>

/** A session with its audit, as far as its events were taken in. */
export class LiveReplay {
  readonly opened: EventOf<'session.opened'>
  readonly #recorded: RecordedReplay
  readonly #followed: FollowedSession
  #state: SessionState = initialState

  /**
   * @param opened its first event
   * @param recordedCalls of one to which only todo calls came: the ids of those that its client recorded beside other work
   */
  constructor(opened: EventOf<'session.opened'>, recordedCalls: ReadonlySet<string> = new Set()) {
    this.opened = opened
    this.#recorded = new RecordedReplay(opened)
    const source = { ...sourceSession(opened), recordedCalls }
    this.#followed = new FollowedSession(source, { wantsPages: () => false })
  }

  /** The state behind the last event that was taken in. */
  get state(): SessionState {
    return this.#state
  }

  get progress(): { readonly completed: number; readonly total: number } {
    return { completed: countCompleted(this.#state.items), total: this.#state.items.length }
  }

  /** The sub-agents that it started, by their sessions. */
  get children(): ReadonlySet<string> {
    return this.#followed.children
  }

  /** What it did so far, digested; its parent's audit needs it. */
  get work(): readonly Work[] {
    return this.#followed.work
  }

  /**
   * Takes in what came since.
   * @returns false where contents were taken out of the log: all of it is to be read anew
   */
  async follow(read: ReadEvents): Promise<boolean> {
    let isWhole = true
    const isFirst = this.#state.seq === 0
    for await (const event of read(this.#state.seq)) {
      if (event.type === 'session.redacted' || event.type === 'event.erased') isWhole = false
      this.#state = reducer.accept(this.#state, event)
      this.#recorded.take({ event, state: this.#state, complete: true })
      this.#followed.take({ event, state: this.#state, complete: true })
    }
    await this.#followed.gatherPages(() => withStates(read(0)))
    return isWhole || isFirst
  }

  /** The session as far as it came. @param child the work of a sub-agent, undefined where its log is not at hand */
  async replay(child: (session: string) => readonly Work[] | undefined): Promise<SessionReplay> {
    return this.#recorded.replay(await reader.read(this.#followed.judge(child)))
  }
}

async function* withStates(events: AsyncIterable<TodoEvent>): AsyncGenerator<SessionEvent, void, undefined> {
  let state = initialState
  for await (const event of events) {
    state = reducer.accept(state, event)
    yield { event, state, complete: true }
  }
}
