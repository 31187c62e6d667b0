/** The one place where events of an older program become events of this one. */

import { StoreError } from '../errors.js'
import { eventVersions, type RecordedPlace, type TodoEvent } from '../events.js'
import { firstBadDataField, isEventType } from './event-shapes.js'
import type { UnknownRecord } from './shape.js'

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
  /** What is told of it, in the form of that version. */
  readonly data: UnknownRecord
  /** The place in the recorded file, for an imported event. */
  readonly source?: RecordedPlace | undefined
  /** The store's chained hash, where the store gives one. */
  readonly hash?: string | undefined
}

/** Makes the data of one version of an event type into that of the next. */
type Upcaster = (data: UnknownRecord) => UnknownRecord

/** By event type, then by the version that it takes. Every type is at its first version today. */
const upcasters: ReadonlyMap<string, ReadonlyMap<number, Upcaster>> = new Map()

/** What to do about an event that was read and cannot be one. */
export const wasDamaged = 'It was damaged, or written by another program.'

/**
 * The stored event in the form of today.
 * @param remedy what to do about data that is not what its type says; the last sentence of the message
 * @throws StoreError `unknown-event`, `newer-event` or `bad-event`, which name the event
 */
export function upcast(stored: StoredEvent, remedy: string = wasDamaged): TodoEvent {
  const { type } = stored
  if (!isEventType(type)) {
    throw new StoreError(
      'unknown-event',
      `${nameOf(stored)} has the type ${JSON.stringify(type.slice(0, 60))}, which this version of todo-ledger does not know. Update todo-ledger.`,
    )
  }
  const newest = eventVersions[type]
  if (stored.version > newest) {
    throw new StoreError(
      'newer-event',
      `${nameOf(stored)} is a ${type} of version ${stored.version}, and this version of todo-ledger knows it up to ${newest}. Update todo-ledger.`,
    )
  }
  let data = stored.data
  for (let version = stored.version; version < newest; version += 1) {
    const next = upcasters.get(type)?.get(version)
    if (next !== undefined) data = next(data)
  }
  const { source, hash, ...envelope } = stored
  const event = {
    ...envelope,
    version: newest,
    data,
    ...(source === undefined ? {} : { source }),
    ...(hash === undefined ? {} : { hash }),
  }
  if (isTodoEvent(event)) return event
  const field = firstBadDataField(type, data)
  throw new StoreError(
    'bad-event',
    `${nameOf(stored)} is a ${type} whose data.${field} is not what it must be. ${remedy}`,
  )
}

function isTodoEvent(event: StoredEvent | TodoEvent): event is TodoEvent {
  return isEventType(event.type) && firstBadDataField(event.type, event.data) === null
}

function nameOf(event: StoredEvent): string {
  return `Event ${event.seq} of session ${JSON.stringify(event.session)}`
}
