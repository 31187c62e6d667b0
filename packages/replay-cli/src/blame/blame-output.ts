/** What `blame --json` prints. Scripts rely on its keys. */

import type { JsonValue, TodoStatus } from '@todo-ledger/core'
import type { FieldOrigin, ItemLife, ItemLifeChange, LifeField } from '@todo-ledger/core/history'
import { type PlaceOutput, placeOutput, type SessionHead } from '../items/place.js'
import type { WorkBefore, WorkBeforeUpdates } from '../items/work-before.js'

/** What `blame --json` prints of a session. */
export interface BlameOutput extends SessionHead {
  /** The turn of the moment; 0 before the first. */
  readonly turn: number
  /** The seq of the last event up to the moment. */
  readonly seq: number
  /** The items that were asked for: those on the list in its order, then those that left it. */
  readonly items: readonly BlamedItem[]
}

/** One item. */
export interface BlamedItem {
  /** Its id, or the last that it had. */
  readonly id: string
  /** Its text, or the last that it had. */
  readonly text: string
  /** Its status, or the last that it had. */
  readonly status: TodoStatus
  /** Why it is or was blocked, or null. */
  readonly reason: string | null
  /** When it came into the list. */
  readonly added: PlaceOutput
  /** The status that it had in the list before this log begins, null where nobody says; absent for an item that was new. */
  readonly before?: TodoStatus | null
  /** How it left the list; null while it is there. */
  readonly left: BlamedLeaving | null
  /** Which event last set each part; text and status always. A position counts from 0. */
  readonly fields: { readonly [field in LifeField]?: BlamedField }
  /** Its whole life, with `--all`. */
  readonly life?: readonly BlamedChange[]
}

/** Which event last set a part of an item. */
export interface BlamedField extends PlaceOutput {
  /** The value before; null where there was none. */
  readonly from: JsonValue
  /** The value after; null where there is none. */
  readonly to: JsonValue
  /** What was done between that update and the one before it; of the status alone. */
  readonly after?: WorkBefore
}

/** How an item left the list. */
export interface BlamedLeaving extends PlaceOutput {
  /** The status that it had. */
  readonly status: TodoStatus
  /** True where it was open, and nothing that the update left in the list carries it on. */
  readonly silently: boolean
}

/** One thing that happened to an item. */
export interface BlamedChange extends BlamedField {
  /** What changed: it came, it went, or which part of it. */
  readonly what: ItemLifeChange['what']
  /** Its status after the event; of an item that went the one that it had. */
  readonly status: TodoStatus
}

/** What is printed of an item. @param whole true: its whole life, too */
export function blamedItem(life: ItemLife, work: WorkBeforeUpdates, whole: boolean): BlamedItem {
  const { id, text, status, reason, added, before, left, fields, changes } = life
  return {
    ...{ id, text, status, reason },
    added: placeOutput(added),
    ...(before === undefined ? {} : { before }),
    left: left === null ? null : { ...placeOutput(left), status: left.status, silently: left.silently },
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, origin]) => [
        field,
        fieldOutput(origin, field === 'status' ? work : null),
      ]),
    ),
    ...(whole ? { life: changes.map((change) => changeOutput(change, work)) } : {}),
  }
}

function changeOutput(change: ItemLifeChange, work: WorkBeforeUpdates): BlamedChange {
  const { what, status } = change
  return { what, status, ...fieldOutput(change, what === 'status' ? work : null) }
}

function fieldOutput(origin: FieldOrigin, work: WorkBeforeUpdates | null): BlamedField {
  const { from, to } = origin
  const after = work?.before(origin.seq)
  return { ...placeOutput(origin), from, to, ...(after === undefined ? {} : { after }) }
}
