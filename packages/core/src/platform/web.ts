/** What `node.ts` gives, where there is no Node.js: browsers and workers. */

import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)))
}

/** SHA-256 of bytes, one part after the other. */
export function sha256OfBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return digest(concatBytes(...parts))
}

/** Bytes in hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}

/** What hexadecimal digits stand for. */
export function bytesOfHex(text: string): Uint8Array {
  return hexToBytes(text.slice(0, text.length - (text.length % 2)))
}

/** What base64 of either alphabet stands for; what is none of its signs is passed over. */
export function bytesOfBase64(text: string): Uint8Array {
  const [signs = ''] = text.split('=', 1)
  const plain = signs
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '')
  // One sign alone is no byte.
  const whole = plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0))
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}

/** Bytes as text, a character each. */
export function latin1Of(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes in UTF-8 as text; what is none becomes U+FFFD. */
export function utf8Of(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}

/** True where two values hold the same: plain ones, lists, objects, times. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other)) return false
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null

/** Gives what tells a developer, the first time it is called, that something has another name now. */
export function deprecation(message: string, code: string): () => void {
  let isTold = false
  return () => {
    // biome-ignore lint/suspicious/noConsole: the one place where a browser tells a developer something
    if (!isTold) console.warn(`[${code}] ${message}`)
    isTold = true
  }
}

/** A new id. Browsers give it to pages of https: and of this machine. */
export function randomUUID(): string {
  return crypto.randomUUID()
}

/** The page or the worker that this is. No other one can be told from it. */
export function thisProcess(): {
  readonly pid: number
  readonly host: string
  readonly started: string | null
} {
  return { pid: 0, host: thisHost(), started: null }
}

/** Where a process id means one process: nowhere else than here. */
export function thisHost(): string {
  return 'browser'
}

/** Whether another page is there can't be seen from here: it counts as one that is. */
export function isRunning(_pid: number, _started: string | null): boolean {
  return true
}
