/** Where something happened to a list, as `--json` prints it. */

import type { RecordedPlace } from '@todo-ledger/core'
import type { EventPlace } from '@todo-ledger/core/history'

/** An event, as the commands on items name it. */
export interface PlaceOutput {
  /** The turn; 0 before the first. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
  /** When it happened, as ISO 8601 in UTC. */
  readonly at: string
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** The todo tool that was called; null where no call did it, as in a roll-back. */
  readonly tool: string | null
  /** The id of that call; null where no call did it. */
  readonly call: string | null
}

/** What is printed of a place. */
export function placeOutput({ turn, seq, at, source, tool, call }: EventPlace): PlaceOutput {
  return { turn, seq, at: at.toISOString(), source: source ?? null, tool, call }
}
