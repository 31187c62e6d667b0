/** What `diff --json` prints of a session. Scripts rely on its keys. */

import { type ItemDiff, type ItemThen, isDropped } from '@todo-ledger/core/history'
import { placeOutput } from '../items/place.js'
import type { SessionDiff } from './session-diff.js'

/** @param onlyDropped leaves out what was not dropped silently; the counts stay */
export function diffOutput({ head, diff, work }: SessionDiff, onlyDropped: boolean) {
  const { from, to, goal } = diff
  const printed = (items: readonly ItemDiff[]) =>
    items.filter((item) => !onlyDropped || isDropped(item)).map((item) => itemOutput(item, work))
  return {
    ...head,
    from: { turn: from.turn, seq: from.seq },
    to: { turn: to.turn, seq: to.seq },
    counts: countsOf(diff),
    goal,
    items: printed(diff.items),
    passing: printed(diff.passing),
  }
}

/** How many items differ. */
export function countsOf({ items, passing, same }: SessionDiff['diff']) {
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

function itemOutput(item: ItemDiff, work: SessionDiff['work']) {
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
            happened: work.before(left.seq)?.happened ?? [],
            again: again === null ? null : { id: again.id, turn: again.added.turn, seq: again.added.seq },
          },
  }
}
