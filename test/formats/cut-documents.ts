/** Recordings that are one document, laid out anew so that it is known where each of their messages ends. */

/** A document of which the end of each message is known. */
export interface CutDocument {
  readonly text: string
  /** Where its messages begin. */
  readonly begin: number
  /** Where each message ends, in characters. */
  readonly ends: readonly number[]
  /** What closes the list of messages, and what is around it. */
  readonly closing: string
}

type Json = { readonly [key: string]: unknown }

/** How messages follow one another. */
export const layouts: readonly (readonly [name: string, between: string])[] = [
  ['on one line', ','],
  ['a line each', ',\n'],
  ['a line each, indented', ',\n  '],
]

/** @returns null where the text is no document, or holds no list of objects */
export function cutDocument(text: string, between: string): CutDocument | null {
  const value = parsed(text)
  const path = value === undefined ? null : longestList(value)
  if (path === null) return null
  const messages = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
  if (!Array.isArray(messages)) return null
  const mark = '"the messages stand here"'
  const [head = ''] = JSON.stringify(withAt(value, path, JSON.parse(mark))).split(mark)
  const ends: number[] = []
  let all = `${head}[`
  const begin = all.length
  for (const message of messages) {
    all += `${ends.length === 0 ? '' : between}${JSON.stringify(message)}`
    ends.push(all.length)
  }
  const closing = `]${'}'.repeat(path.length)}`
  return { text: all + closing, begin, ends, closing }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The path to the longest list of objects that is reached through objects alone. */
function longestList(value: unknown): readonly string[] | null {
  let longest: { path: readonly string[]; length: number } = { path: [], length: 0 }
  const look = (inner: unknown, path: readonly string[]): void => {
    if (Array.isArray(inner)) {
      if (inner.length > longest.length && inner.every(isObject)) longest = { path, length: inner.length }
    } else if (isObject(inner)) {
      for (const [key, each] of Object.entries(inner)) look(each, [...path, key])
    }
  }
  look(value, [])
  return longest.length === 0 ? null : longest.path
}

function withAt(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other
  return isObject(value) ? { ...value, [key]: withAt(value[key], rest, other) } : value
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
