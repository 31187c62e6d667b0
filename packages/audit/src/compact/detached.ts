/** Texts that keep no longer text alive: a part of a text is a mere view of it, as long as nobody copies it. */

/** Shorter parts are copies anyway. Source: V8, `SlicedString::kMinLength`. */
const shortestView = 13

const latin = /^[\0-\xFF]*$/

/** The same text, in memory of its own. */
export function detached(text: string): string {
  if (text.length < shortestView) return text
  const encoding = latin.test(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}

/** The same data, every text in it detached. For plain data with names of our own, such as a call's description. */
export function detachedData<T>(data: T): T
export function detachedData(data: unknown): unknown {
  if (typeof data === 'string') return detached(data)
  if (typeof data === 'object' && data !== null && shared.has(data)) return data
  if (Array.isArray(data)) return data.length === 0 ? data : data.map(detachedData)
  if (typeof data !== 'object' || data === null) return data
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) copy[key] = detachedData(value)
  return copy
}

const shared = new WeakSet<object>()

/** The same, for data that comes again and again: what was detached in this way is shared from then on. */
export function sharedData<T extends object>(data: T): T {
  const copy = detachedData(data)
  shared.add(copy)
  return copy
}
