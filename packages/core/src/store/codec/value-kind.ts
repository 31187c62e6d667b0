/** The kinds of values that an event can hold, as the codec and the comparison of bodies distinguish them. */

import { isRecord, type UnknownRecord } from '../shape.js'

/** A value with its kind. `other` is what no event can hold: functions, symbols, objects of a class. */
type KindOfValue =
  | { readonly kind: 'plain'; readonly value: null | string | number | boolean | bigint | undefined }
  | { readonly kind: 'date'; readonly value: Date }
  | { readonly kind: 'list'; readonly value: readonly unknown[] }
  | { readonly kind: 'map'; readonly value: ReadonlyMap<unknown, unknown> }
  | { readonly kind: 'set'; readonly value: ReadonlySet<unknown> }
  | { readonly kind: 'record'; readonly value: UnknownRecord }
  | { readonly kind: 'other'; readonly value: unknown }

/** The kind of a value. */
export function kindOf(value: unknown): KindOfValue {
  if (value === null) return { kind: 'plain', value }
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return { kind: 'plain', value }
    case 'object':
      if (Array.isArray(value)) return { kind: 'list', value }
      if (value instanceof Date) return { kind: 'date', value }
      if (value instanceof Map) return { kind: 'map', value }
      if (value instanceof Set) return { kind: 'set', value }
      return isRecord(value) ? { kind: 'record', value } : { kind: 'other', value }
    default:
      return { kind: 'other', value }
  }
}

/** Longer places are cut: a value may be 100,000 levels deep. In characters. */
const longestPlace = 200

/**
 * The place of a part of a value, such as `data.input.items[0]`. Keys that are no plain names are quoted, since they
 * come from recordings and end up in messages.
 */
export function placeWithin(place: string, key: string | number): string {
  if (place.length > longestPlace) return place.endsWith('…') ? place : `${place}…`
  if (typeof key === 'number') return `${place}[${key}]`
  if (/^[A-Za-z_$][\w$]{0,60}$/.test(key)) return place === '' ? key : `${place}.${key}`
  return `${place}[${JSON.stringify(key.slice(0, 60))}]`
}
