/** What a value from outside must look like to be one of ours: small type guards, and shapes built from them. */

import type { Actor, JsonValue } from '../events.js'

/** Says whether a value is a `T`. */
export type Check<T> = (value: unknown) => value is T

/** The check of each field of a `T`. A field that `T` may lack has a check that takes undefined. */
export type Shape<T> = { readonly [Key in keyof T]-?: Check<T[Key]> }

/** An object with string keys, its values still to be looked at. */
export type UnknownRecord = { readonly [key: string]: unknown }

/** True for any text, an empty one too. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** True for true and false. */
export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

/** True for any number, NaN and the infinite ones too. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

/** True for 0, 1, 2 … as far as numbers are exact. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** True for 1, 2, 3 … as far as numbers are exact. */
export function isOrdinal(value: unknown): value is number {
  return isCount(value) && value > 0
}

/** True for a Date that says a time. */
export function isTime(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

/** True for every value: for what is kept as it came. */
export function isAnything(_value: unknown): _value is unknown {
  return true
}

/** True for an object that is no list and of no class. */
export function isRecord(value: unknown): value is UnknownRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype) return true
  // An object of another realm has another Object.prototype, which is as much a root as ours.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** A check for one of a few texts. */
export function oneOf<const Text extends string>(...texts: readonly Text[]): Check<Text> {
  const known = new Set<unknown>(texts)
  return (value): value is Text => known.has(value)
}

/** A check for null or what another check takes. */
export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value)
}

/** A check for a field that may be absent. */
export function orAbsent<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value)
}

/** A check for a list of one kind. */
export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check)
}

/** A check for an object whose values are all of one kind. */
export function recordOf<T>(check: Check<T>): Check<{ readonly [key: string]: T }> {
  return (value): value is { readonly [key: string]: T } =>
    isRecord(value) && Object.values(value).every(check)
}

/** A check for an object of a shape; it may hold more than the shape names. */
export function shaped<T extends object>(shape: Shape<T>): Check<T> {
  return (value): value is T => isRecord(value) && firstBadField(shape, value) === null
}

/** The first field of a shape that an object gets wrong, or null where all are right. */
export function firstBadField(
  shape: { readonly [key: string]: Check<unknown> },
  value: object,
): string | null {
  // Asked of every part of every event that is stored or read: `for … in` makes no list of the fields.
  for (const field in shape) if (shape[field]?.(Reflect.get(value, field)) === false) return field
  return null
}

function isJsonLeaf(value: unknown): boolean {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  )
}

/** True for what JSON knows. Walks without recursion: a recorded value may be 100,000 levels deep. */
export function isJsonValue(value: unknown): value is JsonValue {
  if (value === null || typeof value !== 'object') return isJsonLeaf(value)
  const left: unknown[] = [value]
  const seen = new Set<object>()
  while (left.length > 0) {
    const next = left.pop()
    if (isJsonLeaf(next)) continue
    if (!Array.isArray(next) && !isRecord(next)) return false
    if (seen.has(next)) continue
    seen.add(next)
    for (const part of Array.isArray(next) ? next : Object.values(next)) left.push(part)
  }
  return true
}

/** True for an actor. */
export const isActor: Check<Actor> = shaped<Actor>({
  kind: oneOf('agent', 'sub-agent', 'person', 'program'),
  id: isText,
})
