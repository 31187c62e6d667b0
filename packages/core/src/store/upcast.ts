/** The one place where events of an older program become events of this one. */

import type { UnknownRecord } from '../declared.js'
import { StoreError } from '../errors.js'
import type { Actor, EventType, RecordedPlace, TodoEvent } from '../events.js'
import { firstBadDataField, isEventType } from './event-shapes.js'

/** An event as it was stored: its envelope is known to be right, its type, version and data are not yet. */
export interface StoredEvent {
  /** The idempotency key. */
  readonly id: string
  /** The session that it belongs to. */
  readonly session: string
  /** Its number in its session, from 1. */
  readonly seq: number
  /** The turn it happened in. */
  readonly turn: number
  /** When it happened. */
  readonly at: Date
  /** What happened, in the words of the program that wrote it. */
  readonly type: string
  /** The version of this type's data, from 1. */
  readonly version: number
  /** Its data, in the form of that version. */
  readonly data: UnknownRecord
  /** The place in the recorded file, for an imported event. */
  readonly source?: RecordedPlace | undefined
  /** Who did it, where somebody is named. */
  readonly actor?: Actor | undefined
  /** The store's chained hash, where the store gives one. */
  readonly hash?: string | undefined
  /** True where something was taken out of the data after it was stored. */
  readonly redacted?: true | undefined
}

/** Makes the data of one version of an event type into that of the next. */
type Upcaster = (data: UnknownRecord) => UnknownRecord

/**
 * By event type, its upcasters in order: the first takes version 1, the second version 2, and so on. A type's newest
 * version is one more than it has upcasters, so that no step can be missing.
 */
export type Upcasters = ReadonlyMap<string, readonly Upcaster[]>

/** Those of this program: none yet, since every type is in its first version. test/upcast.test.ts shows how one is added. */
export const upcasters: Upcasters = new Map()

/** The newest version of an event type. */
export function newestVersion(type: string, steps: Upcasters = upcasters): number {
  return (steps.get(type)?.length ?? 0) + 1
}

/** What to do about an event that was read and cannot be one. */
export const wasDamaged = 'It was damaged, or written by another program.'

/**
 * The stored event in the form of today.
 * @param remedy what to do about data that is not what its type says; the last sentence of the message
 * @param steps what makes old data new
 * @throws StoreError `unknown-event`, `newer-event` or `bad-event`, which name the event
 */
export function upcast(
  stored: StoredEvent,
  remedy: string = wasDamaged,
  steps: Upcasters = upcasters,
): TodoEvent {
  const { type } = stored
  if (!isEventType(type)) {
    throw new StoreError(
      'unknown-event',
      `${nameOf(stored)} has the type ${JSON.stringify(type.slice(0, 60))}, which this version of todo-ledger does not know. Update todo-ledger.`,
    )
  }
  const newest = newestVersion(type, steps)
  if (stored.version > newest) {
    throw new StoreError(
      'newer-event',
      `${nameOf(stored)} is a ${type} of version ${stored.version}, and this version of todo-ledger knows it up to ${newest}. Update todo-ledger.`,
    )
  }
  const event = stored.version === newest ? stored : brought(stored, steps.get(type) ?? [], newest)
  if (hasDataOf(event, type)) return event
  const field = firstBadDataField(type, event.data)
  throw new StoreError(
    'bad-event',
    `${nameOf(stored)} is a ${type} whose data.${field} is not what it must be. ${remedy}`,
  )
}

function brought(stored: StoredEvent, steps: readonly Upcaster[], newest: number): StoredEvent {
  const data = steps.slice(stored.version - 1).reduce((older, step) => step(older), stored.data)
  return { ...stored, version: newest, data }
}

function hasDataOf(event: StoredEvent | TodoEvent, type: EventType): event is TodoEvent {
  return firstBadDataField(type, event.data) === null
}

function nameOf(event: StoredEvent): string {
  return `Event ${event.seq} of session ${JSON.stringify(event.session)}`
}
