/** What the data of each event type must look like, so that what is read from a store can be trusted inside. */

import { badFieldOf, type UnknownRecord } from '../declared.js'
import { type EventType, eventShapes } from '../events.js'

const badFields: ReadonlyMap<string, ReturnType<typeof badFieldOf>> = new Map(
  Object.entries(eventShapes).map(([type, declared]) => [type, badFieldOf(declared)]),
)

/** True where a text names an event type of this version of the program. */
export function isEventType(type: string): type is EventType {
  return badFields.has(type)
}

/** The first field of an event's data that is not what its type says, or null where all are right. */
export function firstBadDataField(type: EventType, data: UnknownRecord): string | null {
  return badFields.get(type)?.(data) ?? null
}
