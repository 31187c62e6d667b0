/** Takes secrets out of any value that an event can hold. Does not recurse: values may be of any depth. */

import { kindOf } from '../store/codec/value-kind.js'
import { isRecord } from '../store/shape.js'
import type { secretOfField } from './named-secrets.js'
import { markOf, type RedactText } from './redact-text.js'

/** What is needed to redact a value. */
export interface ValueRedaction {
  /** Takes secrets out of a text. */
  readonly text: RedactText
  /** The pattern that a field's value falls under by the field's name, or null. */
  readonly field: typeof secretOfField
}

type Container =
  | readonly unknown[]
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | { readonly [key: string]: unknown }

/**
 * The value without its secrets: the very same one where it holds none. Keys and what Maps and Sets hold are looked at,
 * too. What no event can hold (functions, objects of a class) is left as it is.
 * @param found is called with the name of the pattern for each secret
 */
export function redactValue(
  value: unknown,
  redaction: ValueRedaction,
  found?: (name: string) => void,
): unknown {
  if (typeof value === 'string') return redaction.text(value, found)
  const container = containerOf(value)
  if (container === null || !holdsSecret(container, redaction)) return value
  return redactedCopy(container, redaction, found)
}

/** Of so many containers it is not noted which were seen: only a value that holds itself has no end. */
const fewContainers = 1000

function holdsSecret(value: Container, redaction: ValueRedaction): boolean {
  let seen: Set<Container> | null = null
  const open: Container[] = [value]
  let passed = 0
  const isSecret = (name: string | null, part: unknown): boolean => {
    if (typeof part === 'string') return redactedLeaf(name, part, redaction) !== part
    if (typeof part !== 'object' || part === null) return false
    const container = containerOf(part)
    if (container !== null) open.push(container)
    return false
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    passed += 1
    if (passed > fewContainers) {
      seen ??= new Set()
      if (seen.has(next)) continue
      seen.add(next)
    }
    if (somePart(next, isSecret)) return true
  }
  return false
}

function redactedLeaf(
  name: string | null,
  text: string,
  { text: redact, field }: ValueRedaction,
  found?: (name: string) => void,
): string {
  const pattern = name === null ? null : field(name, text)
  if (pattern === null) return redact(text, found)
  // What the value says of itself says more than the name beside it.
  const redacted = redact(text)
  if (/^\[redacted:[a-z0-9-]+\]$/.test(redacted)) return redact(text, found)
  found?.(pattern)
  return markOf(pattern)
}

/** True where a part of a container is what is looked for, keys among them. `is` gets the name that stands beside it. */
function somePart(container: Container, is: (name: string | null, part: unknown) => boolean): boolean {
  if (isList(container)) {
    for (let index = 0; index < container.length; index += 1)
      if (is(flagBefore(container, index), container[index])) return true
    return false
  }
  if (isSet(container)) {
    for (const element of container) if (is(null, element)) return true
    return false
  }
  if (isMap(container)) {
    for (const [key, held] of container)
      if (is(null, key) || is(typeof key === 'string' ? key : null, held)) return true
    return false
  }
  for (const key of Object.keys(container))
    if (is(null, key) || is(nameBeside(container, key), container[key])) return true
  return false
}

function isList(container: Container): container is readonly unknown[] {
  return Array.isArray(container)
}

function isMap(container: Container): container is ReadonlyMap<unknown, unknown> {
  return container instanceof Map
}

function isSet(container: Container): container is ReadonlySet<unknown> {
  return container instanceof Set
}

/** `["--token", "…"]` */
function flagBefore(list: readonly unknown[], index: number): string | null {
  const before = index === 0 ? null : list[index - 1]
  return typeof before === 'string' && /^--?[A-Za-z][\w-]{0,60}$/.test(before) ? before : null
}

/** A field's name; of `{ name: 'DB_PASSWORD', value: '…' }` the one that stands beside it. */
function nameBeside(record: { readonly [key: string]: unknown }, key: string): string {
  if (key !== 'value') return key
  for (const naming of ['name', 'key']) {
    const name = Object.hasOwn(record, naming) ? record[naming] : undefined
    if (typeof name === 'string') return name
  }
  return key
}

function redactedCopy(value: Container, redaction: ValueRedaction, found?: (name: string) => void): unknown {
  const copies = new Map<Container, Container>()
  const open: (readonly [Container, Container])[] = []

  /** A part as it is in the copy; what is in a container is filled in later. */
  function copyOf(name: string | null, part: unknown): unknown {
    if (typeof part === 'string') return redactedLeaf(name, part, redaction, found)
    const container = containerOf(part)
    if (container === null) return part
    const known = copies.get(container)
    if (known !== undefined) return known
    const copy = emptyLike(container)
    copies.set(container, copy)
    open.push([container, copy])
    return copy
  }

  const whole = copyOf(null, value)
  for (let next = open.pop(); next !== undefined; next = open.pop()) fill(next[0], next[1], copyOf)
  return whole
}

function fill(from: Container, to: Container, copyOf: (name: string | null, part: unknown) => unknown): void {
  if (isList(from) && Array.isArray(to)) {
    for (let index = 0; index < from.length; index += 1) to.push(copyOf(flagBefore(from, index), from[index]))
  } else if (isSet(from) && to instanceof Set) {
    for (const element of from)
      to.add(distinct(copyOf(null, element), (key) => to.has(key) || isOther(from, key, element)))
  } else if (isMap(from) && to instanceof Map) {
    for (const [key, held] of from) {
      const name = distinct(copyOf(null, key), (other) => to.has(other) || isOther(from, other, key))
      to.set(name, copyOf(typeof key === 'string' ? key : null, held))
    }
  } else if (!isList(from) && !isSet(from) && !isMap(from)) {
    for (const [key, held] of Object.entries(from)) {
      const name = distinct(
        copyOf(null, key),
        (other) =>
          typeof other === 'string' &&
          (Object.hasOwn(to, other) || (other !== key && Object.hasOwn(from, other))),
      )
      // Defined, so that `__proto__` is a key like any other.
      Object.defineProperty(to, String(name), {
        value: copyOf(nameBeside(from, key), held),
        configurable: true,
        enumerable: true,
        writable: true,
      })
    }
  }
}

function isOther(container: { has(key: unknown): boolean }, key: unknown, own: unknown): boolean {
  return key !== own && container.has(key)
}

/** Two keys that read the same once their secrets are out stay two: the second has a number. */
function distinct(key: unknown, isTaken: (key: unknown) => boolean): unknown {
  if (typeof key !== 'string' || !isTaken(key)) return key
  for (let number = 2; ; number += 1) {
    const numbered = `${key} (${number})`
    if (!isTaken(numbered)) return numbered
  }
}

function emptyLike(container: Container): Container {
  if (isList(container)) return []
  if (isMap(container)) return new Map()
  return isSet(container) ? new Set() : {}
}

/** The value as a container of the kinds that events hold, or null. */
function containerOf(value: unknown): Container | null {
  if (typeof value !== 'object' || value === null) return null
  if (isRecord(value) || Array.isArray(value)) return value
  const known = kindOf(value)
  return known.kind === 'plain' || known.kind === 'date' || known.kind === 'other' ? null : known.value
}
