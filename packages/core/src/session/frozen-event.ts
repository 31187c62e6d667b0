import type { TodoEvent } from '../events.js'
import { frozenData, isFrozenData } from '../store/frozen-data.js'

/**
 * An event as the store and all listeners share it: a copy frozen to its depths, for its input may be the host's own object;
 * one that was made here is given back. Dates can't be frozen: what a listener does to one, the others see, but not the log.
 */
export function frozenEvent(event: TodoEvent): TodoEvent {
  const data = frozenData(event.data)
  const source = frozenData(event.source)
  const actor = frozenData(event.actor)
  if (!isFrozenData(data)) return frozenClone(event)
  if (data === event.data && source === event.source && actor === event.actor && Object.isFrozen(event))
    return event
  const parts = {
    data,
    ...(source === undefined ? {} : { source }),
    ...(actor === undefined ? {} : { actor }),
  }
  return Object.freeze(Object.assign({ ...event, at: Object.freeze(new Date(event.at)) }, parts))
}

/** Of what JSON does not carry; the event itself if no store can carry it either, which the store says. */
function frozenClone(event: TodoEvent): TodoEvent {
  try {
    const copy = structuredClone(event)
    // Does not recurse: values may be of any depth.
    const open: unknown[] = [copy]
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      if (typeof part !== 'object' || part === null || Object.isFrozen(part)) continue
      Object.freeze(part)
      open.push(...Object.values(part).filter((each) => each !== undefined))
    }
    return copy
  } catch {
    return event
  }
}
