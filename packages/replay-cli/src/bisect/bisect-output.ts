/** What `bisect --json` prints of a session. Scripts rely on its keys. */

import type { JsonValue } from '@todo-ledger/core'
import { placeOutput } from '../items/place.js'
import type { BisectedSession } from './bisected-session.js'

/** The rule that was asked, with its options. */
export interface BisectQuestion {
  readonly rule: string
  readonly options: { readonly [name: string]: JsonValue }
}

export function bisectOutput({ head, result, breaking }: BisectedSession, question: BisectQuestion) {
  const { intervals, refused, judged, turns } = result
  return {
    ...head,
    ...question,
    turns,
    broken: intervals.length > 0,
    intervals: intervals.map(({ from, to, turns, violations }) => {
      const { summary = '', list = [] } = breaking.get(from.seq) ?? {}
      return {
        from: placeOutput(from),
        to: to === null ? null : placeOutput(to),
        turns,
        summary,
        list: list.map(({ id, text, status }) => ({ id, text, status })),
        violations,
      }
    }),
    refused: refused.map(placeOutput),
    judged,
  }
}
