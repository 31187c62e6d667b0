/** A session with what is looked up in it again and again. Made once, when the session is opened. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type {
  CallReplay,
  ItemReplay,
  ListedItemReplay,
  ReportEntry,
  SessionReplay,
} from '@todo-ledger/replay-cli/report-data'
import { type Concerns, concernsOf } from './concerns.js'
import { type Lanes, lanesOf } from './marks.js'

/** A session as the page looks at it. */
export interface SessionView {
  /** What the index says of it. */
  readonly entry: ReportEntry
  /** The session. */
  readonly replay: SessionReplay
  /** The number of its last turn. */
  readonly lastTurn: number
  /** True where it says when things happened. */
  readonly hasTimes: boolean
  /** Its marks. */
  readonly lanes: Lanes
  /** What to look at. */
  readonly concerns: Concerns
  /** Items by key. */
  readonly items: ReadonlyMap<string, ItemReplay>
  /** Completions of each item by its key, in order. */
  readonly completions: ReadonlyMap<string, readonly CompletionAudit[]>
  /** Calls and messages that evidence names, by seq. */
  readonly calls: ReadonlyMap<number, CallReplay>
}

/** Makes the view of a session. */
export function viewOf(entry: ReportEntry, replay: SessionReplay): SessionView {
  const completions = new Map<string, CompletionAudit[]>()
  for (const completion of replay.audit.completions) {
    const others = completions.get(completion.key)
    if (others === undefined) completions.set(completion.key, [completion])
    else others.push(completion)
  }
  return {
    entry,
    replay,
    lastTurn: Math.max(0, replay.turns.length - 1),
    // A recording without times is read as one of 1970.
    hasTimes: !replay.began.startsWith('1970-'),
    lanes: lanesOf(replay),
    concerns: concernsOf(replay.audit),
    items: new Map(replay.items.map((item) => [item.key, item])),
    completions,
    calls: new Map(replay.calls.map((call) => [call.seq, call])),
  }
}

/** The list as it stood at the end of a turn. */
export function listAt(
  { replay: { turns, lists } }: SessionView,
  turn: number,
): SessionReplay['lists'][number] {
  const list = lists[turns[turn]?.list ?? 0]
  return list ?? { goal: null, phase: 'empty', items: [] }
}

/** The completion that a listed item's status claims at a turn; undefined where it is not completed. */
export function claimAt(
  view: SessionView,
  item: ListedItemReplay,
  turn: number,
): CompletionAudit | undefined {
  if (item.status !== 'completed') return undefined
  return view.completions.get(item.key)?.findLast((completion) => completion.turn <= turn)
}

/** The key of the item that an id means at a turn: the one on the list, else the last that had it. */
export function keyOf(view: SessionView, id: string, turn: number): string | undefined {
  const listed = listAt(view, turn).items.find((item) => item.id === id)
  return listed?.key ?? view.replay.items.findLast((item) => item.id === id)?.key
}
