/** What Node.js has and a browser does not have, or has otherwise: `web.ts` gives the same there. */

import { createHash, hash } from 'node:crypto'
import { deprecate, isDeepStrictEqual } from 'node:util'

export { randomUUID } from 'node:crypto'
export { isRunning, thisHost, thisProcess } from './node-process.js'

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  // At once: an object for each hash costs twice as much.
  return hash('sha256', text, 'hex')
}

/** SHA-256 of bytes, one part after the other. */
export function sha256OfBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** Bytes in hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex')
}

/** What hexadecimal digits stand for. */
export function bytesOfHex(text: string): Uint8Array {
  return Buffer.from(text, 'hex')
}

/** What base64 of either alphabet stands for; what is none of its signs is passed over. */
export function bytesOfBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

/** Bytes as text, a character each. */
export function latin1Of(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1')
}

/** Bytes in UTF-8 as text; what is none becomes U+FFFD. */
export function utf8Of(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('utf8')
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** True where two values hold the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other)
}

/** Gives what tells a developer, the first time it is called, that something has another name now. */
export function deprecation(message: string, code: string): () => void {
  return deprecate(() => undefined, message, code)
}
