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
