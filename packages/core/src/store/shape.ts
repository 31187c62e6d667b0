/** Checks of what stores keep beside events: of rows and snapshots, whose shapes stand where they are read. */

import { checkOf, isRecord } from '../declared.js'
import { type Actor, actor } from '../events.js'

/** Says whether a value is a `T`. */
export type Check<T> = (value: unknown) => value is T

/** The check of each field of a `T`. A field that `T` may lack has a check that takes undefined. */
type Shape<T> = { readonly [Key in keyof T]-?: Check<T[Key]> }

/** True for any text, an empty one too. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
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

/** A check for null or what another check takes. */
export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value)
}

/** A check for a field that may be absent. */
export function orAbsent<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value)
}

/** A check for an object of a shape; it may hold more than the shape names. */
export function shaped<T extends object>(shape: Shape<T>): Check<T> {
  return (value): value is T => {
    if (!isRecord(value)) return false
    for (const field in shape) if (!shape[field](value[field])) return false
    return true
  }
}

/** True for an actor. */
export const isActor: Check<Actor> = checkOf(actor)
