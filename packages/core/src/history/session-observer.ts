/** What follows a session as its events pass. */

import type { TodoEvent } from '../events.js'
import { createReducer, type Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'

/** Follows a session from its first event on, one event at a time, so that a recording need not be kept. */
export interface SessionObserver {
  /**
   * Takes in an event.
   * @param state the state after it; where it is not frozen it changes with the next event, and is not to be kept
   */
  observe(event: TodoEvent, state: SessionState): void
}

/**
 * Has a session's events pass by an observer.
 * @param events the session's events from the first on, in order
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function observeEvents(
  events: AsyncIterable<TodoEvent> | Iterable<TodoEvent>,
  observer: SessionObserver,
  reducer: Reducer = createReducer(),
): Promise<void> {
  const replay = reducer.replay()
  for await (const event of events) {
    replay.apply(event)
    observer.observe(event, replay.state)
  }
}
