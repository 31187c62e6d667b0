/** Values that are shared in place of copied: what JSON carries exactly, frozen to its depths. */

import { isRecord } from '../declared.js'

/**
 * What is given to the constructor becomes what a subclass adds its private fields to: a mark that nobody else can see or
 * set. A WeakSet would do; of each event it takes as long as all else that a store in memory does with it.
 */
class Marked {
  /** @param object what is to be marked, before it is frozen */
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: that is what it is for
    return object
  }
}

/** A copy that was made here: of what else is frozen nobody knows to which depth. */
class Copy extends Marked {
  readonly #levels: number

  constructor(object: object, levels: number) {
    super(object)
    this.#levels = levels
  }

  /** The levels of a copy, from 1; 0 of anything else. */
  static levelsOf(value: unknown): number {
    return typeof value === 'object' && value !== null && #levels in value ? value.#levels : 0
  }
}

/** Deeper values are left as they are, as those that hold themselves. In levels. */
const deepest = 500

/** Stands for what JSON does not carry exactly: no value is equal to it. */
const unfit = Symbol('unfit')

/** True for a list or an object that `frozenData` gave. */
export function isFrozenData(value: unknown): boolean {
  return Copy.levelsOf(value) > 0
}

/**
 * A copy that is frozen to its depths. A value that JSON does not carry exactly is given back as it is, for it can't be
 * frozen, and so is such a copy, also where it stands within another value.
 */
export function frozenData<T>(value: T): T {
  const copy = copyOf(value, 0)
  return copy === unfit ? value : (copy as T) // equal to it
}

function copyOf(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : unfit
    case 'object': {
      if (value === null) return value
      const levels = Copy.levelsOf(value)
      if (levels > 0 && depth + levels <= deepest) return value
      if (depth === deepest) return unfit
      return Array.isArray(value) ? copyOfList(value, depth + 1) : copyOfRecord(value, depth + 1)
    }
    default:
      return unfit
  }
}

function copyOfList(list: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = []
  let levels = 0
  for (const element of list) {
    const part = copyOf(element, depth)
    if (part === unfit) return unfit
    levels = Math.max(levels, Copy.levelsOf(part))
    copy.push(part)
  }
  return Object.freeze(new Copy(copy, levels + 1))
}

function copyOfRecord(record: object, depth: number): unknown {
  if (!isRecord(record)) return unfit
  const copy: { [key: string]: unknown } = {}
  let levels = 0
  for (const key of Object.keys(record)) {
    const part = copyOf(record[key], depth)
    if (part === unfit) return unfit
    levels = Math.max(levels, Copy.levelsOf(part))
    // To set this one would do something else.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: part, enumerable: true })
    else copy[key] = part
  }
  return Object.freeze(new Copy(copy, levels + 1))
}
