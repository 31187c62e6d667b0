/** The one place where events of an older program become events of this one. */

import * as v from 'valibot'
import { badFieldOf, count, isRecord, ordinal, shape, type UnknownRecord } from '../declared.js'
import { StoreError } from '../errors.js'
import { actor, type EventType, eventShapes, recordedPlace, type TodoEvent } from '../events.js'

/** An event as it was stored: its envelope is known to be right, its type, version and data are not yet. */
export const storedEvent = shape({
  id: v.string(),
  session: v.string(),
  seq: ordinal,
  turn: count,
  at: v.custom<Date>((value) => value instanceof Date && !Number.isNaN(value.getTime())),
  type: v.string(),
  version: ordinal,
  data: v.custom<UnknownRecord>(isRecord),
  source: v.exactOptional(recordedPlace),
  actor: v.exactOptional(actor),
  hash: v.exactOptional(v.string()),
  redacted: v.exactOptional(v.literal(true)),
})
export interface StoredEvent extends v.InferOutput<typeof storedEvent> {}

/** Makes the data of one version of an event type into that of the next. */
type Upcaster = (data: UnknownRecord) => UnknownRecord

/**
 * By event type, its upcasters in order: the first takes version 1, the second version 2, and so on. A type's newest
 * version is one more than it has upcasters, so that no step can be missing.
 */
export type Upcasters = ReadonlyMap<string, readonly Upcaster[]>

/** Those of this program: none yet, since every type is in its first version. test/upcast.test.ts shows how one is added. */
export const upcasters: Upcasters = new Map()

const badFields: ReadonlyMap<string, ReturnType<typeof badFieldOf>> = new Map(
  Object.entries(eventShapes).map(([type, declared]) => [type, badFieldOf(declared)]),
)

/** True where a text names an event type of this version of the program. */
export function isEventType(type: string): type is EventType {
  return badFields.has(type)
}

/** What to do about an event that was read and cannot be one. */
export const wasDamaged = 'It was damaged, or written by another program.'

/**
 * The stored event in the form of today.
 * @param remedy what to do about data that is not what its type says; the last sentence of the message
 * @throws StoreError `unknown-event`, `newer-event` or `bad-event`, which name the event
 */
export function upcast(
  stored: StoredEvent,
  remedy: string = wasDamaged,
  steps: Upcasters = upcasters,
): TodoEvent {
  const { type, version, session, seq } = stored
  const name = () => `Event ${seq} of session ${JSON.stringify(session)}`
  if (!isEventType(type)) {
    throw new StoreError(
      'unknown-event',
      `${name()} has the type ${JSON.stringify(type.slice(0, 60))}, which this version of todo-ledger does not know. Update todo-ledger.`,
    )
  }
  const older = steps.get(type) ?? []
  const newest = older.length + 1
  if (version > newest) {
    throw new StoreError(
      'newer-event',
      `${name()} is a ${type} of version ${version}, and this version of todo-ledger knows it up to ${newest}. Update todo-ledger.`,
    )
  }
  const event =
    version === newest
      ? stored
      : {
          ...stored,
          version: newest,
          data: older.slice(version - 1).reduce((data, step) => step(data), stored.data),
        }
  const bad = badFields.get(type)?.(event.data) ?? null
  if (bad !== null)
    throw new StoreError(
      'bad-event',
      `${name()} is a ${type} whose data.${bad} is not what it must be. ${remedy}`,
    )
  return event as TodoEvent // its data is that of its type
}
