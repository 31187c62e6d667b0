/** Where something happened to a list, as people read it. What it gives may hold text from outside. */

import type { EventPlace } from '@todo-ledger/core/history'

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
