/** Where something happened to a list: as JSON, and as people read it. */

import type { EventOf, RecordedPlace } from '@todo-ledger/core'
import type { EventPlace } from '@todo-ledger/core/history'
import { shortened } from '../text/cut.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { wrap } from '../text/wrap.js'

/** The session that is shown, and its file as it was named; null for a live session. */
export interface SessionHead {
  readonly session: string
  readonly file: string | null
}

/** The head of the session that an event opens. */
export function headOf({ session, data }: EventOf<'session.opened'>): SessionHead {
  return { session, file: data.source?.file ?? null }
}

/** Its lines: the session, its file, and what else is to say. */
export function headLines(
  { session, file }: SessionHead,
  facts: string,
  columns: number,
  style: Style,
): readonly string[] {
  return [
    ...wrap(printable(session, 200), columns).map((line) => style('bold', line)),
    ...(file === null ? [] : wrap(printable(file, 400), columns).map((line) => style('dim', line))),
    ...wrap(printable(facts, 600), columns),
  ]
}

export function placeOutput({ turn, seq, at, source, tool, call, actor }: EventPlace) {
  const place = { turn, seq, at: at.toISOString(), source: source ?? null, tool, call }
  return actor === undefined ? place : { ...place, actor }
}

/** As much of a name or of a call's id is shown. */
const longestName = 60

/** A place in full: the file with its line, the turn, the tool and the call. @param file the recorded file, or null */
export function placeText({ turn, seq, source, tool, call, actor }: EventPlace, file: string | null): string {
  const line = file === null ? 'line ' : `${file}:`
  const parts = [
    source === undefined ? `event ${seq}` : `${line}${source.line}`,
    turn === 0 ? 'before the first turn' : `turn ${turn}`,
    // Of who is no agent the name stands where the tool does.
    ...(actor === undefined || actor.id === tool ? [] : [`by ${shortened(actor.id, longestName)}`]),
    ...(tool === null
      ? []
      : [
          [tool, call ?? '']
            .map((name) => shortened(name, longestName))
            .join(' ')
            .trim(),
        ]),
  ]
  return parts.join(', ')
}

/** An event with its place in the recorded file, where it has one. */
export interface ShortPlace extends Pick<EventPlace, 'turn' | 'seq' | 'actor'> {
  readonly source?: RecordedPlace | null
}

/** A place in few words, for lines under a heading that names the file: `turn 9 (:18)`. */
export function shortPlace({ turn, seq, source, actor }: ShortPlace): string {
  const where = source == null ? `event ${seq}` : `:${source.line}`
  const by = actor === undefined ? '' : ` by ${printable(actor.id, longestName)}`
  return `${turn === 0 ? `the start (${where})` : `turn ${turn} (${where})`}${by}`
}
