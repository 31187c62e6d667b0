/** Where something happened to a list: as JSON, and as people read it. */

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
  /** The todo tool that was called, or the tracker that made the change; null where no call did it, as in a roll-back. */
  readonly tool: string | null
  /** The id of that call; null where no call did it. */
  readonly call: string | null
}

/** What is printed of a place. */
export function placeOutput({ turn, seq, at, source, tool, call }: EventPlace): PlaceOutput {
  return { turn, seq, at: at.toISOString(), source: source ?? null, tool, call }
}

/** As much of a call's id is shown. */
const longestCall = 60

/** A place in full: the file with its line, the turn, the tool and the call. @param file the recorded file, or null */
export function placeText({ turn, seq, source, tool, call }: EventPlace, file: string | null): string {
  const where =
    source === undefined ? `event ${seq}` : `${file ?? 'line '}${file === null ? '' : ':'}${source.line}`
  const turned = turn === 0 ? 'before the first turn' : `turn ${turn}`
  const who = tool === null ? '' : `, ${cut(tool)}${call === null ? '' : ` ${cut(call)}`}`
  return `${where}, ${turned}${who}`
}

/** A place in few words, for lines under a heading that names the file: `turn 9 (:18)`. */
export function shortPlace({ turn, seq, source }: Pick<EventPlace, 'turn' | 'seq' | 'source'>): string {
  const where = source === undefined ? `event ${seq}` : `:${source.line}`
  return turn === 0 ? `the start (${where})` : `turn ${turn} (${where})`
}

function cut(text: string): string {
  return text.length <= longestCall ? text : `${text.slice(0, longestCall)}…`
}
