/** Bytes that should be UTF-8. */

/** The text of bytes; undefined where they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  // What is not UTF-8 becomes U+FFFD, which may stand there by right, too.
  if (!text.includes('\ufffd') || buffer.equals(Buffer.from(text, 'utf8'))) return text
  return undefined
}
