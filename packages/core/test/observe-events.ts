import type { TodoEvent } from '../src/events.js'
import type { SessionObserver } from '../src/history.js'
import { createReducer } from '../src/reducer.js'

/**
 * Has a session's events pass by an observer, and gives it back.
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function observeEvents<Observer extends SessionObserver>(
  events: AsyncIterable<TodoEvent> | Iterable<TodoEvent>,
  observer: Observer,
  reducer = createReducer(),
): Promise<Observer> {
  const replay = reducer.replay()
  for await (const event of events) {
    replay.apply(event)
    observer.observe(event, replay.state)
    if (observer.isOver === true) break
  }
  return observer
}
