/** Bytes in another encoding of Unicode as UTF-8. Windows programs write UTF-16 where their output is redirected. */

import { beginningOf } from './beginning.js'

/** The bytes as UTF-8; those that are UTF-8 already pass as they are. */
export async function* utf8Bytes(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const { head, all } = await beginningOf(bytes, 4)
  const encoding = encodingOf(head)
  if (encoding === null) {
    yield* all
    return
  }
  const decoder = new TextDecoder(encoding) // takes the byte order mark away
  for await (const piece of all) yield Buffer.from(decoder.decode(piece, { stream: true }))
  const rest = decoder.decode()
  if (rest !== '') yield Buffer.from(rest)
}

/** UTF-16 by its byte order mark, or by the NUL beside what JSON begins with; null for what is none. */
function encodingOf(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (beginsJson(first) && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && beginsJson(second) && third === 0 && fourth !== 0) return 'utf-16be'
  return null
}

function beginsJson(byte: number | undefined): boolean {
  return byte !== undefined && '{[ \t\r\n'.includes(String.fromCharCode(byte))
}
