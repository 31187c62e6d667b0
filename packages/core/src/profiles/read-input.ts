/** Reading a todo tool's raw input: what the model sent is unknown until it is looked at. */

import type { Intent } from '../decide/intent.js'
import type { Violation } from '../events.js'
import { violationOf } from '../rules/rule.js'

/** An object whose properties are not known. */
export type UnknownObject = { readonly [key: string]: unknown }

/** True for an object that is no list. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A property of the object's own; what it inherits, as under `constructor`, is none. */
export function property(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

/** The list under a name, or null where there is none. */
export function listProperty(object: unknown, name: string): readonly unknown[] | null {
  const value = property(object, name)
  return Array.isArray(value) ? value : null
}

/** A text, or a number as text; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

/** What a value is, for people: `null`, `a list`, `an object`, `a number` … */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The violation of an input that does not have the tool's shape. */
export function shapeViolation(
  message: string,
  expected: string,
  received: unknown,
  fix: string,
  item: string | null = null,
): Violation {
  return violationOf('input-shape', { message, item, expected, received: kindOf(received), fix })
}

/** A call that wants nothing that could be read: a recording that accepted it changes nothing. */
export function unreadable(...violations: readonly Violation[]): {
  readonly intent: Intent
  readonly violations: readonly Violation[]
} {
  return { intent: { kind: 'edit' }, violations }
}
