/** Values that are shared in place of copied: what JSON carries exactly, frozen to its depths. */

import { isRecord } from '../declared.js'

/** The copies that were made here: of what else is frozen nobody knows to which depth. */
const copies = new WeakSet<object>()

/** In levels: deeper values are left as they are, as those that hold themselves. */
const deepest = 500

/** Stands for what JSON does not carry exactly: no value is equal to it. */
const unfit = Symbol('unfit')

/** True for a list or an object that `frozenData` gave. */
export function isFrozenData(value: unknown): boolean {
  return typeof value === 'object' && value !== null && copies.has(value)
}

/** A copy that is frozen to its depths. A value that JSON does not carry exactly is given back as it is. */
export function frozenData<T>(value: T): T {
  const copy = copyOf(value, 0)
  return copy === unfit ? value : (copy as T) // equal to it
}

function copyOf(value: unknown, depth: number): unknown {
  if (isJsonLeaf(value) || isFrozenData(value)) return value
  const isList = Array.isArray(value)
  if (depth === deepest || (!isList && !isRecord(value))) return unfit
  const parts: unknown[] = []
  for (const part of isList ? value : Object.values(value)) {
    const copied = copyOf(part, depth + 1)
    if (copied === unfit) return unfit
    parts.push(copied)
  }
  const copy = isList ? parts : Object.fromEntries(Object.keys(value).map((key, at) => [key, parts[at]]))
  copies.add(copy)
  return Object.freeze(copy)
}

/** True for what is no list and no object, and comes back from JSON as it was. */
export function isJsonLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}
