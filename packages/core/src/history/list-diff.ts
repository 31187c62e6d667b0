/** What changed in a list between two moments of a session, item by item. Plain read-only data. */

import type { TodoItem } from '../state.js'
import type { EventPlace } from './event-place.js'
import type { FieldOrigin, ItemLeft } from './item-lives.js'
import type { LifeField } from './list-differences.js'

/** A moment that a session came to. */
export interface ReachedMoment {
  /** The turn of the last event up to it; 0 before the first. */
  readonly turn: number
  /** The seq of that event; 0 before the first. */
  readonly seq: number
  /** When that event happened; null before the first. */
  readonly at: Date | null
}

/** One part of an item that differs at the two moments. `from` and `to` are the values at the moments. */
export interface ChangedField extends FieldOrigin {
  /** Which part. */
  readonly field: LifeField
}

/** An item as it stood at one of the moments. */
export interface ItemThen extends TodoItem {
  /** Its place in the list, from 0. */
  readonly position: number
}

/** What became of one item from the one moment to the other. */
export interface ItemDiff {
  /** Its internal key. */
  readonly key: string
  /** Its id at the later moment, or the last that it had. */
  readonly id: string
  /** Its text at the later moment, or the last that it had. */
  readonly text: string
  /** The item at the earlier moment; null where it was not in the list. */
  readonly was: ItemThen | null
  /** The item at the later moment; null where it was not in the list. */
  readonly now: ItemThen | null
  /** When it came into the list; null where it was there at the earlier moment. */
  readonly added: EventPlace | null
  /** Which event last set its status, up to the later moment; null where that is not known. */
  readonly statusSet: FieldOrigin | null
  /** What of it differs; empty for an item that was not there at both moments. */
  readonly fields: readonly ChangedField[]
  /** How it left; null where it is there at the later moment. */
  readonly left: ItemLeft | null
  /** The item that brought the text of one that left back into the list, or null. */
  readonly again: ListedAgain | null
}

/** An item that brought the text of one that had left back. */
export interface ListedAgain {
  /** Its internal key. */
  readonly key: string
  /** Its id. */
  readonly id: string
  /** When it came. */
  readonly added: EventPlace
}

/** What changed in a list between two moments. */
export interface ListDiff {
  /** The session's id. */
  readonly session: string
  /** The earlier moment. */
  readonly from: ReachedMoment
  /** The later moment. */
  readonly to: ReachedMoment
  /** The items that differ: those that went, in their old order, then the others in the new one. */
  readonly items: readonly ItemDiff[]
  /** The items that came and went in between, in the order in which they came. */
  readonly passing: readonly ItemDiff[]
  /** How many items are the same at both moments. */
  readonly same: number
  /** The goal where it differs, else null. */
  readonly goal: { readonly from: string | null; readonly to: string | null } | null
}

/** True for an item that left the list while it was open, with nothing that carries it on. */
export function isDropped({ now, left }: ItemDiff): boolean {
  return now === null && left?.silently === true
}
