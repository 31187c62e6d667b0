/** Events as listeners are given them: copies that are frozen, so far as values can be. */

import type { TodoEvent } from '../events.js'
import { kindOf } from '../store/codec/value-kind.js'
import { frozenData, isFrozenData } from '../store/frozen-data.js'

/**
 * A copy of an event that is frozen to its depths, as states are. A copy, for its input may be the host's own object,
 * which the host goes on to use. Dates, Maps and Sets can't be frozen: they are copies that the listeners share, and what
 * one of them does to such a copy, the others see, but not the log.
 */
export function frozenEvent(event: TodoEvent): TodoEvent {
  return withFrozenData(event) ?? frozenCopy(event)
}

/** A frozen copy of an event, to be shared by the store and all listeners; the event itself where it can't be frozen. */
export function sharedEvent(event: TodoEvent): TodoEvent {
  return withFrozenData(event) ?? event
}

/** The event, frozen; null where it holds what JSON does not carry. One that was made here is given back. */
function withFrozenData(event: TodoEvent): TodoEvent | null {
  const data = frozenData(event.data)
  const source = frozenData(event.source)
  const actor = frozenData(event.actor)
  if (!isFrozenData(data) || !(source === undefined || isFrozenData(source))) return null
  const isSame = data === event.data && source === event.source && actor === event.actor
  if (isSame && Object.isFrozen(event)) return event
  const { id, session, seq, turn, at, type, version, hash, redacted } = event
  const copy: { -readonly [Part in keyof TodoEvent]?: unknown } = {
    id,
    session,
    seq,
    turn,
    at: Object.freeze(new Date(at)),
    type,
    version,
    data,
  }
  if (source !== undefined) copy.source = source
  if (actor !== undefined) copy.actor = actor
  if (hash !== undefined) copy.hash = hash
  if (redacted !== undefined) copy.redacted = redacted
  return Object.freeze(copy) as TodoEvent // a copy of one
}

/** A frozen copy of an event of any kind, part by part. Does not recurse: values may be of any depth. */
function frozenCopy(event: TodoEvent): TodoEvent {
  const copies = new Map<object, object>()
  const open: (readonly [given: object, copy: object])[] = []
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = copies.get(value)
    if (known !== undefined) return known
    const copy = emptyLike(value)
    copies.set(value, copy)
    open.push([value, copy])
    return copy
  }
  const frozen = copyOf(event)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [given, copy] = next
    if (given instanceof Map && copy instanceof Map)
      for (const [key, value] of given) copy.set(copyOf(key), copyOf(value))
    else if (given instanceof Set && copy instanceof Set) for (const value of given) copy.add(copyOf(value))
    else {
      for (const key of Object.keys(given)) {
        const value = copyOf(Reflect.get(given, key))
        // To set this one would do something else; to define every one costs several times as much.
        if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true })
        else Reflect.set(copy, key, value)
      }
    }
    Object.freeze(copy)
  }
  return frozen as TodoEvent // a copy of one
}

function emptyLike(value: object): object {
  const of = kindOf(value)
  switch (of.kind) {
    case 'list':
      return []
    case 'date':
      return new Date(of.value)
    default:
      return Object.create(Object.getPrototypeOf(value))
  }
}
