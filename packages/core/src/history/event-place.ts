/** Where in a session something happened, and which call did it. */

import type { RecordedPlace, TodoEvent } from '../events.js'

/** An event as the history names it. */
export interface EventPlace {
  /** The turn; 0 before the first. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
  /** When it happened. */
  readonly at: Date
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** The todo tool that was called; null where no call did it, as in a roll-back. */
  readonly tool: string | null
  /** The id of that call, as the event has it; null where no call did it. */
  readonly call: string | null
}

/** The place of an event. */
export function placeOf(event: TodoEvent): EventPlace {
  const { turn, seq, at, source } = event
  const { tool, call } =
    event.type === 'todos.updated' || event.type === 'todos.rejected' ? event.data : noCall
  return { turn, seq, at, ...(source === undefined ? {} : { source }), tool, call }
}

const noCall = { tool: null, call: null } as const
