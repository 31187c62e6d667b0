/** The kinds of values that an event can hold, as the codec and the comparison of bodies distinguish them. */

import { isRecord, type UnknownRecord } from '../../declared.js'

/** A value with its kind. `other` is what no event can hold: functions, symbols, bigints, objects of a class. */
type KindOfValue =
  | { readonly kind: 'plain'; readonly value: null | string | number | boolean | undefined }
  | { readonly kind: 'date'; readonly value: Date }
  | { readonly kind: 'list'; readonly value: readonly unknown[] }
  | { readonly kind: 'record'; readonly value: UnknownRecord }
  | { readonly kind: 'other'; readonly value: unknown }

/** The kind of a value. */
export function kindOf(value: unknown): KindOfValue {
  if (value === null) return { kind: 'plain', value }
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return { kind: 'plain', value }
    case 'object':
      if (Array.isArray(value)) return { kind: 'list', value }
      if (value instanceof Date) return { kind: 'date', value }
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

/** Longer texts are cut; in characters. */
const longestText = 120
const longestQuote = 100
/** Deeper levels, and more entries, are not shown. */
const deepest = 4
const mostEntries = 8

/** A value as a short text for messages. It takes as long for a value of any size and depth. */
export function quotedValue(value: unknown): string {
  const text = quotedTo(value, deepest)
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

function quotedTo(value: unknown, levels: number): string {
  const known = kindOf(value)
  switch (known.kind) {
    case 'plain':
      return quotedPlain(known.value)
    case 'date':
      return Number.isNaN(known.value.getTime()) ? 'Date(NaN)' : `Date(${known.value.toISOString()})`
    case 'list':
      return `[${entries(known.value, levels, (part) => quotedTo(part, levels - 1))}]`
    case 'record':
      return `{${entries(Object.keys(known.value), levels, (key) => `${quotedPlain(key)}:${quotedTo(known.value[key], levels - 1)}`)}}`
    case 'other':
      return typeof known.value
  }
}

function entries<Part>(parts: readonly Part[], levels: number, quoted: (part: Part) => string): string {
  if (parts.length === 0) return ''
  if (levels <= 0) return '…'
  const shown = parts.slice(0, mostEntries).map((part) => quoted(part))
  return shown.join(',') + (parts.length > mostEntries ? ',…' : '')
}

function quotedPlain(value: null | string | number | boolean | undefined): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value)
  return value.length > longestQuote
    ? `${JSON.stringify(value.slice(0, longestQuote))}…`
    : JSON.stringify(value)
}
