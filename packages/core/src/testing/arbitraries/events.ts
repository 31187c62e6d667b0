/** Events of every type with any content that their types allow, for properties. They need not make sense together. */

import fc from 'fast-check'
import type * as v from 'valibot'
import { count, ordinal } from '../../declared.js'
import { actor, eventShapes, eventVersions, recordedPlace, type TodoEvent } from '../../events.js'
import { isEventType } from '../../store/upcast.js'
import { arbitraryOf } from './declared.js'
import { arbitraryText } from './values.js'

/** Any event of any type that is stored; what is left of an erased event never is. */
export function arbitraryEvent(): fc.Arbitrary<TodoEvent> {
  return fc.oneof(...events)
}

/** A few events of one session that follow `expectedSeq`, each with an id of its own. */
export function arbitraryEvents(session: string, expectedSeq = 0): fc.Arbitrary<readonly TodoEvent[]> {
  return fc
    .uniqueArray(arbitraryEvent(), { selector: (event) => event.id, minLength: 1, maxLength: 6 })
    .map((few) => few.map((event, index) => ({ ...event, session, seq: expectedSeq + index + 1 })))
}

const requiredKeys = ['id', 'session', 'seq', 'turn', 'at', 'type', 'version', 'data'] as const

const events = Object.keys(eventShapes).flatMap((type) => {
  if (!isEventType(type) || type === 'event.erased') return []
  const model = {
    id: arbitraryText(),
    session: arbitraryText(),
    seq: arbitraryOf(ordinal),
    turn: arbitraryOf(count),
    at: fc.date({ noInvalidDate: true }),
    type: fc.constant(type),
    version: fc.constant(eventVersions[type]),
    data: arbitraryOf<v.GenericSchema>(eventShapes[type]),
    source: arbitraryOf(recordedPlace),
    actor: arbitraryOf(actor),
  }
  const event = fc.record(model, { noNullPrototype: true, requiredKeys: [...requiredKeys] })
  return [event as fc.Arbitrary<TodoEvent>] // type and data are of one declaration
})
