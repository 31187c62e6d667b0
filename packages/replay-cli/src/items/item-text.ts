/** What the commands on items say of a session before anything else, and values of items as people read them. */

import type { EventOf, JsonValue } from '@todo-ledger/core'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { wrap } from '../text/wrap.js'

/** The session that is shown. */
export interface SessionHead {
  /** The session's id. */
  readonly session: string
  /** The recorded file as it was named; null for a live session. */
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

/** A value of a field: a text as it is, nothing as `none`. */
export function valueText(value: JsonValue): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? worded(value) : JSON.stringify(value)
}

/** A status in words; any other text as it is. */
export function worded(status: string): string {
  return status === 'in_progress' ? 'in progress' : status
}

/** A move from one place in the list to another, counted from 0: as people count. */
export function moveText(from: JsonValue, to: JsonValue): string {
  return `from place ${Number(from) + 1} to ${Number(to) + 1}`
}
