/** Takes secrets out of any value that an event can hold. Does not recurse: values may be of any depth. */

import type { secretOfField } from './named-secrets.js'
import { markOf, type RedactText } from './redact-text.js'

/** What is needed to redact a value. */
export interface ValueRedaction {
  /** Takes secrets out of a text. */
  readonly text: RedactText
  /** The pattern that a field's value falls under by the field's name, or null. */
  readonly field: typeof secretOfField
}

type Container = readonly unknown[] | { readonly [key: string]: unknown }

/**
 * The value without its secrets: the very same one where it holds none. Keys are looked at, too. What is neither a list nor
 * a plain object (a date, an object of a class) is left as it is.
 * @param found is called with the name of the pattern for each secret
 */
export function redactValue(
  value: unknown,
  redaction: ValueRedaction,
  found?: (name: string) => void,
): unknown {
  if (typeof value === 'string') return redaction.text(value, found)
  return isContainer(value) ? redactedCopy(value, redaction, found) : value
}

/** The parts of a container with the names that stand beside them. */
function* partsOf(container: Container): Generator<readonly [name: string | null, part: unknown]> {
  if (isList(container)) {
    for (const [index, part] of container.entries()) yield [flagBefore(container, index), part]
  } else for (const key of Object.keys(container)) yield [nameBeside(container, key), container[key]]
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
  if (/^\[redacted:[a-z0-9-]+\]$/.test(redact(text))) return redact(text, found)
  found?.(pattern)
  return markOf(pattern)
}

/** `["--token", "…"]` */
function flagBefore(list: readonly unknown[], index: number): string | null {
  const before = index === 0 ? null : list[index - 1]
  return typeof before === 'string' && /^--?[A-Za-z][\w-]{0,60}$/.test(before) ? before : null
}

/** A field's name; of `{ name: 'DB_PASSWORD', value: '…' }` the one that stands beside it. */
function nameBeside(record: { readonly [key: string]: unknown }, key: string): string {
  if (key !== 'value') return key
  const names = ['name', 'key'].map((naming) => (Object.hasOwn(record, naming) ? record[naming] : undefined))
  return names.find((name) => typeof name === 'string') ?? key
}

function redactedCopy(value: Container, redaction: ValueRedaction, found?: (name: string) => void): unknown {
  let isChanged = false
  const copies = new Map<Container, unknown>()
  const open: (() => void)[] = []

  /** A part as it is in the copy; what is in a container is filled in later. */
  function copyOf(name: string | null, part: unknown): unknown {
    if (typeof part === 'string') {
      const redacted = redactedLeaf(name, part, redaction, found)
      isChanged ||= redacted !== part
      return redacted
    }
    if (!isContainer(part)) return part
    const known = copies.get(part)
    if (known !== undefined) return known
    if (isList(part)) {
      const copy: unknown[] = []
      copies.set(part, copy)
      open.push(() => {
        for (const [beside, each] of partsOf(part)) copy.push(copyOf(beside, each))
      })
      return copy
    }
    const copy: { [key: string]: unknown } = {}
    copies.set(part, copy)
    const redactKey = (key: string): string => {
      const redacted = redaction.text(key, found)
      isChanged ||= redacted !== key
      return redacted
    }
    open.push(() => fillRecord(part, copy, redactKey, copyOf))
    return copy
  }

  const whole = copyOf(null, value)
  for (let fill = open.pop(); fill !== undefined; fill = open.pop()) fill()
  return isChanged ? whole : value
}

function fillRecord(
  from: { readonly [key: string]: unknown },
  to: { [key: string]: unknown },
  redactKey: (key: string) => string,
  copyOf: (name: string | null, part: unknown) => unknown,
): void {
  for (const [key, held] of Object.entries(from)) {
    const redacted = redactKey(key)
    const isTaken = (name: string) => Object.hasOwn(to, name) || (name !== key && Object.hasOwn(from, name))
    let name = redacted
    // Two keys that read the same once their secrets are out stay two: the second has a number.
    for (let number = 2; isTaken(name); number += 1) name = `${redacted} (${number})`
    // Defined, so that `__proto__` is a key like any other.
    Object.defineProperty(to, name, {
      value: copyOf(nameBeside(from, key), held),
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
}

function isContainer(value: unknown): value is Container {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isList(container: Container): container is readonly unknown[] {
  return Array.isArray(container)
}
