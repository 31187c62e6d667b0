/** A value as a short text for messages: as JSON where JSON has words for it, and cut. */

import { kindOf } from './value-kind.js'

/** Longer texts are cut; in characters. */
const longestText = 120

/** Longer texts within quotes are cut; in characters. */
const longestQuote = 100

/** Deeper levels are not shown. */
const deepest = 4

/** More entries of a list or an object are not shown. */
const mostEntries = 8

/** A value in quotes, cut to some 120 characters. It takes as long for a value of any size and depth. */
export function quotedValue(value: unknown): string {
  return cut(quotedTo(value, deepest))
}

function quotedTo(value: unknown, levels: number): string {
  const known = kindOf(value)
  switch (known.kind) {
    case 'plain':
      return quotedPlain(known.value)
    case 'date':
      return Number.isNaN(known.value.getTime()) ? 'Date(NaN)' : `Date(${known.value.toISOString()})`
    case 'list':
      return `[${entries(known.value.length, levels, (index) => quotedTo(known.value[index], levels - 1))}]`
    case 'set': {
      const members = firstOf(known.value)
      return `Set {${entries(known.value.size, levels, (index) => quotedTo(members[index], levels - 1))}}`
    }
    case 'map': {
      const pairs = firstOf(known.value)
      return `Map {${entries(known.value.size, levels, (index) => {
        const [key, content] = pairs[index] ?? []
        return `${quotedTo(key, levels - 1)} => ${quotedTo(content, levels - 1)}`
      })}}`
    }
    case 'record': {
      const keys = Object.keys(known.value)
      return `{${entries(keys.length, levels, (index) => {
        const key = keys[index] ?? ''
        return `${quotedPlain(key)}:${quotedTo(known.value[key], levels - 1)}`
      })}}`
    }
    case 'other':
      return typeof known.value
  }
}

/** The first entries, and a sign where there are more. */
function entries(count: number, levels: number, entry: (index: number) => string): string {
  if (count === 0) return ''
  if (levels <= 0) return '…'
  const shown = Array.from({ length: Math.min(count, mostEntries) }, (_, index) => entry(index))
  return shown.join(',') + (count > mostEntries ? ',…' : '')
}

function firstOf<Entry>(all: Iterable<Entry>): readonly Entry[] {
  const first: Entry[] = []
  for (const entry of all) {
    if (first.length === mostEntries) break
    first.push(entry)
  }
  return first
}

function quotedPlain(value: null | string | number | boolean | bigint | undefined): string {
  if (typeof value === 'string') {
    return value.length > longestQuote
      ? `${JSON.stringify(value.slice(0, longestQuote))}…`
      : JSON.stringify(value)
  }
  if (typeof value === 'bigint') return value.toString().length > longestText ? 'a bigint' : `${value}n`
  return Object.is(value, -0) ? '-0' : String(value)
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}
