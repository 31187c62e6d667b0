/** What `diff --json` prints. */

import type { JsonValue, TodoStatus } from '@todo-ledger/core'
import type { ChangedField, ItemDiff, ItemThen, LifeField, ReachedMoment } from '@todo-ledger/core/history'
import { isDropped } from '@todo-ledger/core/history'
import { type PlaceOutput, placeOutput, type SessionHead } from '../items/place.js'
import type { HappenedBefore } from '../items/work-before.js'
import type { SessionDiff } from './session-diff.js'

/** What `diff --json` prints of a session. */
export interface DiffOutput extends SessionHead {
  /** The earlier moment. */
  readonly from: MomentOutput
  /** The later moment. */
  readonly to: MomentOutput
  /** How many items differ, by what became of them. */
  readonly counts: DiffCounts
  /** The goal where it differs, else null. */
  readonly goal: { readonly from: string | null; readonly to: string | null } | null
  /** The items that differ: those that went, in their old order, then the others in the new one. */
  readonly items: readonly ItemDiffOutput[]
  /** The items that came and went in between, in the order in which they came. */
  readonly passing: readonly ItemDiffOutput[]
}

/** A moment that the session came to. */
export interface MomentOutput {
  /** The turn; 0 before the first. */
  readonly turn: number
  /** The seq of the last event up to it; 0 before the first. */
  readonly seq: number
}

/** How many items differ. With `--dropped` they count all the same. */
export interface DiffCounts {
  /** Items that came and are there. */
  readonly added: number
  /** Items that were there and went. */
  readonly removed: number
  /** Items that are there at both moments and differ. */
  readonly changed: number
  /** Items that came and went in between. */
  readonly passing: number
  /** Items that were dropped silently, of those that went. */
  readonly dropped: number
  /** Items that are the same at both moments. */
  readonly same: number
}

/** What became of one item. */
export interface ItemDiffOutput {
  /** Its id at the later moment, or the last that it had. */
  readonly id: string
  /** Its text at the later moment, or the last that it had. */
  readonly text: string
  /** What became of it; `passing` came and went in between. */
  readonly kind: 'added' | 'removed' | 'changed' | 'passing'
  /** True where it left the list while it was open, with nothing that carries it on. */
  readonly droppedSilently: boolean
  /** The item at the earlier moment, or null. */
  readonly was: ItemThenOutput | null
  /** The item at the later moment, or null. */
  readonly now: ItemThenOutput | null
  /** What of it differs; of a field that changed several times, the last change. */
  readonly changes: readonly ChangeOutput[]
  /** When it came; null where it was there at the earlier moment. */
  readonly added: PlaceOutput | null
  /** Which event last set its status, up to the later moment; null where that is not known. */
  readonly statusSet: PlaceOutput | null
  /** How it left; null where it is there at the later moment. */
  readonly left: LeftOutput | null
}

/** An item as it stood at a moment. */
export interface ItemThenOutput {
  /** Its id. */
  readonly id: string
  /** Its text. */
  readonly text: string
  /** Its status. */
  readonly status: TodoStatus
  /** Its place in the list, from 0. */
  readonly position: number
}

/** One part of an item that differs. */
export interface ChangeOutput extends PlaceOutput {
  /** Which part. */
  readonly field: LifeField
  /** The value at the earlier moment; null where there was none. */
  readonly from: JsonValue
  /** The value at the later moment; null where there is none. */
  readonly to: JsonValue
}

/** How an item left the list. */
export interface LeftOutput extends PlaceOutput {
  /** The status that it had. */
  readonly status: TodoStatus
  /** What the user, the supervisor or the host did between that update and the one before it. */
  readonly happened: readonly HappenedBefore[]
  /** The item that brought its text back later, or null. */
  readonly again: { readonly id: string; readonly turn: number; readonly seq: number } | null
}

/** What is printed of a session. @param onlyDropped leaves out what was not dropped silently */
export function diffOutput({ head, diff, work }: SessionDiff, onlyDropped: boolean): DiffOutput {
  const items = diff.items.filter((item) => !onlyDropped || isDropped(item))
  const passing = diff.passing.filter((item) => !onlyDropped || isDropped(item))
  const print = (item: ItemDiff) => itemOutput(item, work)
  return {
    ...head,
    from: momentOutput(diff.from),
    to: momentOutput(diff.to),
    counts: countsOf(diff),
    goal: diff.goal,
    items: items.map(print),
    passing: passing.map(print),
  }
}

/** How many items differ. */
export function countsOf({ items, passing, same }: SessionDiff['diff']): DiffCounts {
  const kinds = items.map(kindOf)
  const count = (kind: ItemDiffOutput['kind']): number => kinds.filter((each) => each === kind).length
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    passing: passing.length,
    dropped: [...items, ...passing].filter(isDropped).length,
    same,
  }
}

/** What became of an item. */
export function kindOf({ was, now }: Pick<ItemDiff, 'was' | 'now'>): ItemDiffOutput['kind'] {
  if (was !== null) return now === null ? 'removed' : 'changed'
  return now === null ? 'passing' : 'added'
}

function itemOutput(item: ItemDiff, work: SessionDiff['work']): ItemDiffOutput {
  const { id, text, was, now, fields, added, statusSet } = item
  return {
    ...{ id, text, kind: kindOf(item), droppedSilently: isDropped(item) },
    was: was === null ? null : thenOutput(was),
    now: now === null ? null : thenOutput(now),
    changes: fields.map(changeOutput),
    added: added === null ? null : placeOutput(added),
    statusSet: statusSet === null ? null : placeOutput(statusSet),
    left: leftOutput(item, work),
  }
}

function leftOutput(item: ItemDiff, work: SessionDiff['work']): LeftOutput | null {
  const { now, left, again } = item
  if (left === null || now !== null) return null
  return {
    ...placeOutput(left),
    status: left.status,
    happened: work.before(left.seq)?.happened ?? [],
    again: again === null ? null : { id: again.id, turn: again.added.turn, seq: again.added.seq },
  }
}

function thenOutput({ id, text, status, position }: ItemThen): ItemThenOutput {
  return { id, text, status, position }
}

function changeOutput(change: ChangedField): ChangeOutput {
  const { field, from, to } = change
  return { field, from, to, ...placeOutput(change) }
}

function momentOutput({ turn, seq }: ReachedMoment): MomentOutput {
  return { turn, seq }
}
