/** Time, ids and random bytes that are the same at each run. */

import type { EventOf, TodoEvent } from '../events.js'

/** A clock that gives one second more at each call, from 2026-01-05T10:00:01Z on. */
export function steppingClock(): () => Date {
  let now = Date.UTC(2026, 0, 5, 10)
  return () => {
    now += 1000
    return new Date(now)
  }
}

export function countingIds(): () => string {
  let count = 0
  return () => `e${++count}`
}

/** Bytes that count 1, 2, 3 … in their last four: for salts that need not be secret. Four bytes or more at a time. */
export function countingBytes(): (size: number) => Uint8Array {
  let count = 0
  return (size) => {
    const bytes = new Uint8Array(size)
    new DataView(bytes.buffer).setUint32(size - 4, ++count)
    return bytes
  }
}

export interface SampleEventOptions {
  readonly session?: string
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
