/** Where in a session something stands out: the lanes of the timeline, and the places that keys jump to. */

import type { SessionReplay, TurnReplay } from '@todo-ledger/replay-cli/report-data'

/** The kinds of marks, in the order of their lanes, the gravest first. */
export const laneNames = ['findings', 'refused', 'reminders', 'compacted', 'updates'] as const

/** A kind of marks. */
export type LaneName = (typeof laneNames)[number]

/** For each kind of mark the turns that have one, in order. */
export type Lanes = { readonly [L in LaneName]: readonly number[] }

/** The marks of a session. Findings that are mere bookkeeping, or count in another session, have none. */
export function lanesOf({ turns, audit }: SessionReplay): Lanes {
  const found = new Set(
    audit.findings.flatMap(({ severity, known, copied, turn }) =>
      severity === 'info' || known === true || copied !== undefined ? [] : [turn],
    ),
  )
  for (const { verdict, copied, turn } of audit.completions) {
    if (verdict !== 'supported' && copied === undefined) found.add(turn)
  }
  const having = (has: (turn: TurnReplay) => boolean): readonly number[] =>
    turns.filter(has).map(({ turn }) => turn)
  return {
    findings: [...found].toSorted((one, other) => one - other),
    refused: having(({ events }) => events.some(({ kind }) => kind === 'rejection' || kind === 'roll-back')),
    reminders: having(({ events }) => events.some(({ kind }) => kind === 'nag' || kind === 'continuation')),
    compacted: having(({ events }) => events.some(({ kind }) => kind === 'compaction')),
    updates: having(({ events }) =>
      events.some(({ kind, changes }) => kind === 'update' && changes?.length !== 0),
    ),
  }
}

/** The next of some turns in order behind a turn, or the one before it; undefined where there is none. */
export function neighbour(turns: readonly number[], turn: number, direction: 1 | -1): number | undefined {
  return direction === 1 ? turns.find((each) => each > turn) : turns.findLast((each) => each < turn)
}
