/** Texts that are kept in part. */

/**
 * The beginning of a text, as a copy: a slice would keep the whole text in memory.
 * @param limit as many UTF-16 units are kept; what was cut ends with `…`
 */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const code = text.charCodeAt(limit - 1)
  const end = code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit
  return Buffer.from(`${text.slice(0, end)}…`, 'utf16le').toString('utf16le')
}
