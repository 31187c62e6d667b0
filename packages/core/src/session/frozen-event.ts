/** Events as they are shared by the store and all listeners: frozen to their depths, as states are. */

import type { TodoEvent } from '../events.js'
import { frozenData, isFrozenData } from '../store/frozen-data.js'
import type { Writable } from '../writable.js'

/**
 * A copy of an event that is frozen to its depths; one that was made here is given back. A copy, for its input may be the
 * host's own object, which the host goes on to use. Dates can't be frozen: they are copies that the listeners share, and
 * what one of them does to such a copy, the others see, but not the log.
 */
export function frozenEvent(event: TodoEvent): TodoEvent {
  const data = frozenData(event.data)
  const source = frozenData(event.source)
  const actor = frozenData(event.actor)
  if (!isFrozenData(data)) return frozenClone(event)
  if (data === event.data && source === event.source && actor === event.actor && Object.isFrozen(event))
    return event
  const copy: Writable<TodoEvent> = { ...event, at: Object.freeze(new Date(event.at)) }
  Object.assign(copy, { data }, source === undefined ? {} : { source }, actor === undefined ? {} : { actor })
  return Object.freeze(copy)
}

/** Of what JSON does not carry; the event itself if no store can carry it either, which the store says. */
function frozenClone(event: TodoEvent): TodoEvent {
  try {
    return deeplyFrozen(structuredClone(event))
  } catch {
    return event
  }
}

/** Freezes a value and all its parts. Does not recurse: values may be of any depth. */
function deeplyFrozen<T extends object>(value: T): T {
  const open: unknown[] = [value]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null || Object.isFrozen(part)) continue
    Object.freeze(part)
    open.push(...Object.values(part).filter((each) => each !== undefined))
  }
  return value
}
