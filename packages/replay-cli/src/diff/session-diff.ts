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
    return new Failure(
      'backwards',
      `In session ${JSON.stringify(session.id)} ${order}: give the earlier moment first.`,
    )
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
  const kinds = items.map(kindOf)
  const count = (kind: ReturnType<typeof kindOf>): number => kinds.filter((each) => each === kind).length
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    passing: passing.length,
    dropped: [...items, ...passing].filter(isDropped).length,
    same,
  }
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
    at === null ? null : { id: at.id, text: at.text, status: at.status, position: at.position }
  return {
    ...{ id, text, kind: kindOf(item), droppedSilently: isDropped(item) },
    was: then(was),
    now: then(now),
    changes: fields.map((change) => {
      const { field, from, to } = change
      return { field, from, to, ...placeOutput(change) }
    }),
    added: added === null ? null : placeOutput(added),
    statusSet: statusSet === null ? null : placeOutput(statusSet),
    left:
      left === null || now !== null
        ? null
        : {
            ...placeOutput(left),
            status: left.status,
            again: again === null ? null : { id: again.id, turn: again.added.turn, seq: again.added.seq },
          },
  }
}
