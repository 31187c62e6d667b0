/** Where something happened to a list: as JSON, and as people read it. */

import type { EventPlace } from '@todo-ledger/core/history'
import { printable } from '../text/printable.js'

/** What is printed of a place. */
export function placeOutput({ turn, seq, at, source, tool, call, actor }: EventPlace) {
  const place = { turn, seq, at: at.toISOString(), source: source ?? null, tool, call }
  return actor === undefined ? place : { ...place, actor }
}

/** As much of a call's id is shown. */
const longestCall = 60

/** A place in full: the file with its line, the turn, the tool and the call. @param file the recorded file, or null */
export function placeText({ turn, seq, source, tool, call, actor }: EventPlace, file: string | null): string {
  const where =
    source === undefined ? `event ${seq}` : `${file ?? 'line '}${file === null ? '' : ':'}${source.line}`
  const turned = turn === 0 ? 'before the first turn' : `turn ${turn}`
  const who = tool === null ? '' : `, ${cut(tool)}${call === null ? '' : ` ${cut(call)}`}`
  // Of who is no agent the name stands where the tool does.
  const by = actor === undefined || actor.id === tool ? '' : `, by ${cut(actor.id)}`
  return `${where}, ${turned}${by}${who}`
}

/** A place in few words, for lines under a heading that names the file: `turn 9 (:18)`. */
export function shortPlace({
  turn,
  seq,
  source,
  actor,
}: Pick<EventPlace, 'turn' | 'seq' | 'source' | 'actor'>): string {
  const where = source === undefined ? `event ${seq}` : `:${source.line}`
  const by = actor === undefined ? '' : ` by ${printable(actor.id, longestCall)}`
  return `${turn === 0 ? `the start (${where})` : `turn ${turn} (${where})`}${by}`
}

function cut(text: string): string {
  return text.length <= longestCall ? text : `${text.slice(0, longestCall)}…`
}
