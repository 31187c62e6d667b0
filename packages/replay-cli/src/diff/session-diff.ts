/** What changed in a session between two moments, and what `diff --json` prints of it. */

import { isCarriedOn } from '@todo-ledger/audit'
import { type ItemDiff, type ItemThen, isDropped, type ListDiff, ListDiffer } from '@todo-ledger/core/history'
import { Failure } from '../failure.js'
import { headOf, placeOutput, type SessionHead } from '../items/place.js'
import { missingMoment, momentName } from '../show/moment.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import type { Range } from './range.js'

export interface SessionDiff {
  readonly head: SessionHead
  readonly diff: ListDiff
}

/** Follows a session and says what changed in it; the diff is null where it never came to one of the moments. */
export function diffSession(session: SourceSession, range: Range) {
  const { from, to } = range
  const differ = new ListDiffer(from, to, isCarriedOn)
  const missing = (): Failure => {
    const { reached, seen } = differ
    if (!reached.to || (!reached.from && !differ.isOver))
      return missingMoment(session, reached.from ? to : from, seen)
    const order = `${momentName(from)} comes after ${momentName(to)}`
    const message = `In session ${JSON.stringify(session.id)} ${order}: give the earlier moment first.`
    return new Failure('backwards', message)
  }
  return {
    take: ({ event, state }) => differ.observe(event, state),
    finish: () => ({
      head: headOf(session.opened),
      diff: differ.finish(),
      turns: differ.seen.turn,
      missing,
    }),
  } satisfies SessionFollower<unknown>
}

/** How many items differ. */
export function countsOf({ items, passing, same }: ListDiff) {
  const counts = { added: 0, removed: 0, changed: 0, passing: 0, dropped: 0, same }
  for (const item of [...items, ...passing]) {
    counts[kindOf(item)] += 1
    if (isDropped(item)) counts.dropped += 1
  }
  return counts
}

/** What became of an item; `passing` came and went in between. */
export function kindOf({ was, now }: Pick<ItemDiff, 'was' | 'now'>) {
  if (was !== null) return now === null ? 'removed' : 'changed'
  return now === null ? 'passing' : 'added'
}

export function diffOutput({ head, diff }: SessionDiff) {
  const { from, to, goal } = diff
  return {
    ...head,
    from: { turn: from.turn, seq: from.seq },
    to: { turn: to.turn, seq: to.seq },
    counts: countsOf(diff),
    goal,
    items: diff.items.map(itemOutput),
    passing: diff.passing.map(itemOutput),
  }
}

function itemOutput(item: ItemDiff) {
  const { id, text, was, now, fields, added, statusSet, left, again } = item
  const then = (at: ItemThen | null) =>
    at && { id: at.id, text: at.text, status: at.status, position: at.position }
  return {
    ...{ id, text, kind: kindOf(item), droppedSilently: isDropped(item) },
    was: then(was),
    now: then(now),
    changes: fields.map(({ field, from, to, ...place }) => ({ field, from, to, ...placeOutput(place) })),
    added: added && placeOutput(added),
    statusSet: statusSet && placeOutput(statusSet),
    left: now === null && left ? { ...placeOutput(left), status: left.status } : null,
    again: again && { id: again.id, turn: again.added.turn, seq: again.added.seq },
  }
}
