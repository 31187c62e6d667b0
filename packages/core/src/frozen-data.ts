/** Values that are shared in place of copied: what JSON carries exactly, frozen to its depths. */

import { isRecord } from './declared.js'

/** The copies that were made here, without their parts: of what else is frozen nobody knows to which depth. */
const copies = new WeakSet<object>()

/** In levels: deeper values are left as they are, as those that hold themselves. */
const deepest = 500

/** Stands for what JSON does not carry exactly: no value is equal to it. */
const unfit = Symbol('unfit')

/** True for what `frozenData` gave, if it is a list or an object. */
export function isFrozenData(value: unknown): boolean {
  return typeof value === 'object' && value !== null && copies.has(value)
}

/** A copy that is frozen to its depths. A value that JSON does not carry exactly is given back as it is. */
export function frozenData<T>(value: T): T {
  const copy = copyOf(value, 0)
  if (copy === unfit) return value
  if (typeof copy === 'object' && copy !== null) copies.add(copy)
  return copy as T // equal to it
}

function copyOf(value: unknown, depth: number): unknown {
  if (isJsonLeaf(value) || isFrozenData(value)) return value
  if (depth === deepest) return unfit
  if (Array.isArray(value)) {
    const copy: unknown[] = []
    for (const part of value) {
      const copied = copyOf(part, depth + 1)
      // At once: a list that holds itself twice would be gone through 2 ** 500 times.
      if (copied === unfit) return unfit
      copy.push(copied)
    }
    return Object.freeze(copy)
  }
  if (!isRecord(value)) return unfit
  const copy: { [key: string]: unknown } = { ...value }
  for (const key of Object.keys(copy)) {
    const part = copyOf(copy[key], depth + 1)
    if (part === unfit) return unfit
    // Not where it is the same: an object that is only copied keeps its shape.
    if (part !== copy[key]) copy[key] = part
  }
  return Object.freeze(copy)
}

/** True for what is no list and no object, and comes back from JSON as it was. */
export function isJsonLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}

/** Freezes a value to its depths; what is frozen already is so to its own. */
export function frozenThrough<T>(value: T): T {
  // Does not recurse: values may be of any depth.
  const open: unknown[] = [value]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part !== 'object' || part === null || Object.isFrozen(part)) continue
    for (const each of Object.values(part)) if (typeof each === 'object') open.push(each)
    Object.freeze(part)
  }
  return value
}
