/** Small events for tests, the same for the same arguments. */

import type { EventOf, TodoEvent } from '../events.js'

export interface SampleEventOptions {
  /** `s1` when absent. */
  readonly session?: string
  /** Made from session and seq when absent. */
  readonly id?: string
  /** As many seconds after 2026-01-05T10:00:00Z as its seq says when absent. */
  readonly at?: Date
  /** Any value; `{ step: seq }` when absent. */
  readonly input?: unknown
}

/** A tool call, which can carry any value as its input. */
export function sampleEvent(seq: number, options: SampleEventOptions = {}): EventOf<'tool.called'> {
  const {
    session = 's1',
    id = `${session}/${seq}`,
    at = new Date(Date.UTC(2026, 0, 5, 10, 0, seq)),
  } = options
  const input = 'input' in options ? options.input : { step: seq }
  const data = { call: `call-${seq}`, name: 'bash', input }
  return { id, session, seq, turn: 1, at, type: 'tool.called', version: 1, data }
}

/** Sample events of one session with the seqs from `first` to `last`. */
export function sampleEvents(first: number, last: number, session = 's1'): readonly TodoEvent[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    sampleEvent(first + index, { session }),
  )
}
